package dev.kolo.wire.mailbox;

import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Failure.Kind;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Serves the client of one rank: takes its orders from the mailbox to the engine, one number after the other, and brings
 * results, failures and signs of life back. Everything happens in {@link #poll}, called just before the engine's by the
 * thread that drives it; an operation allocates nothing.
 */
public final class MailboxServer {
    private static final long BEAT_NANOS = 1_000_000;
    private static final long WATCH_NANOS = 10_000_000;

    /** How it stands between a server and its client. */
    public enum State {
        /** Nobody has attached yet. */
        OPEN,
        /** A client is attached. */
        ATTACHED,
        /** The client left with nothing under way. */
        LEFT,
        /** The session failed, and the mailbox says so. */
        POISONED
    }

    private final MailboxMemory memory;
    private final MailboxFacts facts;
    private final Engine engine;
    private final ClientWatch watch;
    private final Order order;
    private final long[] tickets = new long[MailboxAbi.SLOT_COUNT];
    private final int[] done = new int[MailboxAbi.SLOT_COUNT];

    /** Number of the next operation to take, and of the oldest one that is not over. */
    private int next = MailboxAbi.FIRST_OP;

    private int oldest = MailboxAbi.FIRST_OP;
    private int beats;
    private long beatNanos;
    private long watchNanos;
    private volatile State state = State.OPEN;

    /**
     * A server from its first operation on.
     *
     * @param file the mapped mailbox, its header written
     * @param facts what that header says
     * @param engine driven by the same thread
     * @param watch looks after the client's process
     */
    public MailboxServer(MemorySegment file, MailboxFacts facts, Engine engine, ClientWatch watch) {
        this.memory = new MailboxMemory(file);
        this.facts = facts;
        this.engine = engine;
        this.watch = watch;
        this.order = new Order(facts.rank(), facts.shape());
        for (int slot = 0; slot < done.length; slot++) {
            done[slot] = slot;
        }
    }

    /** How it stands; any thread. */
    public State state() {
        return state;
    }

    /** The process that attached; any thread, once {@link #state} is no longer open. */
    public MailboxFacts.Party client() {
        return memory.client();
    }

    /** One turn; returns how much was done. */
    public int poll(long nowNanos) {
        try {
            return turn(nowNanos);
        } catch (RuntimeException | Error fault) {
            engine.clientFailed(Kind.INTERNAL, "The mailbox's server: " + fault + ".");
            return 0;
        }
    }

    private int turn(long nowNanos) {
        if (beats == 0 || nowNanos - beatNanos >= BEAT_NANOS) {
            beatNanos = nowNanos;
            memory.heartbeat(++beats);
        }
        if (state == State.POISONED || state == State.LEFT) {
            return 0;
        }
        int work = finish();
        if (engine.poison().isSet()) {
            return work + publishPoison();
        }
        int generation = memory.generation();
        if (state == State.OPEN) {
            if (generation == MailboxAbi.GENERATION_OPEN) {
                return work;
            }
            watch.attached(memory.client());
            watchNanos = nowNanos - WATCH_NANOS;
            state = State.ATTACHED;
        }
        work += take();
        lookAfterClient(generation, nowNanos);
        return work;
    }

    /** What the engine has carried out: results first, then the word that tells of them. */
    private int finish() {
        int finished = 0;
        while (oldest != next && engine.isOver(tickets[oldest & 1])) {
            if (engine.poison().isSet()) {
                return finished;
            }
            done[oldest & 1] = oldest;
            memory.done(oldest & 1, oldest, 0);
            oldest++;
            finished++;
        }
        return finished;
    }

    /** Takes every operation that has been rung, in order, each from its own slot. */
    private int take() {
        int taken = 0;
        while (next - oldest < MailboxAbi.SLOT_COUNT && engine.hasRoom()) {
            int slot = next & 1;
            int rung = memory.doorbell(slot);
            if (rung == next - MailboxAbi.SLOT_COUNT) {
                return taken;
            }
            if (rung != next) {
                refuse("it rang " + Integer.toUnsignedString(rung) + " in slot " + slot + ", where "
                        + Integer.toUnsignedString(next) + " is next");
                return taken;
            }
            order.read(memory, slot);
            String problem = order.problem();
            if (!problem.isEmpty()) {
                refuse("operation " + Integer.toUnsignedString(next) + " cannot be: " + problem);
                return taken;
            }
            order.prepare(memory, engine.next());
            engine.counters().rung();
            tickets[slot] = engine.submit();
            next++;
            taken++;
        }
        return taken;
    }

    private void refuse(String problem) {
        engine.clientFailed(
                Kind.CORRUPT,
                "The client of rank " + facts.rank() + " asked for what cannot be: " + problem
                        + ". Every other rank would wait for it.");
    }

    private void lookAfterClient(int generation, long nowNanos) {
        if (generation == MailboxAbi.GENERATION_GAVE_UP) {
            clientGone("it gave up");
        } else if (generation == MailboxAbi.GENERATION_LEFT) {
            // What it rang before it left was taken just now.
            if (next == oldest) {
                state = State.LEFT;
            } else {
                clientGone("it left with operation " + Integer.toUnsignedString(oldest) + " under way");
            }
        } else if (nowNanos - watchNanos >= WATCH_NANOS) {
            watchNanos = nowNanos;
            if (watch.hasEnded()) {
                clientGone("its process " + memory.client().pid() + " has ended");
            }
        }
    }

    private void clientGone(String how) {
        engine.clientFailed(Kind.CLIENT_GONE, "The client of rank " + facts.rank() + " died: " + how + ".");
    }

    /** Not before the engine has filled the outputs of what was under way. */
    private int publishPoison() {
        while (oldest != next) {
            if (!engine.isOver(tickets[oldest & 1])) {
                return 0;
            }
            oldest++;
        }
        poison(engine.poison().failure().orElseThrow());
        return 1;
    }

    private void poison(Failure failure) {
        memory.poison(failure, done);
        state = State.POISONED;
    }

    /**
     * Ends the mailbox in order, after the last {@link #poll}: a client that is still there, or comes late, finds it closed.
     * With an operation under way the session is poisoned, since the other ranks wait for it.
     *
     * @param why one sentence
     */
    public void close(String why) {
        if (state == State.POISONED) {
            return;
        }
        if (oldest != next) {
            engine.clientFailed(Kind.CLOSED, why);
            // Fails what is under way, and fills its output.
            engine.poll(beatNanos);
        }
        Optional<Failure> first = engine.poison().failure();
        poison(first.orElseGet(() -> Failure.ofSession(Kind.CLOSED, facts.rank(), facts.rank(), why)));
    }
}
