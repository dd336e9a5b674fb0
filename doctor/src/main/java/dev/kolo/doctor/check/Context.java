package dev.kolo.doctor.check;

import dev.kolo.doctor.Comparison;
import dev.kolo.doctor.Expectation;
import dev.kolo.fabric.counters.FabricGrowth;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Segment;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Plan;
import dev.kolo.probe.nccl.NcclLogs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a check reads: the fabric with look-ups that cost the same however large it is, the settings, and what is wanted.
 */
public final class Context {
    private static final int DEFAULT_COMPARED_PREFIX_LENGTH = 24;

    private final NcclLogs logs;
    private final Fabric fabric;
    private final Expectation expectation;
    private final Optional<Comparison> comparison;
    private final Optional<FabricGrowth> growth;
    private final Settings settings;
    private final Map<FunctionId, Function> byId = new HashMap<>();
    private final Map<String, NodeFacts> facts = new LinkedHashMap<>();
    private final Map<String, List<Function>> byHost = new LinkedHashMap<>();
    private final Map<Port, List<Function>> byPort = new TreeMap<>();
    private final Map<FunctionId, Link> links = new HashMap<>();
    private final Map<FunctionId, List<Link>> claims = new HashMap<>();
    private final Map<Port, List<Cable>> cablesAt = new HashMap<>();
    private final Map<FunctionId, Segment> segments = new HashMap<>();
    private final List<LocatedRemark> remarks = new ArrayList<>();

    public Context(Fabric fabric, Expectation expectation) {
        this(fabric, expectation, Optional.empty(), NcclLogs.NONE);
    }

    /** A context in which the fabric can be compared with an earlier observation, and which knows the ranks of logs. */
    public Context(Fabric fabric, Expectation expectation, Optional<Comparison> comparison, NcclLogs logs) {
        this.logs = logs;
        this.fabric = fabric;
        this.expectation = expectation;
        this.comparison = comparison;
        growth = comparison.map(c -> FabricGrowth.between(c.earlier(), fabric));
        settings = new Settings(fabric.inventory());
        for (NodeFacts node : fabric.inventory().hosts()) {
            facts.put(node.host(), node);
            node.remarks().forEach(r -> remarks.add(new LocatedRemark(node.host(), r)));
        }
        for (Function function : fabric.functions()) {
            byId.put(function.id(), function);
            byHost.computeIfAbsent(function.host(), h -> new ArrayList<>()).add(function);
            byPort.computeIfAbsent(function.port(), p -> new ArrayList<>()).add(function);
        }
        for (Link link : fabric.links()) {
            links.put(link.a(), link);
            links.put(link.b(), link);
        }
        for (Link claim : fabric.claims()) {
            claims.computeIfAbsent(claim.a(), a -> new ArrayList<>()).add(claim);
            claims.computeIfAbsent(claim.b(), b -> new ArrayList<>()).add(claim);
        }
        for (Cable cable : fabric.cables()) {
            cablesAt.computeIfAbsent(cable.a(), a -> new ArrayList<>()).add(cable);
            cablesAt.computeIfAbsent(cable.b(), b -> new ArrayList<>()).add(cable);
        }
        fabric.segments().forEach(s -> s.members().forEach(m -> segments.putIfAbsent(m, s)));
    }

    public Fabric fabric() {
        return fabric;
    }

    public Inventory inventory() {
        return fabric.inventory();
    }

    /** What NCCL logs tell of each rank. */
    public NcclLogs logs() {
        return logs;
    }

    public Expectation expectation() {
        return expectation;
    }

    /** What the observation is compared with, when there is an earlier one. */
    public Optional<Comparison> comparison() {
        return comparison;
    }

    /** What the fabric is meant to run as, when somebody gave the plan. */
    public Optional<Plan> plan() {
        return comparison.flatMap(Comparison::plan).or(expectation::plan);
    }

    /** How the counters grew since the earlier observation. */
    public Optional<FabricGrowth> growth() {
        return growth;
    }

    /** False for a function of a plane that the user does not mean to use. */
    public boolean isInUse(Function function) {
        return expectation.planes().isEmpty()
                || function.plane() < expectation.planes().getAsInt();
    }

    public Settings settings() {
        return settings;
    }

    public Optional<Function> function(FunctionId id) {
        return Optional.ofNullable(byId.get(id));
    }

