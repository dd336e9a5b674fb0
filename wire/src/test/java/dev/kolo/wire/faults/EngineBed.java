package dev.kolo.wire.faults;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleChooser;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Engines of all ranks over NICs of any kind, turned by one thread, with a clock that only the test moves. */
public final class EngineBed implements AutoCloseable {
    public static final long SECOND = 1_000_000_000;
    public static final int TAG = 0x5a5a;

    /** Bytes of a block in every all-gather here. */
    static final int BYTES = 200;

    private static final long LIMIT = 8192;
    static final long TURN_NANOS = 5_000_000;
    private static final int CONNECT_TURNS = 3_000_000;

    private final Wires wires;
    private final RegionLayout layout;
    private final List<MemorySegment> regions = new ArrayList<>();
    private final List<Engine> engines = new ArrayList<>();
    private final List<MemorySegment> outputs = new ArrayList<>();
    private final int[] rounds;
    private final long[] tickets;
    private final Set<Integer> stopped = new HashSet<>();
    private long nowNanos = 1;

    /** The NICs under it, and what moves them. */
    interface Wires {
        List<? extends Nic> nics();

        /** Lets the time of a NIC pass that has one of its own. */
        void advance();

        /** The lane from one rank to another. */
        LaneRequest request(int rank, int peer);

        /** A rank's region as its peers are told of it. */
        RegionRecord toldAs(int rank, RegionRecord record);
    }

    EngineBed(Wires wires, Reach reach, Timing timing, Safeguards safeguards) throws NicException {
        this.wires = wires;
        int world = reach.world();
        layout = new RegionLayout(world, 1, LIMIT);
        rounds = new int[world];
        tickets = new long[world];
        join(reach);
        boolean readable = true;
        boolean direct = true;
        for (Nic nic : wires.nics()) {
            readable &= nic.capabilities().peerReadable();
            direct &= nic.capabilities().directRead();
        }
        for (int rank = 0; rank < world; rank++) {
            Nic nic = wires.nics().get(rank);
            NicCapabilities agreed = nic.capabilities().agreed(readable, direct);
            Membership member = new Membership(
                    rank,
                    layout,
                    nic,
                    agreed,
                    regions.get(rank),
                    reach.peersOf(rank),
                    List.of(),
                    0x1111_2222_3333_4444L,
                    0x5555_6666_7777_8888L,
                    TAG,
                    safeguards);
            ScheduleChooser chooser = new ScheduleChooser(
                    reach, CostModel.CONNECTX7, LIMIT, direct ? LIMIT / 2 : Long.MAX_VALUE, Optional.empty());
            engines.add(new Engine(member, reach, chooser, timing, Counters.inMemory(rank, world), new Poison()));
            outputs.add(MemorySegment.ofArray(new byte[world * BYTES]));
        }
    }

