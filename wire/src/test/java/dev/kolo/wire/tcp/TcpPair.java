package dev.kolo.wire.tcp;

import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.NicBed;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.progress.CallerProgress;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.progress.ThreadProgress;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleChooser;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Two ranks of one process over TCP with slots larger than what the kernel holds between them; the test drives rank 1. */
final class TcpPair implements AutoCloseable {
    static final int LIMIT = 10 << 20;

    private final RegionLayout layout = new RegionLayout(2, 1, LIMIT);
    private final List<TcpNic> nics = new ArrayList<>();
    private final List<MemorySegment> regions = new ArrayList<>();
    private final List<Engine> engines = new ArrayList<>();
    private final List<Communicator> comms = new ArrayList<>();
    /** Somebody else turns rank 0's engine, or nobody does. */
    private boolean driven;

    private boolean released;

    /** Rank 0 driven by its caller or by a thread. */
    TcpPair(boolean threaded) throws NicException {
        this.driven = threaded;
        SessionId session = new SessionId(5, 6);
        List<RegionRecord> records = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            TcpNic nic = new TcpNic(new TcpSettings(session, rank, 2, 1, "secret", InetAddress.getLoopbackAddress()));
            nics.add(nic);
            regions.add(nic.allocate(layout.regionBytes()));
            records.add(nic.register(regions.get(rank)));
        }
        LaneEndpoint zero = nics.get(0).openLane(LaneRequest.of(0, 1, 0, 1));
        LaneEndpoint one = nics.get(1).openLane(LaneRequest.of(1, 0, 0, 1));
        nics.get(0).connect(1, one, records.get(1));
        nics.get(1).connect(0, zero, records.get(0));
        while (nics.get(0).laneState(1) != LaneState.READY || nics.get(1).laneState(0) != LaneState.READY) {
            nics.forEach(nic -> nic.poll(new NicBed.Log()));
        }
        Reach reach = Reach.everyPair(2);
        for (int rank = 0; rank < 2; rank++) {
            Membership member = new Membership(
                    rank,
                    layout,
                    nics.get(rank),
                    nics.get(rank).capabilities(),
                    regions.get(rank),
                    List.of(1 - rank),
                    List.of(),
                    5,
                    6,
                    77);
            ScheduleChooser chooser =
                    new ScheduleChooser(reach, CostModel.CONNECTX7, LIMIT, Long.MAX_VALUE, Optional.empty());
            engines.add(new Engine(member, reach, chooser, Timing.SERVING, Counters.inMemory(rank, 2), new Poison()));
            comms.add(new Communicator(
                    engines.get(rank),
                    threaded && rank == 0
                            ? new ThreadProgress(engines.get(rank), true, 1_000_000)
                            : new CallerProgress(engines.get(rank), true)));
        }
    }

    Communicator comm(int rank) {
        return comms.get(rank);
    }

    Engine engine(int rank) {
        return engines.get(rank);
    }

    TcpNic nic(int rank) {
        return nics.get(rank);
    }

    /** One all-gather that goes well. */
    void exchange(MemorySegment input, MemorySegment output, MemorySegment peersInput, MemorySegment peersOutput) {
        long zero = comms.get(0).allGatherAsync(input, 0, output, 0, input.byteSize());
        long one = comms.get(1).allGatherAsync(peersInput, 0, peersOutput, 0, peersInput.byteSize());
        boolean[] over = new boolean[2];
        while (!over[0] || !over[1]) {
            over[0] = comms.get(0).isOver(zero);
            over[1] = comms.get(1).isOver(one);
        }
        comms.get(0).check();
    }

    void poison(int rank) {
        engines.get(rank)
                .poison()
                .poison(Failure.ofSession(Failure.Kind.ABORTED, rank, -1, "the test ends the session"));
    }

    /** Ends rank 0's communicator; from now on the test polls its NIC, and nobody its engine. */
    void closeZero() {
        comms.get(0).close();
        driven = true;
        released = true;
    }

    /** Lets rank 1 receive, and rank 0 send on, until a payload lies in rank 1's receive slot of either step. */
    void pollUntilPeerHas(MemorySegment payload) {
        poll(1, payload);
    }

    /** The other way round. */
    void pollUntilArrived(MemorySegment payload) {
        poll(0, payload);
    }

    private void poll(int at, MemorySegment payload) {
        for (int turn = 0; turn < 20_000; turn++) {
            for (int i = 0; i < 20; i++) {
                engines.get(1).poll(System.nanoTime());
                if (!driven) {
                    engines.get(0).poll(System.nanoTime());
                }
                if (released) {
                    nics.get(0).poll(new NicBed.Log());
                }
            }
            for (int slot = 0; slot < 2; slot++) {
                MemorySegment received = regions.get(at).asSlice(layout.receive(1 - at, slot), payload.byteSize());
                if (received.mismatch(payload) == -1) {
                    return;
                }
            }
        }
        throw new AssertionError("the payload never came whole to rank " + at);
    }

    @Override
    public void close() {
        comms.forEach(Communicator::close);
        nics.forEach(TcpNic::close);
    }
}
