package dev.kolo.sim.run;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace.Kind;
import dev.kolo.sim.fabric.SimNic;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.mailbox.MailboxServer;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.record.SessionId;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One rank's process: calls, polls, stands still, dies. Owns its engine as the caller's thread does. */
final class SimProcess {
    /** What is at once, for a rank that is polled when something happens to it. */
    private static final long AT_ONCE_PICOS = 50 * Agenda.MILLI;

    /** Calls that are still tried once the session is poisoned. */
    private static final int CALLS_AFTER_POISON = 2;

    /** How often a rank looks during its set-up, at first. */
    private static final long SETUP_POLL_PICOS = 200 * Agenda.MICRO;

    private final Run run;
    private final Session session;
    final int rank;
    private final VirtualClock clock;
    private final Pace pace;
    private final Agenda agenda;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();

    private Optional<SetUp> setUp = Optional.empty();
    private @Nullable Engine engine;
    private Optional<SimClient> client = Optional.empty();
    private Optional<MailboxServer> mailbox = Optional.empty();
    private Optional<SimNic> nic = Optional.empty();
    private long operationsBefore;
    private long ticketsBefore = -1;

    private int nextCall;
    private long nextCallPicos;
    private int done;
    private int stopsAt = Integer.MAX_VALUE;
    private int differsAt = -1;
    private int callsAfterPoison;
    private boolean dead;
    private long stillUntilPicos;
    private long stoodStillPicos;
    private long lastWorkPicos;
    private long turnPicos;
    private boolean turnSet;
    private int turnToken;
    private boolean failureNoted;
    /** When the session was poisoned from outside. */
    private long poisonedPicos = Long.MAX_VALUE;

    /** A call under way. */
    private record Pending(Call call, long ticket, MemorySegment output, long calledPicos) {}

    /** What a process does before it has an engine. */
    interface SetUp {
        /** Takes it further; true once {@link SimProcess#begin} was called or it has failed for good. */
        boolean poll(long nowNanos);

        /** After set-up: what goes on beside the calls. */
        void watch(long nowNanos);

        /** Whether it failed. */
        boolean hasFailed();

        /** The process has died. */
        void die();
    }

    SimProcess(Run run, Session session, int rank, VirtualClock clock, Pace pace) {
        this.run = run;
        this.session = session;
        this.rank = rank;
        this.clock = clock;
        this.pace = pace;
        agenda = run.agenda();
        lastWorkPicos = agenda.nowPicos();
    }

    void setUpBy(SetUp how) {
        setUp = Optional.of(how);
        wake();
    }

    void owns(SimNic of) {
        nic = Optional.of(of);
        of.onChange(this::wake);
    }

    /** News from outside the lanes: for the engine to act on, or an end of the session at once. */
    void hears(Failure news, boolean atOnce) {
        Engine mine = engine;
        if (mine == null || dead) {
            return;
        }
        if (atOnce) {
            mine.poison().poison(news);
            poisonedPicos = Math.max(agenda.nowPicos(), stillUntilPicos);
        } else {
            mine.tell(news);
        }
        wake();
    }

    /** Something lands in its memory that no lane of its session has sent. */
    void landsAt(long offset, long word) {
        if (engine != null) {
            nic.ifPresent(n -> n.region().set(ValueLayout.JAVA_LONG, offset, word));
            wake();
        }
    }

    void staleWords(long millionths) {
        nic.ifPresent(n -> n.sendStaleFlags(millionths));
    }

    /** Calls come from another process, through a mailbox. */
    void serves(SimClient other) {
        client = Optional.of(other);
    }

    Optional<SimClient> client() {
        return client;
    }

    /** Set-up is over: the first call may be made. */
    void begin(Engine with) {
        engine = with;
        mailbox = client.map(c -> c.serve(with, new SessionId(run.scenario().seed(), session.number())));
        operationsBefore = with.counters().get(Total.OPERATIONS);
        lastWorkPicos = agenda.nowPicos();
        nextCallPicos = agenda.nowPicos() + pace.computePicos();
        wake();
    }

    void stopsCallingAt(int call) {
        stopsAt = call;
        client.ifPresent(c -> c.stopsCallingAt(call));
    }

    void differsAt(int call) {
        differsAt = call;
        client.ifPresent(c -> c.differsAt(call));
    }

