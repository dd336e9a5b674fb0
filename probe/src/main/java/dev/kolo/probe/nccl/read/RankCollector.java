package dev.kolo.probe.nccl.read;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.probe.nccl.ChannelPlan;
import dev.kolo.probe.nccl.DeviceOverride;
import dev.kolo.probe.nccl.Effect;
import dev.kolo.probe.nccl.IbPort;
import dev.kolo.probe.nccl.Library;
import dev.kolo.probe.nccl.Listener;
import dev.kolo.probe.nccl.LogTime;
import dev.kolo.probe.nccl.NetworkUse;
import dev.kolo.probe.nccl.Paths;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.RingOrder;
import dev.kolo.probe.nccl.RingPlace;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import dev.kolo.probe.nccl.TreePlace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts one process's events together. Everything that could grow with the log has a limit. */
final class RankCollector {
    private static final int MAX_PATHS = 4096;
    private static final int MAX_VARIABLES = 500;
    private static final int MAX_DEVICES = 256;
    private static final int MAX_FILES = 64;

    private final Key key;
    private final Set<String> files = new LinkedHashSet<>();
    private final Map<String, Stated> variables = new TreeMap<>();
    private final Map<Effect, Stated> effects = new EnumMap<>(Effect.class);
    private final List<Stated> duplicates = new ArrayList<>();
    private final Map<Integer, IbPort> ports = new TreeMap<>();
    private final Map<Integer, IbPort> merged = new TreeMap<>();
    private final Map<Integer, Listener> listeners = new LinkedHashMap<>();
    private final Map<String, DeviceOverride> overrides = new LinkedHashMap<>();
    private final Map<Integer, RingOrder> orders = new TreeMap<>();
    private final Map<Integer, RingPlace> places = new TreeMap<>();
    private final Map<Integer, TreePlace> trees = new TreeMap<>();
    private final Map<String, ChannelPlan> plans = new LinkedHashMap<>();
    private final List<QueuePair> pairs = new ArrayList<>();
    private final ErrorCollector errors = new ErrorCollector();
    private final CommCollector comms = new CommCollector();
    private String label = "";
    private @Nullable Stated version;
    private @Nullable Stated build;
    private @Nullable Stated engineVersion;
    private @Nullable Stated outOfBand;
    private @Nullable Stated network;
    private @Nullable Stated plugin;
    private @Nullable Stated noIbDevice;
    private @Nullable LogTime firstTime;
    private @Nullable LogTime lastTime;
    private Evidence first = Evidence.NONE;
    private Evidence last = Evidence.NONE;
    private int channelCount;
    private long lineCount;

    RankCollector(Key key) {
        this.key = key;
    }

    Key key() {
        return key;
    }

    boolean isBindingOnly() {
        return engineVersion != null && version == null && comms.isEmpty() && ports.isEmpty();
    }

    Optional<Stated> engineVersion() {
        return Optional.ofNullable(engineVersion);
    }

    void engineVersion(Stated value) {
        engineVersion = engineVersion == null ? value : engineVersion;
    }

    Set<String> files() {
        return files;
    }

    boolean hasHeadings() {
        return !key.isAnonymous();
    }

    /** A line of this process, whatever it says. */
    void seen(String file, LogLine line) {
        lineCount++;
        if (files.size() < MAX_FILES) {
            files.add(file);
        }
        label = label.isEmpty() ? line.label().name() : label;
        if (line.time().isPresent()) {
            firstTime = firstTime == null ? line.time().get() : firstTime;
            lastTime = line.time().get();
        }
    }

    /** Takes what a line says. */
    void take(NcclEvent event, String file, LogLine line, Evidence evidence) {
        seen(file, line);
        first = first.isNone() ? evidence : first;
        last = evidence;
        Stated here = new Stated("", evidence, line.time());
        switch (event) {
            case NcclEvent.Nothing() -> {}
            case NcclEvent.Version(String value) -> {
                version = version == null ? with(here, value) : version;
                comms.reached(Stage.LOADED, here);
            }
            case NcclEvent.Build(String value) -> build = build == null ? with(here, value) : build;
            case NcclEvent.EngineVersion(String value) -> engineVersion(with(here, value));
            case NcclEvent.Variable(String name, String value) -> {
                if (variables.size() < MAX_VARIABLES) {
                    variables.putIfAbsent(name, with(here, value));
                }
            }
            case NcclEvent.Patched(Effect effect) -> effects.putIfAbsent(effect, here);
            case NcclEvent.Duplicate(String text) -> {
                if (duplicates.size() < 4) {
                    duplicates.add(with(here, text));
                }
            }
            case NcclEvent.ChannelCount(int collective) -> channelCount = Math.max(channelCount, collective);
            case NcclEvent.InComm comm -> comms.take(comm, here);
            case NcclEvent.Reached(Stage stage) -> comms.reached(stage, here);
            case NcclEvent.ModifyFailed failed -> errors.take(failed, here);
            case NcclEvent.BadCompletion bad -> errors.take(bad, here);
            case NcclEvent.MemoryFailed(String call) -> errors.memory(with(here, call));
            case NcclEvent.TreeFailed(String text) -> errors.tree(with(here, text));
            case NcclEvent.Unwound(String place) -> unwound(place, here);
            case NcclEvent.Trouble(String text) -> errors.other(with(here, text));
            case NcclEvent.OutOfBand(String value) -> outOfBand(value, here);
            case NcclEvent.Network(String name) -> {
                network = with(here, name);
                comms.reached(Stage.NETWORK, here);
            }
            case NcclEvent.Plugin(String name) -> plugin = with(here, name);
            case NcclEvent.NoIbDevice() -> noIbDevice = here;
            case NcclEvent.Ports listed -> ports(listed, here);
            case NcclEvent.MadeDevice(NcclEvent.Numbered device) -> put(merged, device, evidence);
            case NcclEvent.Advertised(int advertised, OptionalInt observed) -> {
                effects.putIfAbsent(Effect.LISTENER_ROUTING, here);
                listeners.putIfAbsent(advertised, new Listener(advertised, observed, evidence));
            }
            case NcclEvent.Overridden(int from, int to, Optional<String> root) -> override(from, to, root, evidence);
            case NcclEvent.Order(int channel, int channels, List<Integer> ranks) -> {
                if (orders.size() < MAX_PATHS) {
                    orders.merge(channel, new RingOrder(channel, channels, ranks, evidence), RankCollector::longer);
                }
            }
            case NcclEvent.Place(int channel, int previous, int rank, int next) -> {
                if (places.size() < MAX_PATHS) {
                    places.putIfAbsent(channel, new RingPlace(channel, previous, rank, next, evidence));
                }
            }
            case NcclEvent.InTrees(List<TreePlace> found) -> {
                for (TreePlace place : found) {
                    trees.putIfAbsent(
                            place.channel(), new TreePlace(place.channel(), place.rank(), place.peers(), evidence));
                }
            }
            case NcclEvent.Planned(ChannelPlan plan) -> planned(plan, here);
            case NcclEvent.Paired(QueuePair pair) -> {
                if (pairs.size() < MAX_PATHS) {
                    pairs.add(new QueuePair(
                            pair.role(),
                            pair.device(),
                            pair.ibDevice(),
                            pair.port(),
                            pair.number(),
                            pair.mtuEnum(),
                            pair.gidIndex(),
                            pair.gid(),
                            evidence));
                }
            }
        }
    }

