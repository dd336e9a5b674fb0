package dev.kolo.sim.run;

import dev.kolo.sim.check.BitsCheck;
import dev.kolo.sim.check.CausalityCheck;
import dev.kolo.sim.check.PoisonCheck;
import dev.kolo.sim.check.ProgressCheck;
import dev.kolo.sim.check.ResultCheck;
import dev.kolo.sim.check.RootCheck;
import dev.kolo.sim.check.SetUpCheck;
import dev.kolo.sim.check.SlotProofCheck;
import dev.kolo.sim.check.SourceCheck;
import dev.kolo.sim.check.Violations;
import dev.kolo.sim.check.WaitCheck;
import dev.kolo.sim.check.WriteCheck;
import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Draw;
import dev.kolo.sim.core.Trace;
import dev.kolo.sim.core.Trace.Kind;
import dev.kolo.sim.fabric.Fabric;
import dev.kolo.sim.fabric.FabricWatcher;
import dev.kolo.sim.fabric.Request;
import dev.kolo.sim.fabric.SimNic;
import dev.kolo.sim.fault.Fault;
import dev.kolo.sim.fault.FaultKind;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.schedule.Collective;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One scenario from beginning to end: faults first, then everything heals that can, then progress is demanded. All of it in
 * virtual time and in one thread; the same scenario gives the same hash.
 */
public final class Run {
    private static final int EVENTS_PER_LOOK = 64;

    private final Scenario scenario;
    private final Options options;
    private final Agenda agenda = new Agenda();
    private final Trace trace;
    private final Violations violations;
    private final Coverage coverage = new Coverage();
    private final Fabric fabric;
    private final ResultCheck results;
    private final PoisonCheck poisons;
    private final WaitCheck waits;
    private final List<String> failures = new ArrayList<>();
    private List<SimProcess> processes = List.of();
    private List<StarSetUp> setUps = List.of();
    private RootCheck roots;
    private SlotProofCheck slots;
    private Session session;
    private int sessions;
    private final OldFlags flagsBefore;

    private Run(Scenario scenario, Options options, Arena arena) {
        this.scenario = scenario;
        this.options = options;
        trace = new Trace(agenda, options.traceLines());
        violations = new Violations(agenda, trace);
        fabric = new Fabric(agenda, trace, scenario.terms(), scenario.cabling(), arena, scenario.seed());
        results = new ResultCheck(violations);
        poisons = new PoisonCheck(violations);
        long grace = scenario.timing().graceNanos() * Agenda.NANO;
        long bound = scenario.timing().waitNanos() * Agenda.NANO + 3 * grace;
        waits = new WaitCheck(bound + bound / 32 + 500 * Agenda.MILLI, violations);
        roots = new RootCheck(violations);
        slots = new SlotProofCheck(scenario.layout(), 0, scenario.numbers().firstStep(), violations);
        session = session(0);
        flagsBefore = new OldFlags(scenario.layout());
        watch();
    }

    /** Runs a scenario. */
    public static Verdict of(Scenario scenario, Options options) {
        Scenario as = options.reusesPsns() ? scenario.withTerms(scenario.terms().reusingPsns()) : scenario;
        try (Arena arena = Arena.ofConfined()) {
            return new Run(as, options, arena).toEnd();
        }
    }

    private Session session(int number) {
        return new Session(
                number,
                new CallData(number),
                new CausalityCheck(scenario.world(), violations),
                new BitsCheck(violations));
    }

    private void watch() {
        fabric.watch(new WriteCheck(scenario.layout(), violations));
        fabric.watch(new SourceCheck(scenario.layout(), violations));
        fabric.watch(new FabricWatcher() {
            @Override
            public void posted(SimNic nic, Request request) {
                slots.posted(nic, request);
            }

            @Override
            public void placed(SimNic to, int from, long offset, int bytes) {
                slots.placed(to, from, offset, bytes);
            }

            @Override
            public void accepted(SimNic to, Request request, byte[] payload, long at) {
                if (at < 0 && session.number() == 0) {
                    flagsBefore.remember(to.rank(), request.flagRemote(), SimNic.wordOf(payload));
                }
            }

            @Override
            public void laneFailed(SimNic nic, int peer) {
                coverage.count("lanes given up");
                roots.blameLane(nic.rank(), peer);
            }
        });
    }

