package dev.kolo.wire.scripted;

import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.collective.Operation;
import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleChooser;
import dev.kolo.wire.schedule.ScheduleKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** All ranks of a session in one thread over a {@link ScriptedFabric}, in virtual time; everything from one seed. */
public final class ScriptedWorld {
    /** What one poll takes. */
    private static final long POLL_NANOS = 500;

    public static final long LIMIT = 4096;

    /** Up to which size payload travels in words, where a test wants them; beyond it plain, so that both meet. */
    public static final long WORDS = 2048;

    public static final int TAG = 0x5a5a;

    private final ScriptedFabric fabric;
    private final List<Engine> engines = new ArrayList<>();
    private final SplittableRandom random;
    private final int world;
    private final Set<Integer> stopped = new HashSet<>();
    private long nowNanos = 1;

    /** What a test may choose. */
    public record Setting(
            int world,
            int lanes,
            boolean neighbours,
            SourceProof proof,
            boolean peerReadable,
            Optional<ScheduleKind> forced,
            Timing timing,
            long windowBytes,
            Safeguards safeguards,
            PayloadForm form) {
        public static Setting of(int world) {
            return new Setting(
                    world,
                    1,
                    false,
                    SourceProof.COMPLETED,
                    false,
                    Optional.empty(),
                    Timing.SERVING,
                    0,
                    Safeguards.ALL,
                    PayloadForm.PLAIN);
        }

        public Setting lanes(int count) {
            return with(count, neighbours, proof, peerReadable, forced, timing, windowBytes, safeguards, form);
        }

        public Setting ring() {
            return with(lanes, true, proof, peerReadable, forced, timing, windowBytes, safeguards, form);
        }

        public Setting shared() {
            return with(1, neighbours, SourceProof.POSTED, true, forced, timing, windowBytes, safeguards, form);
        }

        public Setting by(ScheduleKind kind) {
            return with(
                    lanes, neighbours, proof, peerReadable, Optional.of(kind), timing, windowBytes, safeguards, form);
        }

        public Setting timing(Timing other) {
            return with(lanes, neighbours, proof, peerReadable, forced, other, windowBytes, safeguards, form);
        }

        public Setting without(Safeguard which) {
            return with(
                    lanes,
                    neighbours,
                    proof,
                    peerReadable,
                    forced,
                    timing,
                    windowBytes,
                    safeguards.without(which),
                    form);
        }

        public Setting window(long bytes) {
            return with(lanes, neighbours, proof, peerReadable, forced, timing, bytes, safeguards, form);
        }

        /** Payload up to {@link #WORDS} bytes travels in words. */
        public Setting words(PayloadForm as) {
            return with(lanes, neighbours, proof, peerReadable, forced, timing, windowBytes, safeguards, as);
        }

        private Setting with(
                int lanes,
                boolean neighbours,
                SourceProof proof,
                boolean peerReadable,
                Optional<ScheduleKind> forced,
                Timing timing,
                long windowBytes,
                Safeguards safeguards,
                PayloadForm form) {
            return new Setting(
                    world, lanes, neighbours, proof, peerReadable, forced, timing, windowBytes, safeguards, form);
        }

        /** Where things lie in every rank's region. */
        public RegionLayout layout() {
            return new RegionLayout(world, lanes, LIMIT, form, form == PayloadForm.PLAIN ? 0 : WORDS);
        }
    }

    public ScriptedWorld(long seed, Setting setting) {
        world = setting.world();
        random = new SplittableRandom(seed);
        fabric = new ScriptedFabric(random.nextLong(), world, setting.lanes(), setting.proof(), setting.peerReadable());
        RegionLayout layout = setting.layout();
        Reach reach = setting.neighbours() ? Reach.neighbours(world) : Reach.everyPair(world);
        List<Membership> members = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            ScriptedNic nic = fabric.nic(rank);
            nic.register(nic.allocate(layout.regionBytes()));
            for (int peer : reach.peersOf(rank)) {
                for (int lane = 0; lane < setting.lanes(); lane++) {
                    nic.openLane(LaneRequest.of(rank, peer, lane, setting.lanes()));
                    nic.connect(
                            peer * setting.lanes() + lane, new LaneEndpoint(0, 0, 0, ""), nic.register(nic.memory()));
                }
            }
            List<Long> windows = new ArrayList<>();
            for (int lane = 0; lane < world * setting.lanes(); lane++) {
                windows.add(setting.windowBytes());
            }
            members.add(new Membership(
                    rank,
                    layout,
                    nic,
                    nic.capabilities(),
                    nic.memory(),
                    reach.peersOf(rank),
                    windows,
                    0x1111_2222_3333_4444L,
                    0x5555_6666_7777_8888L,
                    TAG,
                    setting.safeguards()));
        }
        for (Membership member : members) {
            ScheduleChooser chooser =
                    new ScheduleChooser(reach, CostModel.CONNECTX7, LIMIT, Long.MAX_VALUE, setting.forced());
            engines.add(new Engine(
                    member, reach, chooser, setting.timing(), Counters.inMemory(member.rank(), world), new Poison()));
        }
    }

    public ScriptedFabric fabric() {
        return fabric;
    }

    public Engine engine(int rank) {
        return engines.get(rank);
    }

    public int world() {
        return world;
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** The rank is not polled any more, until {@link #resume}: stopped or computing. */
    public void stop(int rank) {
        stopped.add(rank);
    }

    public void resume(int rank) {
        stopped.remove(rank);
    }

    /** Time passes while nothing happens. */
    public void pass(long nanos) {
        nowNanos += nanos;
    }

    /** The operation that a rank queues next. */
    public Operation next(int rank) {
        return engines.get(rank).next();
    }

    /** One thing happens, drawn by the seed: a rank polls, or the fabric places a request. */
    public void turn() {
        nowNanos += POLL_NANOS;
        if (random.nextInt(3) == 0) {
            fabric.step();
            return;
        }
        int rank = random.nextInt(world);
        if (!stopped.contains(rank)) {
            engines.get(rank).poll(nowNanos);
        }
    }

    /** Turns until each of some operations is over; false when it takes more than so many turns. */
    public boolean run(long[] tickets, long mostTurns) {
        for (long turn = 0; turn < mostTurns; turn++) {
            turn();
            if ((turn & 15) == 0 && allOver(tickets)) {
                return true;
            }
        }
        return allOver(tickets);
    }

    private boolean allOver(long[] tickets) {
        for (int rank = 0; rank < world; rank++) {
            if (tickets[rank] >= 0 && !engines.get(rank).isOver(tickets[rank])) {
                return false;
            }
        }
        return true;
    }
}
