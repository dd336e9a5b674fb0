package dev.kolo.fabric.counters;

import dev.kolo.fabric.counters.FunctionGrowth.Grown;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Port;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How a whole fabric's counters grew between two observations of it.
 *
 * @param hosts by host, for hosts that both observations show
 * @param functions the functions of these hosts, by host, plane and port
 * @param others the netdevs of hosts that show no function of the fabric; something to look at, nothing to judge
 */
public record FabricGrowth(Map<String, HostGrowth> hosts, List<FunctionGrowth> functions, List<FunctionGrowth> others) {
    public FabricGrowth {
        others = List.copyOf(others);
        hosts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
        functions = List.copyOf(functions);
    }

    /**
     * Compares two observations. Hosts are matched by name.
     *
     * @param earlier the first
     * @param later the fabric of the second
     */
    public static FabricGrowth between(Inventory earlier, Fabric later) {
        Map<String, HostGrowth> hosts = new LinkedHashMap<>();
        List<FunctionGrowth> rows = new ArrayList<>();
        List<FunctionGrowth> others = new ArrayList<>();
        Map<String, List<Function>> byHost = new LinkedHashMap<>();
        later.functions()
                .forEach(f ->
                        byHost.computeIfAbsent(f.host(), h -> new ArrayList<>()).add(f));
        for (NodeFacts now : later.inventory().hosts()) {
            Optional<NodeFacts> was = earlier.host(now.host());
            if (was.isPresent()) {
                HostGrowth growth = HostGrowth.between(CounterReading.of(was.get()), CounterReading.of(now));
                hosts.put(now.host(), growth);
                List<Function> functions = byHost.getOrDefault(now.host(), List.of());
                rows.addAll(rows(functions, growth));
                if (functions.isEmpty()) {
                    others.addAll(rows(netdevsOf(now), growth));
                }
            }
        }
        return new FabricGrowth(hosts, rows, others);
    }

    /** Netdevs without the loopback, each as if it were a port of its own. */
    private static List<Function> netdevsOf(NodeFacts facts) {
        List<Function> netdevs = new ArrayList<>();
        for (Netdev netdev : facts.netdevs()) {
            if (!netdev.name().equals("lo")) {
                netdevs.add(new Function(
                        facts.host(),
                        Optional.of(netdev),
                        Optional.empty(),
                        netdev.pci(),
                        0,
                        "",
                        new Port(facts.host(), 0, netdevs.size())));
            }
        }
        return netdevs;
    }

    /** The rows of one host. */
    public List<FunctionGrowth> of(String host) {
        return functions.stream().filter(f -> f.function().host().equals(host)).toList();
    }

    /** Every counter that means something and grew. */
    public List<Grown> troubles() {
        return functions.stream().flatMap(f -> f.troubles().stream()).toList();
    }

    private static List<FunctionGrowth> rows(List<Function> functions, HostGrowth growth) {
        Map<String, String> mirrors = Mirrors.of(functions, growth);
        Map<String, Traffic> traffic = new LinkedHashMap<>();
        functions.forEach(f -> Traffic.of(f, growth).ifPresent(t -> traffic.put(f.name(), t)));
        boolean comparable = mirrors.isEmpty()
                && traffic.values().stream().map(Traffic::source).distinct().count() == 1;
        double all = traffic.values().stream().mapToDouble(Traffic::weight).sum();
        Set<String> countedAtPort = new LinkedHashSet<>();
        List<FunctionGrowth> rows = new ArrayList<>();
        for (Function function : functions) {
            Optional<Traffic> carried = Optional.ofNullable(traffic.get(function.name()));
            rows.add(new FunctionGrowth(
                    function,
                    carried,
                    Optional.ofNullable(mirrors.get(function.name())),
                    comparable && carried.isPresent() && all > 0
                            ? OptionalDouble.of(carried.get().weight() / all)
                            : OptionalDouble.empty(),
                    troubles(function, growth, mirrors.containsKey(function.name()), countedAtPort)));
        }
        return rows;
    }

    private static List<Grown> troubles(
            Function function, HostGrowth growth, boolean isMirror, Set<String> countedAtPort) {
        List<Grown> grown = new ArrayList<>();
        if (!isMirror) {
            function.device()
                    .flatMap(d -> growth.set(d.name(), CounterSet.Kind.RDMA))
                    .ifPresent(s -> collect(function, s, countedAtPort, grown));
        }
        function.netdev()
                .flatMap(n -> growth.set(n.name(), CounterSet.Kind.ETHTOOL))
                .ifPresent(s -> collect(function, s, countedAtPort, grown));
        return grown;
    }

    private static void collect(Function function, SetGrowth set, Set<String> countedAtPort, List<Grown> grown) {
        set.growths().forEach((name, growth) -> {
            Optional<CounterMeaning> meaning = CounterMeaning.of(name);
            if (meaning.isEmpty() || growth.atLeast() == 0) {
                return;
            }
            boolean ofPort = CounterMeaning.isOfPhysicalPort(name);
            boolean seenBefore = ofPort && !countedAtPort.add(function.port() + " " + name);
            // The driver shows some counters in two places (rx_out_of_buffer, out_of_buffer): once is enough.
            boolean repeated = grown.stream()
                    .anyMatch(g -> !g.subject().equals(set.subject())
                            && g.meaning() == meaning.get()
                            && g.counter().endsWith(stem(name))
                            && g.growth().equals(growth));
            if (!seenBefore && !repeated) {
                grown.add(new Grown(function.host(), set.subject(), name, meaning.get(), growth, set.evidence()));
            }
        });
    }

    private static String stem(String name) {
        return name.startsWith("rx_") || name.startsWith("tx_") ? name.substring(3) : name;
    }
}