    public Optional<NodeFacts> facts(String host) {
        return Optional.ofNullable(facts.get(host));
    }

    public List<Function> functionsOf(String host) {
        return byHost.getOrDefault(host, List.of());
    }

    /** The halves of a port, in plane order. */
    public List<Function> functionsAt(Port port) {
        return byPort.getOrDefault(port, List.of());
    }

    /** Every port that shows a function. */
    public List<Port> ports() {
        return List.copyOf(byPort.keySet());
    }

    public List<Port> portsOf(String host) {
        return functionsOf(host).stream()
                .map(Function::port)
                .distinct()
                .sorted()
                .toList();
    }

    /** The hosts that show a function of the fabric. */
    public List<String> fabricHosts() {
        return List.copyOf(byHost.keySet());
    }

    /** The link of a function, as far as one holds. */
    public Optional<Link> linkOf(FunctionId id) {
        return Optional.ofNullable(links.get(id));
    }

    /** The function at the other end of a function's link. */
    public Optional<Function> peerOf(Function function) {
        return linkOf(function.id()).flatMap(l -> function(l.peerOf(function.id())));
    }

    /** What the addresses of a function claim. */
    public List<Link> claimsOf(FunctionId id) {
        return claims.getOrDefault(id, List.of());
    }

    public List<Cable> cablesAt(Port port) {
        return cablesAt.getOrDefault(port, List.of());
    }

    public Optional<Segment> segmentOf(FunctionId id) {
        return Optional.ofNullable(segments.get(id));
    }

    /** True when a link or a switch is known behind the function. */
    public boolean isConnected(Function function) {
        return links.containsKey(function.id()) || segments.containsKey(function.id());
    }

    /** The shape that somebody wants: the user, or a plan among the facts. Empty when nobody said. */
    public Optional<Shape.Kind> wanted() {
        return expectation
                .shape()
                .or(() -> remarks(Remark.Kind.PLANNED_SHAPE).stream()
                        .flatMap(r -> Shape.Kind.ofWord(r.value()).stream())
                        .filter(k -> k != Shape.Kind.NONE)
                        .findFirst());
    }

    /** The number of hosts that are known to take part, from facts, descriptions and job lists. */
    public int hostCount() {
        long named = byHost.size();
        long described = fabric.inventory().statedCables().stream()
                .flatMap(c -> java.util.stream.Stream.of(c.a().host(), c.b().host()))
                .distinct()
                .count();
        long listed = remarks(Remark.Kind.CLUSTER_HOST).stream()
                .map(LocatedRemark::value)
                .distinct()
                .count();
        return (int) Math.max(named, Math.max(described, listed));
    }

    /** Two hosts, wanted so or found so. Some troubles of rings are harmless there. */
    public boolean isPair() {
        return wanted().map(k -> k == Shape.Kind.PAIR).orElseGet(() -> hostCount() <= 2);
    }

    /** A switch, wanted or found. */
    public boolean isSwitched() {
        return wanted().map(k -> k == Shape.Kind.SWITCHED)
                .orElseGet(() -> fabric.shape().kind() == Shape.Kind.SWITCHED);
    }

    /** Bits by which NCCL compares addresses: what the user says, else what a setting says, else 24. */
    public int comparedPrefixLength() {
        if (expectation.comparedPrefixLength().isPresent()) {
            return expectation.comparedPrefixLength().getAsInt();
        }
        return settings.effective("NCCL_IB_SUBNET_PREFIX_LEN").stream()
                .flatMap(s -> number(s.value()).stream())
                .filter(n -> n >= 1 && n <= 32)
                .findFirst()
                .orElse(DEFAULT_COMPARED_PREFIX_LENGTH);
    }

    /** Reads a small decimal number; empty for anything else. */
    public static Optional<Integer> number(String text) {
        if (text.isEmpty() || text.length() > 6) {
            return Optional.empty();
        }
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return Optional.empty();
            }
            value = value * 10 + (c - '0');
        }
        return Optional.of(value);
    }

    /** The remarks of a kind, in host order. */
    public List<LocatedRemark> remarks(Remark.Kind kind) {
        return remarks.stream().filter(r -> r.remark().kind() == kind).toList();
    }

    /**
     * A remark and whose it is.
     *
     * @param host the host, empty for loose files
     * @param remark the line
     */
    public record LocatedRemark(String host, Remark remark) {
        public String value() {
            return remark.value();
        }
    }
}
