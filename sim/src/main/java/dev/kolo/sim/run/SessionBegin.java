package dev.kolo.sim.run;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Draw;
import dev.kolo.sim.fabric.Fabric;
import dev.kolo.sim.fabric.SimNic;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.record.Nonce;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleChooser;
import dev.kolo.wire.session.FateWatch;
import dev.kolo.wire.session.star.Credentials;
import dev.kolo.wire.session.star.Dialer;
import dev.kolo.wire.session.star.LeafStar;
import dev.kolo.wire.session.star.Pipe;
import dev.kolo.wire.session.star.RootStar;
import dev.kolo.wire.session.star.Star;
import dev.kolo.wire.session.star.StarTimes;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Begins a session's processes: at once, as a set-up would have left them, or by the wire's own set-up over a star. */
final class SessionBegin {
    private static final long SETUP_NANOS = 30_000_000_000L;

    private final Run run;
    private final Fabric fabric;
    private final Scenario scenario;
    private final Options options;
    private final Draw draw;
    private final int number;

    SessionBegin(Run run, Fabric fabric, Scenario scenario, Options options, int number) {
        this.run = run;
        this.fabric = fabric;
        this.scenario = scenario;
        this.options = options;
        this.number = number;
        draw = Draw.of(scenario.seed(), "session", number);
    }

    // At once

    /** All ranks with lanes, regions and engines. */
    void atOnce(List<SimProcess> processes) {
        int world = scenario.world();
        int lanes = scenario.lanes();
        RegionLayout layout = scenario.layout();
        Reach reach = scenario.cabling().reach();
        List<SimNic> nics = new ArrayList<>();
        List<MemorySegment> regions = new ArrayList<>();
        List<RegionRecord> records = new ArrayList<>();
        LaneEndpoint[][] ends = new LaneEndpoint[world][world * lanes];
        for (SimProcess process : processes) {
            SimNic nic = fabric.nic(process.rank, lanes);
            process.owns(nic);
            nics.add(nic);
            regions.add(nic.allocate(layout.regionBytes()));
            records.add(nic.register(regions.getLast()));
            scenario.numbers()
                    .leaveOldWords(layout, regions.getLast(), Draw.of(scenario.seed(), "old words", process.rank));
            if (scenario.numbers().flagsFirst()) {
                nic.promisesNoOrderFrom(layout.wordsReceived(0, 0));
            }
            for (int peer : reach.peersOf(process.rank)) {
                for (int index = 0; index < lanes; index++) {
                    LaneRequest request = LaneRequest.of(process.rank, peer, index, lanes);
                    ends[process.rank][request.lane()] = open(nic, request);
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
        // Never the tag of the session before.
        int tag = 1 + 2 * draw.below(0x7000) + number;
        long high = draw.next();
        long low = draw.next();
        for (SimProcess process : processes) {
            Nic nic = options.nic().apply(nics.get(process.rank));
            Membership member = new Membership(
                    process.rank,
                    layout,
                    nic,
                    nic.capabilities(),
                    regions.get(process.rank),
                    reach.peersOf(process.rank),
                    scenario.cabling()
                            .windows(process.rank, lanes, scenario.terms().hairpinBytes()),
                    high,
                    low,
                    tag,
                    options.safeguards());
            ScheduleChooser chooser = new ScheduleChooser(
                    reach, CostModel.CONNECTX7, layout.limitBytes(), Long.MAX_VALUE, scenario.forced());
            Engine engine = new Engine(
                    member, reach, chooser, scenario.timing(), Counters.inMemory(process.rank, world), new Poison());
            if (scenario.numbers().firstStep() > 2) {
                engine.startAt(scenario.numbers().firstStep());
            }
            process.begin(engine);
        }
        run.sessionHasTag(tag);
    }

    private static LaneEndpoint open(SimNic nic, LaneRequest request) {
        try {
            return nic.openLane(request);
        } catch (NicException e) {
            throw new IllegalStateException("no lane between ranks that reach each other", e);
        }
    }

    // Over the star

    /** All ranks begin to meet. */
    List<StarSetUp> overStar(List<SimProcess> processes) {
        List<StarSetUp> setUps = new ArrayList<>();
        StarTimes times = StarTimes.of(SETUP_NANOS, 4 * scenario.timing().waitNanos());
        FateWatch rootWatch = new FateWatch(0, scenario.timing().graceNanos());
        RootStar root = new RootStar(credentials(0), times, rootWatch);
        setUps.add(setUp(processes.getFirst(), root, rootWatch));
        for (SimProcess process : processes.subList(1, processes.size())) {
            long flight = StarSetUp.flightPicos(draw.spread(Agenda.MICRO, Agenda.MILLI));
            SimPipe pipe = SimPipe.joined(run.agenda(), flight, "root:1", "host" + process.rank + ":9");
            long reachable = run.agenda().nowPicos() + flight + draw.spread(1, 20 * Agenda.MILLI);
            FateWatch watch = new FateWatch(process.rank, scenario.timing().graceNanos());
            LeafStar leaf = new LeafStar(
                    credentials(process.rank), times, watch, dialer(processes.getFirst(), root, pipe, reachable));
            StarSetUp setUp = setUp(process, leaf, watch);
            setUp.uses(pipe);
            setUps.getFirst().uses(pipe.other());
            setUps.add(setUp);
        }
        for (int rank = 0; rank < processes.size(); rank++) {
            processes.get(rank).setUpBy(setUps.get(rank));
        }
        return setUps;
    }

    private StarSetUp setUp(SimProcess process, Star star, FateWatch watch) {
        return new StarSetUp(
                scenario,
                process,
                star,
                watch,
                lanesPerPeer -> {
                    SimNic nic = fabric.nic(process.rank, lanesPerPeer);
                    process.owns(nic);
                    return options.nic().apply(nic);
                },
                number,
                options.safeguards());
    }

    private Dialer dialer(SimProcess rootProcess, RootStar root, SimPipe pipe, long reachablePicos) {
        return new Dialer() {
            private boolean taken;

            @Override
            public Optional<Pipe> dial(long nowNanos) {
                if (taken || rootProcess.isDead() || run.agenda().nowPicos() < reachablePicos) {
                    return Optional.empty();
                }
                taken = true;
                root.accept(pipe.other());
                return Optional.of(pipe);
            }

            @Override
            public String describe() {
                return "root:1 (no answer)";
            }
        };
    }

    private Credentials credentials(int rank) {
        return new Credentials(scenario.world(), rank, "host" + rank, "token", new Nonce(draw.next(), draw.next()));
    }
}