    private Verdict toEnd() {
        begin();
        Planter planter = new Planter(this, fabric);
        scenario.faults().forEach(planter::plant);
        long deadline = deadlinePicos();
        while (agenda.nowPicos() < deadline && agenda.step()) {
            if (agenda.happened() % EVENTS_PER_LOOK == 0 && isOver()) {
                break;
            }
        }
        judgeEnd();
        cover();
        return new Verdict(
                scenario,
                trace.hash(),
                agenda.happened(),
                agenda.nowPicos(),
                violations.all(),
                failures,
                coverage,
                trace.lines());
    }

    private long deadlinePicos() {
        long wait = (scenario.timing().waitNanos() + 4 * scenario.timing().graceNanos()) * Agenda.NANO;
        return scenario.healedPicos()
                + 6 * (wait + scenario.terms().longestRetryPicos())
                + (scenario.meets() ? 100 : 20) * Agenda.SECOND;
    }

    private boolean isOver() {
        for (SimProcess process : processes) {
            if (!process.isOver()) {
                return false;
            }
        }
        // A restart that is still to come begins another session.
        return sessions > 1 || scenario.faults().stream().noneMatch(f -> f.kind() == FaultKind.RESTART);
    }

    private void begin() {
        sessions++;
        List<SimProcess> fresh = new ArrayList<>();
        for (int rank = 0; rank < scenario.world(); rank++) {
            Draw draw = Draw.of(scenario.seed(), "process", sessions * 64L + rank);
            long compute = scenario.windowPicos() / Math.max(1, scenario.calls().size());
            long mostRest = Math.min(scenario.timing().waitNanos() * Agenda.NANO / 256, 100 * Agenda.MILLI);
            Pace pace = new Pace(draw, compute, mostRest);
            SimProcess process = new SimProcess(this, session, rank, new VirtualClock(agenda, draw), pace);
            fresh.add(process);
            if (scenario.clients().contains(rank)) {
                Draw ofClient = Draw.of(scenario.seed(), "client", sessions * 64L + rank);
                VirtualClock clock = new VirtualClock(agenda, ofClient);
                Pace own = new Pace(ofClient, compute, mostRest);
                process.serves(new SimClient(this, session, process, clock, own, ofClient.oneIn(2)));
            }
        }
        processes = List.copyOf(fresh);
        for (Fault fault : scenario.faults()) {
            if (fault.kind() == FaultKind.STOPPED_CALLER) {
                process(fault.host()).stopsCallingAt((int) fault.strength());
                blame(fault.host());
                coverage.count("fault " + fault.kind().word());
            } else if (fault.kind() == FaultKind.OTHER_CALL) {
                process(fault.host()).differsAt((int) fault.strength());
                roots.blameNobodyAlone();
                blame(fault.host());
                coverage.count("fault " + fault.kind().word());
            }
        }
        SessionBegin how = new SessionBegin(this, fabric, scenario, options, session.number());
        if (scenario.meets()) {
            setUps = how.overStar(processes);
        } else {
            how.atOnce(processes);
        }
    }

    // What the faults do

    void restart() {
        processes.forEach(SimProcess::die);
        processes.forEach(p -> p.client().ifPresent(SimClient::die));
        trace.note(Kind.SESSION, -1, -1, session.number(), 0, "all processes end; a new session begins");
        session = session(session.number() + 1);
        roots = new RootCheck(violations);
        agenda.in(Draw.of(scenario.seed(), "restart", 0).spread(Agenda.MICRO, 5 * Agenda.MILLI), this::begin);
    }

    void blame(int rank) {
        roots.blame(rank);
    }

    void blameUnreachable(int rank) {
        roots.blameUnreachable(rank);
    }

    void powerOff(int rank) {
        if (!setUps.isEmpty()) {
            setUps.get(rank).silence();
        }
        process(rank).die();
        process(rank).client().ifPresent(SimClient::die);
    }

    /** Not to blame before: whoever has left may end. */
    void clientDies(int rank) {
        blame(rank);
        process(rank).client().ifPresent(SimClient::die);
        process(rank).wake();
    }

