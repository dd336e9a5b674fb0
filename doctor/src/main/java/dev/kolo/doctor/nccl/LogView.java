package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.probe.nccl.CommLog;
import dev.kolo.probe.nccl.ConnectFailure;
import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.RankLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The ranks of the logs seen together with the facts: which host a rank ran on, which port an address belongs to, which
 * cables join two hosts.
 */
final class LogView {
    /** The first release whose stock library knows subnet-aware routing. */
    static final String FIRST_WITH_ROUTING = "2.30.7";

    static final String ROUTING = "NCCL_IB_SUBNET_AWARE_ROUTING";

    private final Context context;
    private final Map<Ipv4Address, List<Function>> byAddress = new HashMap<>();
    private final Map<Ipv4Address, Set<String>> hostsByAddress = new HashMap<>();

    LogView(Context context) {
        this.context = context;
        for (Function function : context.fabric().functions()) {
            for (NetAddress address : function.ipv4Addresses()) {
                address.ipv4()
                        .ifPresent(a -> byAddress
                                .computeIfAbsent(a, x -> new ArrayList<>())
                                .add(function));
            }
        }
        if (logs().isEmpty()) {
            return;
        }
        for (NodeFacts facts : context.inventory().hosts()) {
            for (Netdev netdev : facts.netdevs()) {
                for (NetAddress address : netdev.addresses()) {
                    address.ipv4()
                            .ifPresent(a -> hostsByAddress
                                    .computeIfAbsent(a, x -> new LinkedHashSet<>())
                                    .add(facts.host()));
                }
            }
        }
    }

    Context context() {
        return context;
    }

    NcclLogs logs() {
        return context.logs();
    }

    List<RankLog> ranks() {
        return logs().ranks();
    }

    /** True when hosts were described beside the logs, so that ports can be named. */
    boolean hasFacts() {
        return !context.fabric().functions().isEmpty();
    }

    /** The host of a rank: as the facts name it, by name or by an address of its own; else as the log does. */
    String host(RankLog rank) {
        String plain = plain(rank.host());
        for (NodeFacts facts : context.inventory().hosts()) {
            if (!plain.isEmpty() && plain(facts.host()).equals(plain)) {
                return facts.host();
            }
        }
        Set<String> owners = new HashSet<>();
        for (Ipv4Address address : ownAddresses(rank)) {
            owners.addAll(hostsByAddress.getOrDefault(address, Set.of()));
        }
        return owners.size() == 1 ? owners.iterator().next() : rank.host();
    }

    private static String plain(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        int dot = lower.indexOf('.');
        return dot > 0 && !Character.isDigit(lower.charAt(0)) ? lower.substring(0, dot) : lower;
    }

    private static Set<Ipv4Address> ownAddresses(RankLog rank) {
        Set<Ipv4Address> own = new LinkedHashSet<>();
        rank.network().outOfBand().ifPresent(o -> {
            String value = o.value();
            Ipv4Address.parse(value.substring(value.lastIndexOf(':') + 1)).ifPresent(own::add);
        });
        for (QueuePair pair : rank.paths().queuePairs()) {
            pair.gid().flatMap(Gid::ipv4).ifPresent(own::add);
        }
        for (ConnectFailure failure : rank.errors().failures()) {
            failure.local().flatMap(Gid::ipv4).ifPresent(own::add);
        }
        return own;
    }

    /** "rank 2 on spark3". */
    String title(RankLog rank) {
        String host = host(rank);
        String title = rank.title();
        return host.equals(rank.host()) || host.isEmpty()
                ? title
                : (rank.host().isEmpty() ? title : title.substring(0, title.lastIndexOf(" on "))) + " on " + host;
    }

    /** The function that holds an address; empty when none or several do. */
    Optional<Function> function(Optional<Gid> gid) {
        List<Function> holders = gid.flatMap(Gid::ipv4)
                .map(a -> byAddress.getOrDefault(a, List.of()))
                .orElse(List.of());
        return holders.size() == 1 ? Optional.of(holders.getFirst()) : Optional.empty();
    }

    /** The function of a device on a host. */
    Optional<Function> function(String host, String device) {
        return context.functionsOf(host).stream()
                .filter(f -> f.device().filter(d -> d.name().equals(device)).isPresent())
                .findFirst();
    }