    boolean isDead() {
        return dead;
    }

    boolean hasBegun() {
        return engine != null;
    }

    Optional<Engine> engine() {
        return Optional.ofNullable(engine);
    }

    boolean standsStillForEver() {
        return stillUntilPicos == Long.MAX_VALUE;
    }

    /** Whether it stands still, or did so a moment ago. */
    boolean stoodStillWithin(long picos) {
        return (stillUntilPicos > 0 && stillUntilPicos > agenda.nowPicos() - picos)
                || client.map(c -> c.stoodStillWithin(picos)).orElse(false);
    }

    int callsDone() {
        return client.map(SimClient::callsDone).orElse(done);
    }

    /** Nothing more is to be expected of it. */
    boolean isOver() {
        if (setUp.map(SetUp::hasFailed).orElse(false)) {
            return true;
        }
        if (dead || standsStillForEver()) {
            return engine == null || client.map(SimClient::isOver).orElse(true);
        }
        if (client.isPresent()) {
            return engine != null && client.get().isOver() && knowsHowClientEnded();
        }
        if (engine == null || !pending.isEmpty()) {
            return false;
        }
        return callsAfterPoison >= CALLS_AFTER_POISON
                || nextCall >= Math.min(stopsAt, run.scenario().calls().size());
    }

    /** A poisoned mailbox stays so, whatever becomes of its client. */
    private boolean knowsHowClientEnded() {
        MailboxServer.State state = mailbox.orElseThrow().state();
        return state == MailboxServer.State.POISONED
                || client.flatMap(SimClient::wantedOfServer)
                        .map(wanted -> wanted == state)
                        .orElse(true);
    }

    /** The call that it is in, for messages. */
    String underWay() {
        if (client.isPresent()) {
            return client.get().underWay();
        }
        return pending.isEmpty() ? "no call" : pending.peek().call().words();
    }

    long withoutProgressPicos() {
        return agenda.nowPicos() - lastWorkPicos - stoodStillPicos;
    }

    void standStill(long untilPicos) {
        if (dead || untilPicos <= stillUntilPicos) {
            return;
        }
        if (untilPicos != Long.MAX_VALUE) {
            stoodStillPicos += untilPicos - Math.max(agenda.nowPicos(), stillUntilPicos);
            agenda.at(untilPicos, this::wake);
        }
        stillUntilPicos = untilPicos;
        if (poisonedPicos != Long.MAX_VALUE) {
            poisonedPicos = Math.max(poisonedPicos, untilPicos);
        }
    }

    void die() {
        if (!dead) {
            dead = true;
            nic.ifPresent(SimNic::die);
            setUp.ifPresent(SetUp::die);
        }
    }

    /** Something has changed that it may want to see. */
    void wake() {
        if (!dead && agenda.nowPicos() >= stillUntilPicos) {
            pace.woken();
            setTurn(agenda.nowPicos() + pace.reactPicos());
        }
    }

    private void setTurn(long picos) {
        if (turnSet && turnPicos <= picos) {
            return;
        }
        turnSet = true;
        turnPicos = picos;
        int token = ++turnToken;
        agenda.at(picos, () -> {
            if (token == turnToken) {
                turnSet = false;
                turn();
            }
        });
    }

    private void turn() {
        if (dead || agenda.nowPicos() < stillUntilPicos) {
            return;
        }
        if (engine == null && setUp.isPresent()) {
            boolean over = setUp.get().poll(clock.nowNanos());
            if (!over) {
                long since = agenda.nowPicos() - lastWorkPicos;
                setTurn(agenda.nowPicos() + Math.clamp(since / 256, SETUP_POLL_PICOS, Agenda.MILLI));
            }
            if (engine == null) {
                return;
            }
        }
        Engine mine = engine;
        if (mine == null) {
            return;
        }
        boolean worked = polls(mine);
        setUp.ifPresent(s -> s.watch(clock.nowNanos()));
        notePoison(mine);
        if (worked) {
            lastWorkPicos = agenda.nowPicos();
            stoodStillPicos = 0;
        }
        long next = agenda.nowPicos() + pace.untilNextPicos(worked, agenda.nowPicos() - lastWorkPicos);
        if (mayCall() && nextCallPicos > agenda.nowPicos()) {
            next = Math.min(next, nextCallPicos);
        }
        setTurn(next);
    }

