package dev.kolo.fabric.topology;

import dev.kolo.fabric.facts.Inventory;
import java.util.List;
import java.util.Optional;

/**
 * All of it: the functions that belong to the fabric, what joins them, and the shape.
 *
 * @param inventory the facts that it was read from
 * @param functions fabric functions of all hosts, by host, then plane, then port
 * @param management netdevs that are not part of the fabric but carry an address or the default route
 * @param links the links that hold: physical evidence where there is any, otherwise subnets, otherwise statements
 * @param claims what the addresses claim, whatever the cables say: links by subnet
 * @param cables the links grouped by plug
 * @param segments switched segments
 * @param shape the shape of all hosts together
 */
public record Fabric(
        Inventory inventory,
        List<Function> functions,
        List<ManagementNetdev> management,
        List<Link> links,
        List<Link> claims,
        List<Cable> cables,
        List<Segment> segments,
        Shape shape) {
    public Fabric {
        functions = List.copyOf(functions);
        management = List.copyOf(management);
        links = List.copyOf(links);
        claims = List.copyOf(claims);
        cables = List.copyOf(cables);
        segments = List.copyOf(segments);
    }

    /** Derives the fabric from an inventory: a pure function, linear in hosts and cables. */
    public static Fabric of(Inventory inventory) {
        return new FabricBuilder(inventory).build();
    }

    public List<Function> functionsOf(String host) {
        return functions.stream().filter(f -> f.host().equals(host)).toList();
    }

    public Optional<Function> function(FunctionId id) {
        return functions.stream().filter(f -> f.id().equals(id)).findFirst();
    }

    /** All host names, the ones without fabric functions included. */
    public List<String> hosts() {
        return inventory.hosts().stream().map(h -> h.host()).toList();
    }
}