    /** A client has read from its mailbox how the session ended: what its rank's engine says. */
    void clientTold(int rank, int kind, int root) {
        Failure failure =
                process(rank).engine().orElseThrow().poison().failure().orElseThrow();
        if (kind != failure.kind().number() + 1 || root != failure.root()) {
            violations.add(
                    "mailbox",
                    rank,
                    "the client of rank " + rank + " was told poison " + kind + " with root " + root + ", not "
                            + failure.kind() + " with root " + failure.root());
        }
        coverage.count("clients told of poison");
    }

    /** A client that does not hear from its server any more ends, and its rank with it. */
    void clientGaveUp(int rank) {
        coverage.count("clients that lost their server");
        if (!roots.isFatal()) {
            violations.add(
                    "mailbox", rank, "the client of rank " + rank + " gave its server up, but nothing fatal happened");
        }
        blame(rank);
    }

    /** Where there is no star, its news comes from here: to the engine, or as poison from outside. */
    void tellOfDeath(int gone) {
        Draw draw = Draw.of(scenario.seed(), "news", gone);
        if (scenario.meets() || draw.oneIn(2)) {
            return;
        }
        for (SimProcess process : processes) {
            boolean atOnce = draw.oneIn(2);
            long later = draw.spread(Agenda.MICRO, 2 * Agenda.MILLI);
            if (process.rank != gone) {
                Failure news = Failure.ofSession(
                        Failure.Kind.PEER_GONE, process.rank, gone, "The process of rank " + gone + " has ended.");
                agenda.in(later, () -> process.hears(news, atOnce));
            }
        }
    }

    /** As a frame does that was held for so long that its connection has forgotten it. */
    void lateWord(int rank, long which) {
        SimProcess process = process(rank);
        if (session.number() > 0 && !process.isDead()) {
            flagsBefore.draw(rank, which).ifPresent(old -> {
                trace.note(Kind.FAULT, rank, -1, old.offset(), old.word(), "late: " + FlagWord.words(old.word()));
                coverage.count("late words landed");
                process.landsAt(old.offset(), old.word());
            });
        }
    }

    void staleWords(int rank, long millionths) {
        process(rank).staleWords(millionths);
    }

    SimProcess process(int rank) {
        return processes.get(rank);
    }

    // What processes ask and tell

    Agenda agenda() {
        return agenda;
    }

    Trace trace() {
        return trace;
    }

    Scenario scenario() {
        return scenario;
    }

    Coverage coverage() {
        return coverage;
    }

    WaitCheck waits() {
        return waits;
    }

    PoisonCheck poisons() {
        return poisons;
    }

    void sessionHasTag(int tag) {
        slots = new SlotProofCheck(scenario.layout(), tag, scenario.numbers().firstStep(), violations);
    }

    /** The last calls wait until everything has healed. */
    boolean mayBegin(int call) {
        return call < scenario.calls().size() - Scenario.CALLS_AFTER || agenda.nowPicos() >= scenario.healedPicos();
    }

    String words(Call call) {
        return trace.keeps() ? call.words() : "";
    }

    /** What a rank calls that calls something else. */
    static Call another(Call planned) {
        return new Call(
                planned.number(),
                Collective.ALL_GATHER,
                DataType.BYTES,
                Reduction.SUM,
                planned.bytes() / 16,
                -1,
                List.of());
    }

    void failed(Session of, int rank, Failure failure) {
        coverage.count("failure " + failure.kind());
        failures.add(failure.message());
        if (of.number() == session.number()) {
            if (roots.isFatal()
                    && failure.root() >= 0
                    && process(failure.root()).stoodStillWithin(gracePicos())) {
                // Two faults at once: who says nothing while roots are looked for is taken for one, rightly or not.
                return;
            }
            roots.failed(rank, failure.root(), failure.message());
        }
    }

    private long gracePicos() {
        return 2 * scenario.timing().graceNanos() * Agenda.NANO;
    }