    /** The links between two hosts. */
    List<Link> between(String a, String b) {
        return context.fabric().links().stream().filter(l -> l.joins(a, b)).toList();
    }

    /** True when a frame of one function can reach the other with no host between. */
    boolean areJoined(Function a, Function b) {
        boolean switched = context.segmentOf(a.id())
                .filter(s -> s.members().contains(b.id()))
                .isPresent();
        boolean linked = context.linkOf(a.id())
                .filter(l -> l.peerOf(a.id()).equals(b.id()))
                .isPresent();
        return switched || linked || isDeadLink(a, b);
    }

    /** A link that is down is seen by nobody; the addresses still say whose ends these were. */
    private boolean isDeadLink(Function a, Function b) {
        boolean down = a.linkState() == LinkState.DOWN || b.linkState() == LinkState.DOWN;
        boolean other =
                context.linkOf(a.id()).isPresent() || context.linkOf(b.id()).isPresent();
        return down && !other && Addressing.meet(a, b);
    }

    /** A variable of a rank: what its log says it read, else what the facts say of its host. */
    Optional<Value> variable(RankLog rank, String name) {
        Optional<Value> logged =
                Optional.ofNullable(rank.environment().get(name)).map(s -> new Value(s.value(), s.evidence()));
        return logged.or(() -> context.settings()
                .of(host(rank), name)
                .map((Located l) -> new Value(l.value(), l.setting().evidence())));
    }

    /**
     * A value and where it stands.
     *
     * @param text the value
     * @param evidence the line
     */
    record Value(String text, Evidence evidence) {}

    /** Three or more hosts in a ring or path without a switch, found or wanted, or at least configured for one. */
    boolean isSwitchless() {
        Optional<Shape.Kind> wanted = context.wanted();
        if (wanted.isPresent()) {
            return wanted.get() == Shape.Kind.RING || wanted.get() == Shape.Kind.PATH;
        }
        Shape.Kind kind = context.fabric().shape().kind();
        if (hasFacts() && kind != Shape.Kind.NONE) {
            return (kind == Shape.Kind.RING || kind == Shape.Kind.PATH)
                    && context.fabric().shape().hosts().size() > 2;
        }
        return ranks().stream()
                .anyMatch(
                        r -> r.rankCount().orElse(0) > 2 && (isOn(r, ROUTING) || isOn(r, "NCCL_SWITCHLESS_RING_ONLY")));
    }

    boolean isOn(RankLog rank, String name) {
        return variable(rank, name).filter(v -> v.text().equals("1")).isPresent();
    }

    /** True when a rank has peers on other hosts, as far as the logs tell. */
    boolean spansHosts(RankLog rank) {
        for (CommLog comm : rank.communicators()) {
            Set<String> hosts = new HashSet<>();
            int seen = 0;
            for (RankLog other : ranks()) {
                boolean together =
                        other.communicators().stream().anyMatch(c -> !c.id().isEmpty() && c.id().equals(comm.id()));
                if (together) {
                    hosts.add(host(other));
                    seen++;
                }
            }
            if (hosts.size() > 1 || seen < comm.rankCount() && comm.nodeCount() > 1) {
                return true;
            }
        }
        return false;
    }

    /** True when release a is older than release b; false when either is no number. */
    static boolean isOlder(String a, String b) {
        String[] left = a.split("\\.", -1);
        String[] right = b.split("\\.", -1);
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            Optional<Integer> x = Context.number(left[i]);
            Optional<Integer> y = Context.number(right[i]);
            if (x.isEmpty() || y.isEmpty()) {
                return false;
            }
            if (!x.get().equals(y.get())) {
                return x.get() < y.get();
            }
        }
        return false;
    }

    /** A rank's release, when it is older than the first with routing and shows no sign of a build that has it anyway. */
    boolean lacksRouting(RankLog rank) {
        boolean routes = !rank.network().overrides().isEmpty()
                || !rank.network().listeners().isEmpty();
        return !routes
                && rank.loaded()
                        .release()
                        .filter(r -> isOlder(r, FIRST_WITH_ROUTING))
                        .isPresent();
    }
}
