package dev.kolo.wire.progress;

import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleChooser;
import dev.kolo.wire.shm.ShmNic;
import dev.kolo.wire.shm.ShmSettings;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Ranks of one process over shared memory, each called by a thread of its own. */
public final class ShmRanks implements AutoCloseable {
    /** What each rank does. */
    public interface Task {
        void run(Communicator comm) throws Exception;
    }

    public static final long LIMIT = 65_536;
    private static final long DIRECT_FROM = 16_385;
    private static final long DIRECT_FROM_OF_TWO = 8192;

    private final List<ShmNic> nics = new ArrayList<>();
    private final List<Communicator> comms = new ArrayList<>();
    final boolean direct;

    public ShmRanks(Path folder, int world, long seed, boolean threads) throws NicException {
        this(folder, world, seed, threads, new RegionLayout(world, 1, LIMIT));
    }

    /** The same with a layout of its own. */
    ShmRanks(Path folder, int world, long seed, boolean threads, RegionLayout layout) throws NicException {
        List<MemorySegment> regions = new ArrayList<>();
        List<RegionRecord> records = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            ShmNic nic = new ShmNic(
                    new ShmSettings(new SessionId(seed, 9), rank, world, folder, "0badcafe-b007", seed + rank, true));
            nics.add(nic);
            regions.add(nic.allocate(layout.regionBytes()));
            records.add(nic.register(regions.get(rank)));
        }
        LaneEndpoint[][] ends = new LaneEndpoint[world][world];
        for (int rank = 0; rank < world; rank++) {
            for (int peer : peers(rank, world)) {
                ends[rank][peer] = nics.get(rank).openLane(LaneRequest.of(rank, peer, 0, 1));
            }
        }
        for (int rank = 0; rank < world; rank++) {
            for (int peer : peers(rank, world)) {
                nics.get(rank).connect(peer, ends[peer][rank], records.get(peer));
            }
        }
        boolean all = true;
        for (int rank = 0; rank < world; rank++) {
            for (int peer : peers(rank, world)) {
                if (nics.get(rank).laneState(peer) != LaneState.READY) {
                    throw new NicException("rank " + rank + " has no lane to rank " + peer);
                }
            }
            all &= nics.get(rank).capabilities().directRead();
        }
        direct = all;
        Reach reach = Reach.everyPair(world);
        for (int rank = 0; rank < world; rank++) {
            Membership member = new Membership(
                    rank,
                    layout,
                    nics.get(rank),
                    nics.get(rank).capabilities().agreed(true, direct),
                    regions.get(rank),
                    peers(rank, world),
                    List.of(),
                    seed,
                    9,
                    77);
            ScheduleChooser chooser = new ScheduleChooser(
                    reach,
                    CostModel.SHARED_MEMORY,
                    LIMIT,
                    !direct ? Long.MAX_VALUE : world == 2 ? DIRECT_FROM_OF_TWO : DIRECT_FROM,
                    Optional.empty());
            Engine engine =
                    new Engine(member, reach, chooser, Timing.SERVING, Counters.inMemory(rank, world), new Poison());
            comms.add(new Communicator(
                    engine, threads ? new ThreadProgress(engine, true, 1_000_000) : new CallerProgress(engine, true)));
        }
    }

    private static List<Integer> peers(int rank, int world) {
        return IntStream.range(0, world).filter(p -> p != rank).boxed().toList();
    }

    Communicator comm(int rank) {
        return comms.get(rank);
    }

    /** Runs the same task on every rank at once and waits for all. */
    public void run(Task task) throws InterruptedException, ExecutionException {
        try (ExecutorService pool = Executors.newFixedThreadPool(comms.size())) {
            List<Future<?>> all = new ArrayList<>();
            for (Communicator comm : comms) {
                all.add(pool.submit(() -> {
                    task.run(comm);
                    return true;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
    }

    @Override
    public void close() {
        comms.forEach(Communicator::close);
        nics.forEach(ShmNic::close);
    }
}
