package dev.kolo.sim.run;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace.Kind;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.mailbox.ClientWatch;
import dev.kolo.wire.mailbox.MailboxAbi;
import dev.kolo.wire.mailbox.MailboxFacts;
import dev.kolo.wire.mailbox.MailboxServer;
import dev.kolo.wire.mailbox.MailboxShape;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.Collective;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * The client of one rank, a process of its own that shares a mailbox with the rank's process: rings calls, waits, stands still,
 * dies, or finds its server dead. It keeps to {@code docs/mailbox.md} and shares no code with the server.
 */
final class SimClient implements ClientWatch {
    private static final ValueLayout.OfInt NUMBER = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    private static final int MOST_UNDER_WAY = MailboxAbi.SLOT_COUNT;

    private final Run run;
    private final Session session;
    private final SimProcess serving;
    private final VirtualClock clock;
    private final Pace pace;
    private final boolean seesServerEnd;
    private final Agenda agenda;
    private final int rank;
    private final MailboxShape shape;
    private final MemorySegment file;
    private final ArrayDeque<Rung> pending = new ArrayDeque<>();

    private int next = MailboxAbi.FIRST_OP;
    private int nextCall;
    private long nextCallPicos;
    private int done;
    private int stopsAt = Integer.MAX_VALUE;
    private int differsAt = -1;
    private State state = State.OUTSIDE;
    private boolean served;
    private long doorbellsBefore;
    private boolean dead;
    private long stillUntilPicos;
    private int beat;
    private long beatNanos;
    private long lastWorkPicos;
    private long turnPicos;
    private boolean turnSet;
    private int turnToken;

    private enum State {
        OUTSIDE,
        ATTACHED,
        LEFT,
        FAILED
    }

    /** A call that is rung. */
    private record Rung(Call call, int number) {}

    /**
     * A client that has not attached.
     *
     * @param serving the process of its rank
     * @param seesServerEnd whether it holds a descriptor of that process, or has the heartbeat alone
     */
    SimClient(Run run, Session session, SimProcess serving, VirtualClock clock, Pace pace, boolean seesServerEnd) {
        this.run = run;
        this.session = session;
        this.serving = serving;
        this.clock = clock;
        this.pace = pace;
        this.seesServerEnd = seesServerEnd;
        rank = serving.rank;
        agenda = run.agenda();
        int world = run.scenario().world();
        long most = 1;
        for (Call call : run.scenario().calls()) {
            long bytes = Math.max(call.inputBytes(rank, world), call.outputBytes(rank, world));
            most = Math.max(most, bytes / world + 1);
        }
        shape = MailboxShape.atLeast(world, most);
        file = MemorySegment.ofArray(new long[(int) (shape.fileBytes() / Long.BYTES)]);
    }

    void stopsCallingAt(int call) {
        stopsAt = call;
    }

    void differsAt(int call) {
        differsAt = call;
    }

    /** The rank's process makes the mailbox and serves it; the client begins some time later. */
    MailboxServer serve(Engine engine, SessionId id) {
        long wait = run.scenario().timing().waitNanos();
        MailboxFacts.Party server = new MailboxFacts.Party(1_000 + rank, 1, 1);
        MailboxFacts facts = new MailboxFacts(id, rank, shape, new MailboxFacts.Waits(wait, wait, wait), server);
        facts.write(file);
        served = true;
        doorbellsBefore = engine.counters().get(Total.DOORBELLS);
        lastWorkPicos = agenda.nowPicos();
        nextCallPicos = agenda.nowPicos() + pace.computePicos();
        setTurn(nextCallPicos);
        return new MailboxServer(file, facts, engine, this);
    }

    // What its server knows of it

    @Override
    public void attached(MailboxFacts.Party client) {
        // There is one client, and hasEnded speaks of it.
    }

    @Override
    public boolean hasEnded() {
        return dead;
    }

    // What happens to it

    void die() {
        dead = true;
    }

    void standStill(long untilPicos) {
        if (!dead && untilPicos > stillUntilPicos) {
            stillUntilPicos = untilPicos;
            agenda.at(untilPicos, this::wake);
        }
    }

    boolean stoodStillWithin(long picos) {
        return stillUntilPicos > 0 && stillUntilPicos > agenda.nowPicos() - picos;
    }

    /** Nothing more is to be expected of it. */
    boolean isOver() {
        return dead || state == State.LEFT || state == State.FAILED || (pending.isEmpty() && nextCall >= stopsAt);
    }