    private boolean polls(Engine mine) {
        boolean worked = false;
        long now = clock.nowNanos();
        for (int i = pace.polls(); i > 0; i--) {
            int served = mailbox.map(m -> m.poll(now)).orElse(0);
            if (served > 0) {
                worked = true;
                client.ifPresent(SimClient::wake);
            }
            submit(mine);
            boolean poisoned = mine.poison().isSet();
            if (mine.poll(now) > 0) {
                worked = true;
                collect(mine, poisoned);
            }
        }
        return worked;
    }

    private boolean mayCall() {
        return client.isEmpty()
                && nextCall < Math.min(stopsAt, run.scenario().calls().size())
                && callsAfterPoison < CALLS_AFTER_POISON;
    }

    private void submit(Engine mine) {
        while (mayCall()
                && pending.size() < run.scenario().depth()
                && agenda.nowPicos() >= nextCallPicos
                && mine.hasRoom()
                && run.mayBegin(nextCall)) {
            if (mine.poison().isSet()) {
                callsAfterPoison++;
            }
            call(mine, run.scenario().calls().get(nextCall));
            nextCall++;
            nextCallPicos = agenda.nowPicos() + pace.computePicos();
        }
    }

    private void call(Engine mine, Call planned) {
        Call call = nextCall == differsAt ? Run.another(planned) : planned;
        int world = run.scenario().world();
        boolean sends = call.root() < 0 || call.root() == rank;
        MemorySegment output = MemorySegment.ofArray(new byte[(int) call.outputBytes(rank, world)]);
        MemorySegment input = sends ? MemorySegment.ofArray(session.data().input(call, rank, world)) : output;
        if (call.root() == rank) {
            output = input;
        }
        int partner = call.partner(rank, world);
        mine.next().prepare(call.collective(), call.type(), call.how(), input, 0, output, 0, call.bytes(), partner);
        if (!call.lengths().isEmpty()) {
            mine.next()
                    .varying(call.lengths().stream().mapToLong(Long::longValue).toArray());
        }
        mine.counters().rung();
        long ticket = mine.submit();
        if (ticketsBefore < 0) {
            ticketsBefore = ticket;
        }
        session.causality().called(rank, call.number());
        run.trace().note(Kind.CALL, rank, -1, call.number(), session.number(), run.words(call));
        if (pending.isEmpty()) {
            lastWorkPicos = agenda.nowPicos();
            stoodStillPicos = 0;
        }
        pending.add(new Pending(call, ticket, output, agenda.nowPicos()));
    }

    private void collect(Engine mine, boolean poisonedBefore) {
        while (!pending.isEmpty() && mine.isOver(pending.peek().ticket())) {
            Pending over = pending.remove();
            long successes = mine.counters().get(Total.OPERATIONS) - operationsBefore;
            run.waits().over(rank, over.call().words(), withoutProgressPicos());
            lastWorkPicos = agenda.nowPicos();
            stoodStillPicos = 0;
            if (over.ticket() - ticketsBefore < successes) {
                if (poisonedBefore) {
                    run.poisons().succeededAfterPoison(rank, over.call().words());
                }
                done++;
                run.trace().note(Kind.DONE, rank, -1, over.call().number(), session.number(), run.words(over.call()));
                judge(over);
            } else {
                if (poisonedPicos < agenda.nowPicos() - AT_ONCE_PICOS && over.calledPicos() < poisonedPicos) {
                    run.poisons().lingered(rank, over.call().words(), agenda.nowPicos() - poisonedPicos);
                }
                boolean root = over.call().root() == rank;
                long marked =
                        root ? 0 : over.call().outputBytes(rank, run.scenario().world());
                run.poisons()
                        .failed(rank, over.call().words(), bytes(over.output().asSlice(0, marked)));
            }
        }
    }

    private void judge(Pending over) {
        if (over.call().number() != differsAt) {
            run.judge(session, rank, over.call(), bytes(over.output()));
        }
    }

    private static byte[] bytes(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    private void notePoison(Engine mine) {
        if (!failureNoted && mine.poison().isSet()) {
            failureNoted = true;
            Failure failure = mine.poison().failure().orElseThrow();
            run.trace().note(Kind.FAILED, rank, -1, failure.root(), session.number(), failure.message());
            run.failed(session, rank, failure);
        }
    }
}
