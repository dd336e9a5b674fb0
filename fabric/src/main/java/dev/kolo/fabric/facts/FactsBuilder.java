package dev.kolo.fabric.facts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects the facts of one host from any number of outputs, in any order, repeats included. Not thread-safe; build it
 * once when everything has been read.
 */
public final class FactsBuilder {
    private final String host;
    private final Map<Topic, Observation> observed = new TreeMap<>();
    private final Map<String, NetdevBuilder> netdevs = new LinkedHashMap<>();
    private final Map<String, RdmaDeviceBuilder> rdmaDevices = new LinkedHashMap<>();
    private final Map<String, Route> routes = new LinkedHashMap<>();
    private final Map<String, Neighbour> neighbours = new LinkedHashMap<>();
    private final Map<String, LldpNeighbour> lldp = new LinkedHashMap<>();
    private final Set<TcFilter> filters = new LinkedHashSet<>();
    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Set<Remark> remarks = new LinkedHashSet<>();
    private @Nullable String kernelRelease;
    private @Nullable String architecture;
    private final Map<String, Long> memoryKib = new TreeMap<>();
    private OptionalLong memlockKib = OptionalLong.empty();
    private @Nullable String containerEngine;
    private @Nullable Boolean inContainer;
    private @Nullable String rdmaNamespaceMode;
    private final Map<String, String> libraries = new TreeMap<>();

    public FactsBuilder(String host) {
        this.host = host;
    }

    public String host() {
        return host;
    }

    /** True while nothing at all has been added. */
    public boolean isEmpty() {
        return build().equals(new FactsBuilder(host).build());
    }

    /** Records what became of a topic. OBSERVED beats PARTIAL, and both beat any failure. */
    public FactsBuilder observe(Topic topic, Observation observation) {
        observed.merge(topic, observation, (old, now) -> old.compareTo(now) <= 0 ? old : now);
        return this;
    }

    /** The netdev of that name, made on its first mention. */
    public NetdevBuilder netdev(String name, Evidence evidence) {
        return netdevs.computeIfAbsent(name, n -> new NetdevBuilder(n, evidence));
    }

    public boolean hasNetdev(String name) {
        return netdevs.containsKey(name);
    }

    /** The RDMA device of that name, made on its first mention. */
    public RdmaDeviceBuilder rdmaDevice(String name, Evidence evidence) {
        return rdmaDevices.computeIfAbsent(name, n -> new RdmaDeviceBuilder(n, evidence));
    }

    public boolean hasRdmaDevice(String name) {
        return rdmaDevices.containsKey(name);
    }

    public FactsBuilder route(Route route) {
        String key = route.destination() + " " + route.netdev().orElse("") + " " + route.metric() + " "
                + route.via().map(Object::toString).orElse("");
        routes.merge(key, route, (old, now) -> old);
        return this;
    }

    /** Adds an entry; of two statements about one (address, netdev) the surer one is kept. */
    public FactsBuilder neighbour(Neighbour neighbour) {
        String key = neighbour.address() + " " + neighbour.netdev() + " "
                + neighbour.mac().map(Object::toString).orElse("");
        neighbours.merge(key, neighbour, (old, now) -> old.state().compareTo(now.state()) <= 0 ? old : now);
        return this;
    }

    public FactsBuilder lldp(LldpNeighbour neighbour) {
        String key = neighbour.netdev() + " " + neighbour.systemName() + neighbour.portMac() + neighbour.portName();
        lldp.merge(key, neighbour, (old, now) -> old);
        return this;
    }

    public FactsBuilder filter(TcFilter filter) {
        filters.add(filter);
        return this;
    }

    /** Adds a setting; the same name and value from the same kind of source is kept once. */
    public FactsBuilder setting(Setting setting) {
        settings.putIfAbsent(setting.source() + " " + setting.name() + "=" + setting.value(), setting);
        return this;
    }

    public FactsBuilder remark(Remark remark) {
        remarks.add(remark);
        return this;
    }

    public FactsBuilder kernelRelease(String value) {
        kernelRelease = value;
        return this;
    }

    public FactsBuilder architecture(String value) {
        architecture = value;
        return this;
    }

    /** One line of /proc/meminfo, in kibibytes. */
    public FactsBuilder memoryKib(String name, long value) {
        memoryKib.put(name, value);
        return this;
    }

    /** Limit of locked memory in kibibytes; {@link Long#MAX_VALUE} for unlimited. */
    public FactsBuilder memlockKib(long value) {
        memlockKib = OptionalLong.of(value);
        return this;
    }

    public FactsBuilder containerEngine(String value) {
        containerEngine = value;
        return this;
    }

    public FactsBuilder inContainer(boolean value) {
        inContainer = value;
        return this;
    }

    public FactsBuilder rdmaNamespaceMode(String value) {
        rdmaNamespaceMode = value;
        return this;
    }

    public FactsBuilder library(String path, String remark) {
        libraries.put(path, remark);
        return this;
    }

    /** Adds everything that another reading of the same host found. What was added before keeps its place and evidence. */
    public FactsBuilder add(NodeFacts facts) {
        facts.observed().forEach(this::observe);
        facts.netdevs().forEach(n -> netdev(n.name(), n.evidence()).add(n));
        facts.rdmaDevices().forEach(d -> rdmaDevice(d.name(), d.evidence()).add(d));
        facts.routes().forEach(this::route);
        facts.neighbours().forEach(this::neighbour);
        facts.lldp().forEach(this::lldp);
        facts.filters().forEach(this::filter);
        facts.settings().forEach(this::setting);
        facts.remarks().forEach(this::remark);
        SystemFacts system = facts.system();
        system.kernelRelease().ifPresent(this::kernelRelease);
        system.architecture().ifPresent(this::architecture);
        system.memoryKib().forEach(memoryKib::putIfAbsent);
        system.memlockKib().ifPresent(this::memlockKib);
        system.containerEngine().ifPresent(this::containerEngine);
        system.inContainer().ifPresent(this::inContainer);
        system.rdmaNamespaceMode().ifPresent(this::rdmaNamespaceMode);
        libraries.putAll(system.libraries());
        return this;
    }

    public NodeFacts build() {
        List<Netdev> builtNetdevs = new ArrayList<>();
        netdevs.values().forEach(n -> builtNetdevs.add(n.build()));
        List<RdmaDevice> builtDevices = new ArrayList<>();
        rdmaDevices.values().forEach(d -> builtDevices.add(d.build()));
        return new NodeFacts(
                host,
                observed,
                builtNetdevs,
                builtDevices,
                List.copyOf(routes.values()),
                List.copyOf(neighbours.values()),
                List.copyOf(lldp.values()),
                List.copyOf(filters),
                List.copyOf(settings.values()),
                List.copyOf(remarks),
                new SystemFacts(
                        Optional.ofNullable(kernelRelease),
                        Optional.ofNullable(architecture),
                        memoryKib,
                        memlockKib,
                        Optional.ofNullable(containerEngine),
                        Optional.ofNullable(inContainer),
                        Optional.ofNullable(rdmaNamespaceMode),
                        libraries));
    }
}
