package dev.kolo.fabric.facts;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that one host said of itself.
 *
 * @param host its name; empty for the one unnamed host of loose pasted files
 * @param observed what was looked for, and with what result; a missing topic was not asked for
 * @param netdevs in source order
 * @param rdmaDevices in source order
 * @param routes main table
 * @param neighbours both families
 * @param lldp what was heard by LLDP
 * @param filters tc filters
 * @param settings environment, configuration and kernel parameters
 * @param remarks noteworthy lines
 * @param system the host itself
 */
public record NodeFacts(
        String host,
        Map<Topic, Observation> observed,
        List<Netdev> netdevs,
        List<RdmaDevice> rdmaDevices,
        List<Route> routes,
        List<Neighbour> neighbours,
        List<LldpNeighbour> lldp,
        List<TcFilter> filters,
        List<Setting> settings,
        List<Remark> remarks,
        SystemFacts system) {
    public NodeFacts {
        observed = Ordered.copyOf(observed);
        netdevs = List.copyOf(netdevs);
        rdmaDevices = List.copyOf(rdmaDevices);
        routes = List.copyOf(routes);
        neighbours = List.copyOf(neighbours);
        lldp = List.copyOf(lldp);
        filters = List.copyOf(filters);
        settings = List.copyOf(settings);
        remarks = List.copyOf(remarks);
    }

    /** True when the topic was answered in full, so that absence means something. */
    public boolean hasObserved(Topic topic) {
        return observed.get(topic) == Observation.OBSERVED;
    }

    /** True when anything of the topic was seen. */
    public boolean hasSeen(Topic topic) {
        Observation observation = observed.get(topic);
        return observation != null && observation.isSeen();
    }

    public Optional<Netdev> netdev(String name) {
        return netdevs.stream().filter(n -> n.name().equals(name)).findFirst();
    }

    public Optional<RdmaDevice> rdmaDevice(String name) {
        return rdmaDevices.stream().filter(d -> d.name().equals(name)).findFirst();
    }

    /** The name to show: "this host" stands for the unnamed one. */
    public String displayName() {
        return host.isEmpty() ? "this host" : host;
    }
}
