package dev.kolo.plan;

import dev.kolo.fabric.address.Ipv4Address;
import java.util.List;
import java.util.Optional;

/**
 * One host of a plan.
 *
 * @param name its name
 * @param rank its rank: its place along the cables
 * @param functions its fabric functions by plane, then port
 * @param management the netdev that carries its default route, when that is known; never touched
 */
public record PlannedHost(String name, int rank, List<PlannedFunction> functions, Optional<Management> management) {
    public PlannedHost {
        functions = List.copyOf(functions);
    }

    /**
     * The way to the LAN.
     *
     * @param netdev its netdev
     * @param address its address, when it has an IPv4 one
     */
    public record Management(String netdev, Optional<Ipv4Address> address) {}

    public Optional<PlannedFunction> function(String netdev) {
        return functions.stream().filter(f -> f.netdev().equals(netdev)).findFirst();
    }

    /**
     * Which half of its port a function is, 0 first: a Spark's port shows one function a PCIe root. On hosts with a card a port
     * every function is the first half of its own.
     */
    public int half(PlannedFunction function) {
        return (int) functions.stream()
                .filter(f -> f.card() == function.card() && f.port() == function.port() && f.plane() < function.plane())
                .count();
    }
}
