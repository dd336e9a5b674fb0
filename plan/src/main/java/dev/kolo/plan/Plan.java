package dev.kolo.plan;

import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.engine.EngineEnvironment;
import dev.kolo.plan.proof.Proof;
import dev.kolo.plan.relay.RelaySection;
import java.util.List;

/**
 * What a fabric will run as. A plan exists only with all its proofs holding.
 *
 * @param shape its shape; never {@code none}
 * @param invented whether hosts, names and MACs were made up from a wish
 * @param hosts its hosts in rank order
 * @param links every link, along the ring or path, by cable then plane
 * @param addresses the addresses of all links
 * @param lanes the lanes that each pair of ranks with a shared cable gets, or why not
 * @param relays relayed paths
 * @param engine the environment of each rank, in rank order
 * @param proofs what was checked
 * @param notes what an owner should know, one sentence each: trade-offs, labels, bisection
 */
public record Plan(
        Shape.Kind shape,
        boolean invented,
        List<PlannedHost> hosts,
        List<PlannedLink> links,
        AddressPlan addresses,
        PairingResult lanes,
        RelaySection relays,
        List<EngineEnvironment> engine,
        List<Proof> proofs,
        List<String> notes) {
    /** Schema name of the JSON form. */
    public static final String SCHEMA = "kolo.plan/1";

    public Plan {
        hosts = List.copyOf(hosts);
        links = List.copyOf(links);
        engine = List.copyOf(engine);
        proofs = List.copyOf(proofs);
        notes = List.copyOf(notes);
    }

    /** The host names in rank order. */
    public List<String> order() {
        return hosts.stream().map(PlannedHost::name).toList();
    }
}
