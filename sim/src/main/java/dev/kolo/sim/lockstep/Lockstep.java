package dev.kolo.sim.lockstep;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace;
import dev.kolo.sim.fabric.Cabling;
import dev.kolo.sim.fabric.Fabric;
import dev.kolo.sim.fabric.FabricTerms;
import dev.kolo.sim.fabric.SimNic;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleChooser;
import dev.kolo.wire.schedule.ScheduleKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** All ranks of one simulated session, whose callers may block. */
public final class Lockstep implements AutoCloseable {
    private static final int TAG = 0x51a1;
    private static final int POLLS = 64;
    /** Where nothing is on its way, only time helps: to a repair or to the end of a wait. */
    private static final long PASS_PICOS = Agenda.MILLI;

    private final Agenda agenda = new Agenda();
    private final Fabric fabric;
    private final Baton baton;
    private final List<Engine> engines = new ArrayList<>();
    private final List<Communicator> communicators = new ArrayList<>();

    /**
     * Ranks on a fabric in good order.
     *
     * @param cabling hosts and cables
     * @param lanes lanes per peer
     * @param limitBytes largest payload of a step
     * @param forced the schedule to take wherever it serves
     * @param seed what the fabric draws comes from it
     */
    public Lockstep(Cabling cabling, int lanes, long limitBytes, Optional<ScheduleKind> forced, long seed) {
        int world = cabling.world();
        fabric = new Fabric(agenda, new Trace(agenda, 0), FabricTerms.CONNECTX7, cabling, Arena.ofShared(), seed);
        baton = new Baton(world);
        RegionLayout layout = new RegionLayout(world, lanes, limitBytes);
        Reach reach = cabling.reach();
        List<SimNic> nics = new ArrayList<>();
        List<MemorySegment> regions = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            nics.add(fabric.nic(rank, lanes));
            regions.add(nics.get(rank).allocate(layout.regionBytes()));
        }
        join(nics, regions, reach, lanes);
        for (int rank = 0; rank < world; rank++) {
            SimNic nic = nics.get(rank);
            Membership member = new Membership(
                    rank,
                    layout,
                    nic,
                    nic.capabilities(),
                    regions.get(rank),
                    reach.peersOf(rank),
                    cabling.windows(rank, lanes, FabricTerms.CONNECTX7.hairpinBytes()),
                    seed,
                    world,
                    TAG);
            ScheduleChooser chooser =
                    new ScheduleChooser(reach, CostModel.CONNECTX7, limitBytes, Long.MAX_VALUE, forced);
            Engine engine =
                    new Engine(member, reach, chooser, Timing.SERVING, Counters.inMemory(rank, world), new Poison());
            engines.add(engine);
            communicators.add(new Communicator(engine, new LockstepProgress(engine, baton, rank)));
        }
    }

    private static void join(List<SimNic> nics, List<MemorySegment> regions, Reach reach, int lanes) {
        int world = nics.size();
        LaneEndpoint[][] ends = new LaneEndpoint[world][world * lanes];
        List<RegionRecord> records = new ArrayList<>();
        for (SimNic nic : nics) {
            records.add(nic.register(regions.get(nic.rank())));
            for (int peer : reach.peersOf(nic.rank())) {
                for (int index = 0; index < lanes; index++) {
                    LaneRequest request = LaneRequest.of(nic.rank(), peer, index, lanes);
                    ends[nic.rank()][request.lane()] = open(nic, request);
                }
            }
        }
        for (SimNic nic : nics) {
            for (int peer : reach.peersOf(nic.rank())) {
                for (int index = 0; index < lanes; index++) {
                    LaneEndpoint remote = Objects.requireNonNull(ends[peer][nic.rank() * lanes + index]);
                    nic.connect(peer * lanes + index, remote, records.get(peer));
                }
            }
        }
    }

    private static LaneEndpoint open(SimNic nic, LaneRequest request) {
        try {
            return nic.openLane(request);
        } catch (NicException e) {
            throw new IllegalStateException("no lane between ranks that reach each other", e);
        }
    }

    /** Virtual time that has passed. */
    public long nowPicos() {
        return agenda.nowPicos();
    }

    /** How much has happened. */
    public long events() {
        return agenda.happened();
    }

    /**
     * Lets every rank do something with its communicator, which may block; returns when all are done.
     *
     * @param what what a rank does; runs on a thread of that rank
     * @throws RuntimeException the first that a rank threw
     */
    public void run(Consumer<Communicator> what) {
        AtomicReference<Throwable> trouble = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Communicator communicator : communicators) {
            threads.add(Thread.ofPlatform().name("rank " + communicator.rank()).start(() -> {
                baton.take(communicator.rank());
                try {
                    what.accept(communicator);
                } catch (Throwable e) {
                    trouble.compareAndSet(null, e);
                } finally {
                    baton.end(communicator.rank());
                }
            }));
        }
        baton.runAll(this::passTime);
        for (Thread thread : threads) {
            join(thread);
        }
        Throwable thrown = trouble.get();
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown != null) {
            throw new IllegalStateException("a rank ended with " + thrown, thrown);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a rank ended", e);
        }
    }

    /** Nobody can go on: engines work, and when they have nothing to do the next thing happens. */
    private void passTime() {
        int work = 0;
        long nowNanos = agenda.nowPicos() / Agenda.NANO;
        for (Engine engine : engines) {
            for (int i = 0; i < POLLS; i++) {
                work += engine.poll(nowNanos);
            }
        }
        if (work == 0 && !agenda.step()) {
            agenda.in(PASS_PICOS, () -> {});
        }
    }

    @Override
    public void close() {
        communicators.forEach(Communicator::close);
        fabric.close();
    }
}