    private static Stated with(Stated here, String value) {
        return new Stated(value, here.evidence(), here.time());
    }

    /** Of the communicators of a process the one with most ranks is the engine's own; its rings count. */
    private static RingOrder longer(RingOrder old, RingOrder now) {
        return now.ranks().size() > old.ranks().size() ? now : old;
    }

    /** An error that comes up through the connecting of transports after the rings stand can only be the trees'. */
    private void unwound(String place, Stated here) {
        boolean connecting = place.startsWith("transport/generic.cc") || place.startsWith("transport.cc");
        if (connecting && comms.has(Stage.RINGS_CONNECTED) && !comms.has(Stage.TREES_CONNECTED)) {
            errors.tree(with(here, here.evidence().text()));
        }
    }

    private void outOfBand(String value, Stated here) {
        outOfBand = outOfBand == null ? with(here, value) : outOfBand;
        comms.reached(Stage.BOOTSTRAP, here);
    }

    private void ports(NcclEvent.Ports listed, Stated here) {
        listed.ports().forEach(p -> put(ports, p, here.evidence()));
        listed.outOfBand().ifPresent(value -> outOfBand = outOfBand == null ? with(here, value) : outOfBand);
    }

    private static void put(Map<Integer, IbPort> all, NcclEvent.Numbered device, Evidence evidence) {
        if (all.size() < MAX_DEVICES) {
            all.putIfAbsent(
                    device.index(),
                    new IbPort(device.index(), device.name(), device.port(), device.linkLayer(), evidence));
        }
    }

    private void override(int from, int to, Optional<String> root, Evidence evidence) {
        if (overrides.size() < MAX_PATHS) {
            overrides.merge(
                    from + " " + to + root,
                    new DeviceOverride(from, to, root, 1, evidence),
                    (old, now) -> new DeviceOverride(from, to, root, old.count() + 1, old.evidence()));
        }
    }

    private void planned(ChannelPlan plan, Stated here) {
        comms.reached(Stage.CONNECTING, here);
        if (plans.size() < MAX_PATHS) {
            String where =
                    plan.channel() + "/" + plan.connection() + " " + plan.from() + " " + plan.to() + plan.sends();
            plans.putIfAbsent(
                    where,
                    new ChannelPlan(
                            plan.channel(),
                            plan.connection(),
                            plan.from(),
                            plan.to(),
                            plan.sends(),
                            plan.network(),
                            plan.device(),
                            plan.proxyRank(),
                            OptionalInt.empty(),
                            here.evidence()));
        }
    }

    /** All that was taken so far. */
    RankLog build() {
        Optional<CommCollector.Largest> largest = comms.largest();
        List<IbPort> allPorts = List.copyOf(ports.values());
        return new RankLog(
                key.host(),
                key.process(),
                label,
                largest.map(l -> OptionalInt.of(l.rank())).orElse(OptionalInt.empty()),
                largest.map(l -> OptionalInt.of(l.rankCount())).orElse(OptionalInt.empty()),
                new RankLog.Extent(
                        files, first, last, Optional.ofNullable(firstTime), Optional.ofNullable(lastTime), lineCount),
                new Library(
                        Optional.ofNullable(version),
                        Optional.ofNullable(build),
                        Optional.ofNullable(engineVersion),
                        effects,
                        duplicates),
                variables,
                new NetworkUse(
                        Optional.ofNullable(outOfBand),
                        Optional.ofNullable(network),
                        Optional.ofNullable(plugin),
                        Optional.ofNullable(noIbDevice),
                        allPorts,
                        merged.isEmpty() ? allPorts : List.copyOf(merged.values()),
                        List.copyOf(listeners.values()),
                        List.copyOf(overrides.values())),
                new Paths(
                        channelCount > 0 ? OptionalInt.of(channelCount) : OptionalInt.empty(),
                        List.copyOf(orders.values()),
                        List.copyOf(places.values()),
                        List.copyOf(trees.values()),
                        Landing.of(List.copyOf(plans.values()), pairs),
                        pairs),
                errors.build(),
                comms.build(),
                comms.stages());
    }
}