    int callsDone() {
        return done;
    }

    String underWay() {
        return pending.isEmpty() ? "no call" : pending.element().call().words();
    }

    /** Something has changed in the mailbox. */
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
        if (!served || isOver() || agenda.nowPicos() < stillUntilPicos) {
            return;
        }
        if (state == State.OUTSIDE && !attach()) {
            return;
        }
        boolean worked = collect();
        if (state != State.ATTACHED) {
            return;
        }
        worked |= ring();
        lookAfterServer();
        if (pending.isEmpty() && nextCall == run.scenario().calls().size()) {
            file.set(NUMBER, MailboxAbi.GENERATION_AT, MailboxAbi.GENERATION_LEFT);
            state = State.LEFT;
            serving.wake();
        }
        if (worked) {
            lastWorkPicos = agenda.nowPicos();
        }
        long due = agenda.nowPicos() + pace.untilNextPicos(worked, agenda.nowPicos() - lastWorkPicos);
        setTurn(mayCall() && nextCallPicos > agenda.nowPicos() ? Math.min(due, nextCallPicos) : due);
    }

    private boolean attach() {
        if (file.get(NUMBER, MailboxAbi.POISON_AT) != 0) {
            state = State.FAILED;
            return false;
        }
        file.set(NUMBER, MailboxAbi.CLIENT_PID_AT, 2_000 + rank);
        file.set(NUMBER, MailboxAbi.GENERATION_AT, MailboxAbi.GENERATION_ATTACHED);
        state = State.ATTACHED;
        beat = file.get(NUMBER, MailboxAbi.HEARTBEAT_AT);
        beatNanos = clock.nowNanos();
        serving.wake();
        return true;
    }

    // Calls

    private boolean mayCall() {
        return nextCall < Math.min(stopsAt, run.scenario().calls().size());
    }

    private boolean ring() {
        boolean rang = false;
        int most = Math.min(MOST_UNDER_WAY, run.scenario().depth());
        while (mayCall()
                && pending.size() < most
                && agenda.nowPicos() >= nextCallPicos
                && run.mayBegin(nextCall)
                && file.get(WORD, slotAt(next) + MailboxAbi.DONE_AT) == Integer.toUnsignedLong(next - 2)) {
            Call planned = run.scenario().calls().get(nextCall);
            order(nextCall == differsAt ? Run.another(planned) : planned);
            nextCall++;
            nextCallPicos = agenda.nowPicos() + pace.computePicos();
            rang = true;
        }
        return rang;
    }

    private static long slotAt(int number) {
        return MailboxShape.slotAt(number & 1);
    }

    private void order(Call call) {
        int number = next++;
        int world = run.scenario().world();
        long at = slotAt(number);
        boolean broadcasts = call.collective() == Collective.BROADCAST;
        long inputAt = broadcasts ? shape.outputAt(number & 1) : shape.inputAt(number & 1);
        if (!broadcasts || call.root() == rank) {
            byte[] input = session.data().input(call, rank, world);
            MemorySegment.copy(input, 0, file, ValueLayout.JAVA_BYTE, inputAt, input.length);
        }
        file.set(NUMBER, at + MailboxAbi.OP_AT, opOf(call.collective()));
        file.set(NUMBER, at + MailboxAbi.TYPE_AT, call.type().number());
        file.set(NUMBER, at + MailboxAbi.HOW_AT, howOf(call.how()));
        file.set(WORD, at + MailboxAbi.BYTES_AT, call.bytes());
        file.set(NUMBER, at + MailboxAbi.ROOT_AT, call.partner(rank, world));
        file.set(NUMBER, at + MailboxAbi.FLAGS_AT, call.lengths().isEmpty() ? 0 : MailboxAbi.FLAG_LENGTHS);
        file.set(WORD, at + MailboxAbi.INPUT_AT_AT, shape.inputAt(number & 1));
        file.set(WORD, at + MailboxAbi.OUTPUT_AT_AT, shape.outputAt(number & 1));
        for (int from = 0; from < call.lengths().size(); from++) {
            file.set(
                    WORD, at + MailboxAbi.LENGTHS_AT + 8L * from, call.lengths().get(from));
        }
        session.causality().called(rank, call.number());
        run.trace().note(Kind.CALL, rank, -1, call.number(), session.number(), run.words(call));
        pending.add(new Rung(call, number));
        file.set(NUMBER, at + MailboxAbi.DOORBELL_AT, number);
        serving.wake();
    }

    private static int howOf(Reduction how) {
        return switch (how) {
            case SUM -> MailboxAbi.HOW_SUM;
            case MAX -> MailboxAbi.HOW_MAX;
            case MIN -> MailboxAbi.HOW_MIN;
        };
    }

    private static int opOf(Collective collective) {
        return switch (collective) {
            case ALL_GATHER -> MailboxAbi.OP_ALL_GATHER;
            case ALL_REDUCE -> MailboxAbi.OP_ALL_REDUCE;
            case REDUCE_SCATTER -> MailboxAbi.OP_REDUCE_SCATTER;
            case BROADCAST -> MailboxAbi.OP_BROADCAST;
            case BARRIER -> MailboxAbi.OP_BARRIER;
            case PAIR_EXCHANGE -> MailboxAbi.OP_PAIR_EXCHANGE;
        };
    }

    /** Results first come, first taken; poison ends all that is under way. */
    private boolean collect() {
        boolean collected = false;
        while (!pending.isEmpty()) {
            Rung rung = pending.element();
            long word = file.get(WORD, slotAt(rung.number()) + MailboxAbi.DONE_AT);
            if (word >>> 32 != 0) {
                poisoned();
                return true;
            }
            if ((int) word != rung.number()) {
                break;
            }
            pending.remove();
            done++;
            collected = true;
            run.trace().note(Kind.DONE, rank, -1, rung.call().number(), session.number(), run.words(rung.call()));
            if (rung.call().number() != differsAt) {
                run.judge(session, rank, rung.call(), output(rung));
            }
        }
        if (pending.isEmpty() && file.get(NUMBER, MailboxAbi.POISON_AT) != 0) {
            poisoned();
        }
        return collected;
    }

    private byte[] output(Rung rung) {
        long bytes = rung.call().outputBytes(rank, run.scenario().world());
        return file.asSlice(shape.outputAt(rung.number() & 1), bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    // Failure

    private void poisoned() {
        while (!pending.isEmpty()) {
            Rung rung = pending.remove();
            int over = file.get(NUMBER, slotAt(rung.number()) + MailboxAbi.DONE_AT);
            // What was over before the poison keeps its result, though nobody takes it any more.
            if (over != rung.number() && wasTaken(rung) && rung.call().root() != rank) {
                run.poisons().failed(rank, rung.call().words(), output(rung));
            }
        }
        int kind = file.get(NUMBER, MailboxAbi.FAILURE_KIND_AT);
        run.clientTold(rank, kind, file.get(NUMBER, MailboxAbi.FAILURE_ROOT_AT));
        end("its client hears of poison " + kind);
    }

    /** What was rung and not taken the server does not touch. */
    private boolean wasTaken(Rung rung) {
        Engine engine = serving.engine().orElseThrow();
        return rung.number() - MailboxAbi.FIRST_OP < engine.counters().get(Total.DOORBELLS) - doorbellsBefore;
    }

    /** Only while it waits: a server may nap while nobody wants anything. */
    private void lookAfterServer() {
        int now = file.get(NUMBER, MailboxAbi.HEARTBEAT_AT);
        if (now != beat || pending.isEmpty()) {
            beat = now;
            beatNanos = clock.nowNanos();
            return;
        }
        boolean ended = seesServerEnd && serving.isDead();
        if (ended || clock.nowNanos() - beatNanos >= run.scenario().timing().waitNanos()) {
            file.set(NUMBER, MailboxAbi.GENERATION_AT, MailboxAbi.GENERATION_GAVE_UP);
            pending.clear();
            run.clientGaveUp(rank);
            end(ended ? "its client sees that its server has ended" : "its client misses its server's heartbeat");
        }
    }

    private void end(String how) {
        state = State.FAILED;
        run.trace().note(Kind.FAILED, rank, -1, nextCall, session.number(), how);
    }

    /** Whether the server must have noticed how it ended. */
    Optional<MailboxServer.State> wantedOfServer() {
        return switch (state) {
            case OUTSIDE -> Optional.empty();
            case LEFT -> Optional.of(MailboxServer.State.LEFT);
            case FAILED -> Optional.of(MailboxServer.State.POISONED);
            case ATTACHED -> dead ? Optional.of(MailboxServer.State.POISONED) : Optional.empty();
        };
    }
}