    private void join(Reach reach) throws NicException {
        int world = reach.world();
        List<RegionRecord> records = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            MemorySegment region = wires.nics().get(rank).allocate(layout.regionBytes());
            regions.add(region);
            records.add(wires.toldAs(rank, wires.nics().get(rank).register(region)));
        }
        LaneEndpoint[][] ends = new LaneEndpoint[world][world];
        for (int rank = 0; rank < world; rank++) {
            for (int peer : reach.peersOf(rank)) {
                ends[rank][peer] = wires.nics().get(rank).openLane(wires.request(rank, peer));
            }
        }
        for (int rank = 0; rank < world; rank++) {
            for (int peer : reach.peersOf(rank)) {
                wires.nics().get(rank).connect(peer, ends[peer][rank], records.get(peer));
            }
        }
        for (int turn = 0; !isReady(reach); turn++) {
            if (turn == CONNECT_TURNS) {
                throw new AssertionError("the lanes did not get ready");
            }
            wires.advance();
            for (Nic nic : wires.nics()) {
                nic.poll(new Nothing());
            }
        }
    }

    private boolean isReady(Reach reach) {
        for (int rank = 0; rank < reach.world(); rank++) {
            for (int peer : reach.peersOf(rank)) {
                if (wires.nics().get(rank).laneState(peer) != LaneState.READY) {
                    return false;
                }
            }
        }
        return true;
    }

    int world() {
        return engines.size();
    }

    Engine engine(int rank) {
        return engines.get(rank);
    }

    RegionLayout layout() {
        return layout;
    }

    MemorySegment region(int rank) {
        return regions.get(rank);
    }

    Nic nic(int rank) {
        return wires.nics().get(rank);
    }

    long nowNanos() {
        return nowNanos;
    }

    // What ranks do

    /** Queues an all-gather of the rank's next round. */
    long gather(int rank) {
        return gather(rank, BYTES);
    }

    /** The same with another size, which a test of desync wants. */
    long gather(int rank, int bytes) {
        int round = ++rounds[rank];
        byte[] own = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            own[i] = pattern(rank, i, round);
        }
        MemorySegment output = MemorySegment.ofArray(new byte[world() * bytes]);
        output.fill((byte) 0x11);
        return gather(rank, MemorySegment.ofArray(own), output, bytes);
    }

    /** The same from and to memory of the test's. */
    long gather(int rank, MemorySegment input, MemorySegment output, int bytes) {
        outputs.set(rank, output);
        engines.get(rank)
                .next()
                .prepare(Collective.ALL_GATHER, DataType.BYTES, Reduction.SUM, input, 0, output, 0, bytes, -1);
        engines.get(rank).counters().rung();
        tickets[rank] = engines.get(rank).submit();
        return tickets[rank];
    }

    /** The rank's operation that was queued last. */
    long lastTicket(int rank) {
        return tickets[rank];
    }

    /** The output of the rank's all-gather that was queued last. */
    MemorySegment output(int rank) {
        return outputs.get(rank);
    }

    /** Queues one on every rank. */
    long[] gather() {
        long[] all = new long[world()];
        for (int rank = 0; rank < world(); rank++) {
            all[rank] = gather(rank);
        }
        return all;
    }

    /** An all-gather on all ranks that must go well. */
    void exchange() {
        long[] all = gather();
        for (int turn = 0; !isOver(all); turn++) {
            if (turn == 100_000) {
                throw new AssertionError("an exchange without a fault does not end");
            }
            turn(0);
        }
        for (int rank = 0; rank < world(); rank++) {
            if (!isRight(rank)) {
                throw new AssertionError("an exchange without a fault went wrong on rank " + rank + ": "
                        + engines.get(rank).poison().failure().map(Failure::message));
            }
        }
    }

    private static byte pattern(int rank, int i, int round) {
        return (byte) (rank * 37 + i * 3 + round * 11 + 1);
    }

    /** Whether a rank's last all-gather holds every byte of every rank's. */
    boolean isRight(int rank) {
        return isRight(outputs.get(rank), rounds[rank]);
    }

    boolean isRight(MemorySegment output, int round) {
        for (int from = 0; from < world(); from++) {
            for (int i = 0; i < BYTES; i++) {
                if (output.get(ValueLayout.JAVA_BYTE, (long) from * BYTES + i) != pattern(from, i, round)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a rank's last output was marked as void: 0xFF everywhere. */
    boolean isMarked(int rank) {
        byte[] ones = new byte[(int) outputs.get(rank).byteSize()];
        Arrays.fill(ones, (byte) 0xff);
        return outputs.get(rank).mismatch(MemorySegment.ofArray(ones)) < 0;
    }

    int round(int rank) {
        return rounds[rank];
    }

    /** Whether an operation of each rank is over; −1 for ranks that do not count. */
    boolean isOver(long[] all) {
        for (int rank = 0; rank < world(); rank++) {
            if (all[rank] >= 0 && !engines.get(rank).isOver(all[rank])) {
                return false;
            }
        }
        return true;
    }

    Optional<Failure> failure(int rank) {
        return engines.get(rank).poison().failure();
    }

    // Time

    /** Nobody turns this rank's engine any more: its process is stopped or computes. */
    void stop(int rank) {
        stopped.add(rank);
    }

    void resume(int rank) {
        stopped.remove(rank);
    }

    private void turn(long nanos) {
        nowNanos += nanos;
        for (int poll = 0; poll < 3; poll++) {
            wires.advance();
            for (int rank = 0; rank < world(); rank++) {
                if (!stopped.contains(rank)) {
                    engines.get(rank).poll(nowNanos);
                }
            }
        }
    }

    /** Time passes while those that are not stopped turn. */
    void pass(long nanos) {
        for (long until = nowNanos + nanos; nowNanos < until; ) {
            turn(TURN_NANOS);
        }
    }

    /** The same until operations are over; false when they are not by then. */
    boolean passUntilOver(long[] all, long nanos) {
        for (long until = nowNanos + nanos; nowNanos < until && !isOver(all); ) {
            turn(TURN_NANOS);
        }
        return isOver(all);
    }

    @Override
    public void close() {
        wires.nics().forEach(Nic::close);
    }
}