    void judge(Session of, int rank, Call call, byte[] seen) {
        int world = scenario.world();
        of.causality().done(rank, call.number(), call.words(), other -> needs(call, rank, other, world));
        if (call.collective() == Collective.BROADCAST && call.root() == rank) {
            return;
        }
        results.judge(rank, call.words(), of.data().expected(call, rank, world), seen, epochs(of, rank, call));
        if (call.collective() != Collective.PAIR_EXCHANGE && call.collective() != Collective.REDUCE_SCATTER) {
            of.bits().result(rank, call.number(), call.words(), seen);
        }
    }

    private static boolean needs(Call call, int rank, int other, int world) {
        return switch (call.collective()) {
            case BARRIER -> true;
            case BROADCAST -> other == call.root() && call.bytes() > 0;
            case PAIR_EXCHANGE -> other == call.partner(rank, world) && call.bytes() > 0;
            case ALL_GATHER -> call.blockBytes(other) > 0;
            case ALL_REDUCE, REDUCE_SCATTER -> call.bytes() > 0;
        };
    }

    /** Earlier calls of the same kind, and the same call of the session before. */
    private ResultCheck.Epochs epochs(Session of, int rank, Call call) {
        List<Call> earlier = new ArrayList<>();
        for (int number = call.number() - 1; number >= 0; number--) {
            earlier.add(scenario.calls().get(number));
        }
        return new ResultCheck.Epochs() {
            @Override
            public int count() {
                return earlier.size() + of.number();
            }

            @Override
            public String name(int index) {
                return index < earlier.size() ? earlier.get(index).words() : "the session before";
            }

            @Override
            public byte[] expected(int index) {
                boolean sameSession = index < earlier.size();
                return sameSession
                        ? of.data().expected(earlier.get(index), rank, scenario.world())
                        : new CallData(of.number() - 1).expected(call, rank, scenario.world());
            }
        };
    }

    // The end

    private void judgeEnd() {
        ProgressCheck progress = new ProgressCheck(violations);
        boolean setUpFailed = setUps.stream().anyMatch(StarSetUp::hasFailed);
        for (SimProcess process : processes) {
            if (!process.isOver()) {
                waits.neverOver(process.rank, process.underWay(), process.withoutProgressPicos());
            }
            if (!roots.isFatal() && !setUpFailed) {
                progress.ended(
                        process.rank, process.callsDone(), scenario.calls().size());
            }
        }
        judgeSetUp();
    }

    private void judgeSetUp() {
        List<Integer> ranks = new ArrayList<>();
        List<String> endings = new ArrayList<>();
        for (int rank = 0; rank < setUps.size(); rank++) {
            Optional<String> ending = setUps.get(rank).ending();
            if (ending.isPresent() && !process(rank).isDead() && !process(rank).standsStillForEver()) {
                ranks.add(rank);
                endings.add(ending.get());
            }
        }
        // Without rank 0 nobody can tell all others the same.
        boolean arbiter = ranks.contains(0);
        new SetUpCheck(violations).ended(ranks, endings, arbiter, roots.isFatal() || mayFailSetUp());
    }

    /** Set-up tries each lane for two seconds and no longer. */
    private boolean mayFailSetUp() {
        return scenario.terms().longestRetryPicos() > Agenda.SECOND
                || scenario.faults().stream().anyMatch(f -> f.lastsPicos() > Agenda.SECOND);
    }

    private void cover() {
        scenario.countIn(coverage);
        coverage.add("frames sent", fabric.framesSent());
        coverage.add("frames lost", fabric.framesLost());
        coverage.add("frames dropped at full relays", fabric.framesOverrun());
        coverage.add("frames held back", fabric.framesHeld());
        coverage.add("time-outs", fabric.timeouts());
        coverage.add("stale words sent", fabric.staleWords());
        for (SimProcess process : processes) {
            coverage.add("calls done", process.callsDone());
            process.engine().ifPresent(this::coverEngine);
        }
        coverage.count(failures.isEmpty() ? "sessions that lived" : "sessions that failed");
    }

    private void coverEngine(Engine engine) {
        coverage.add("late waits", engine.counters().get(Total.LATE_WAITS));
        coverage.add("repairs", engine.counters().get(Total.REPAIRS));
        coverage.add("stale flags seen", engine.counters().get(Total.STALE_FLAGS));
        coverage.add("foreign flags seen", engine.counters().get(Total.FOREIGN_FLAGS));
    }
}
