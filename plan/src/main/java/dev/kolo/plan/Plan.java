package dev.kolo.plan;

import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.topology.Shape;
import java.util.List;

/**
 * What a fabric will run as.
 *
 * @param shape its shape; never {@code none}
 * @param hosts its hosts in rank order
 * @param links every link, along the ring or path, by cable then plane
 * @param lanes the lanes that each pair of ranks gets, or why not
 */
public record Plan(Shape.Kind shape, List<PlannedHost> hosts, List<PlannedLink> links, PairingResult lanes) {
    /** Schema name of the JSON form. */
    public static final String SCHEMA = "kolo.plan/1";

    public Plan {
        hosts = List.copyOf(hosts);
        links = List.copyOf(links);
    }

    /** The host names in rank order. */
    public List<String> order() {
        return hosts.stream().map(PlannedHost::name).toList();
    }
}
