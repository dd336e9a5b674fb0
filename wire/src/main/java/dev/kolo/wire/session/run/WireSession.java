package dev.kolo.wire.session.run;

import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.progress.CallerProgress;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.progress.CpuPin;
import dev.kolo.wire.progress.Duty;
import dev.kolo.wire.progress.ThreadProgress;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.session.AccountLine;
import dev.kolo.wire.session.Established;
import dev.kolo.wire.session.FateWatch;
import dev.kolo.wire.session.Outcome;
import dev.kolo.wire.session.SessionSetUp;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.session.star.Star;
import dev.kolo.wire.settings.Endpoint;
import dev.kolo.wire.settings.Progress;
import dev.kolo.wire.settings.Setting;
import dev.kolo.wire.settings.WireSettings;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A running session of one rank: its communicator, the thread that watches the others' fates, and the account line, which is
 * printed however the process ends, short of being killed.
 */
public final class WireSession implements AutoCloseable {
    private static final long SETUP_NAP_NANOS = 100_000;

    private final Rendezvous rendezvous;
    private final Outcome outcome;
    private final Optional<Communicator> communicator;
    private final Poison poison;
    private final FateThread fates;
    private final Consumer<String> log;
    private final WireSettings settings;
    private final AtomicBoolean accounted = new AtomicBoolean();
    private final Thread hook;
    private final CounterFiles files;
    private boolean closed;

    private WireSession(
            Rendezvous rendezvous,
            FateWatch watch,
            Outcome outcome,
            CounterFiles files,
            WireSettings settings,
            Safeguards safeguards,
            Consumer<String> log) {
        this.rendezvous = rendezvous;
        this.outcome = outcome;
        this.settings = settings;
        this.files = files;
        this.log = log;
        this.communicator = transport(outcome).map(t -> communicator(t.engine(), settings));
        this.poison = transport(outcome).map(t -> t.engine().poison()).orElseGet(Poison::new);
        watch.activate(
                poison, failure -> transport(outcome).ifPresent(t -> t.engine().tell(failure)));
        this.fates = new FateThread(rendezvous, watch, log);
        this.hook = new Thread(this::lastWords, "kolo-wire-account");
        if (safeguards.has(Safeguard.ACCOUNT_AT_END)) {
            Runtime.getRuntime().addShutdownHook(hook);
        }
    }

    /** What a session needs beside its settings. */
    public interface Surroundings {
        /** The own host's name, for messages. */
        String host();

        /** The transport that is wanted. */
        TransportOffer wire(MeetingPlace place);

        /** The one that stands in, when the settings say so. */
        default Optional<TransportOffer> fallback(MeetingPlace place) {
            return Optional.of(new TcpOffer(place.token(), place::ownAddress));
        }

        /** Whether an engine brings an NCCL communicator of its own. */
        default boolean engineHasNccl() {
            return false;
        }

        /** Whether a receipt shows that the wire pays for this world, shape and device split. */
        default boolean hasReceipt() {
            return false;
        }

        /** The protections that are on: all, except where a test shows what one is for. */
        default Safeguards safeguards() {
            return Safeguards.ALL;
        }

        /** Told once where rank 0 listens, which a port 0 leaves open. */
        default void listensAt(Endpoint endpoint) {}
    }

    /** What is known of the star while transports are set up. */
    public interface MeetingPlace {
        String token();

        /** The own address in the network in which the ranks meet, once known. */
        Optional<InetAddress> ownAddress();
    }

    /**
     * Meets the other ranks and sets the session up; returns when all ranks have acknowledged it.
     *
     * @param settings the settings
     * @param surroundings transports, and what the engine has
     * @param log takes one line at a time, for people
     * @throws SessionException when there is no session on any rank; the message says why
     */
    public static WireSession open(WireSettings settings, Surroundings surroundings, Consumer<String> log)
            throws SessionException {
        refuseWhatCannotBePinned(settings);
        FateWatch watch = new FateWatch(settings.rank(), settings.waits().graceNanos());
        Rendezvous rendezvous = Rendezvous.open(settings, surroundings.host(), watch);
        CounterFiles files = CounterFiles.ofSystem(log);
        try {
            rendezvous.listensAt().ifPresent(surroundings::listensAt);
            LastTag lastTag = LastTag.ofUser();
            SessionSetUp setUp = setUp(settings, surroundings, rendezvous, lastTag.read(), files);
            Outcome outcome = drive(rendezvous, setUp, log);
            files.keepOnly(outcome instanceof Outcome.OnWire(Established t, var equalTo) ? t.kind() : "fallback");
            if (outcome instanceof Outcome.Failed(String reason)) {
                leave(rendezvous);
                throw new SessionException(reason);
            }
            transport(outcome).ifPresent(t -> lastTag.write(t.engine().member().tag()));
            announce(outcome, settings, log);
            return new WireSession(rendezvous, watch, outcome, files, settings, surroundings.safeguards(), log);
        } catch (RuntimeException | SessionException e) {
            files.keepOnly("");
            rendezvous.close();
            throw e;
        }
    }

    /** A CPU that this rank does not have is its own affair, so it is refused before the others are met. */
    private static void refuseWhatCannotBePinned(WireSettings settings) throws SessionException {
        if (settings.pinCpu().isEmpty()) {
            return;
        }
        int cpu = settings.pinCpu().getAsInt();
        String given = Setting.PIN.flag() + " " + cpu;
        if (settings.progress() != Progress.THREAD) {
            throw new SessionException(given + " names a CPU for a progress thread, and " + Setting.PROGRESS.flag()
                    + " is caller, so there is none: set " + Setting.PROGRESS.variable() + " to thread, or leave "
                    + Setting.PIN.variable() + " unset");
        }
        Optional<String> problem = CpuPin.problem(cpu);
        if (problem.isPresent()) {
            throw new SessionException(
                    given + ": " + problem.get() + ": give one of them, or leave " + Setting.PIN.variable() + " unset");
        }
    }

    private static SessionSetUp setUp(
            WireSettings settings, Surroundings surroundings, Rendezvous rendezvous, int lastTag, CounterFiles files) {
        MeetingPlace place = new MeetingPlace() {
            @Override
            public String token() {
                return settings.token();
            }

            @Override
            public Optional<InetAddress> ownAddress() {
                return rendezvous.ownAddress();
            }
        };
        return new SessionSetUp(
                rendezvous.star(),
                settings,
                new SessionSetUp.Offers(
                        surroundings.wire(place),
                        surroundings.fallback(place),
                        surroundings.engineHasNccl(),
                        surroundings.hasReceipt(),
                        lastTag,
                        files),
                surroundings.safeguards());
    }

    private static Outcome drive(Rendezvous rendezvous, SessionSetUp setUp, Consumer<String> log) {
        while (true) {
            rendezvous.accept();
            Optional<Outcome> outcome = setUp.poll(System.nanoTime());
            setUp.takeLines().forEach(log);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            LockSupport.parkNanos(SETUP_NAP_NANOS);
        }
    }

    /** Lets a refusal reach the others before the connections end, for a second at most. */
    private static void leave(Rendezvous rendezvous) {
        long untilNanos = System.nanoTime() + 1_000_000_000L;
        while (!rendezvous.star().isFlushed() && System.nanoTime() - untilNanos < 0) {
            rendezvous.star().poll(System.nanoTime());
            LockSupport.parkNanos(SETUP_NAP_NANOS);
        }
    }

    private static void announce(Outcome outcome, WireSettings settings, Consumer<String> log) {
        transport(outcome).ifPresent(t -> {
            t.deviceLines().forEach(line -> log.accept("kolo wire: " + line));
            t.orderChecked().ifPresent(seen -> log.accept("kolo wire: " + seen));
            t.notices()
                    .forEach(n -> log.accept("kolo wire: " + n.code() + ": " + n.subject() + " has " + n.seen()
                            + ", wanted is " + n.wanted() + ". " + n.consequence() + " " + n.fix()));
        });
        String limit = settings.limitBytes() / 1024 + " KiB a rank";
        transport(outcome)
                .map(t -> t.engine().member().layout())
                .filter(l -> l.wordsMostBytes() > 0)
                .ifPresent(l -> log.accept("kolo wire: payload up to " + l.wordsMostBytes() + " B travels as "
                        + l.form().name().toLowerCase(Locale.ROOT) + " words"));
        log.accept(
                switch (outcome) {
                    case Outcome.OnWire(Established t, String equalTo) ->
                        "kolo wire: gathers up to " + limit + " on the wire (" + t.kind() + "), its trial equal to "
                                + equalTo;
                    case Outcome.OnFallback(Optional<Established> t, String reason, var refusal) ->
                        "kolo wire: NOT on the wire: every rank is on the fallback ("
                                + t.map(Established::kind).orElse("the engine's own") + "), because " + reason;
                    case Outcome.Failed(String reason) -> "kolo wire: no session: " + reason;
                });
    }

    private static Optional<Established> transport(Outcome outcome) {
        return switch (outcome) {
            case Outcome.OnWire wire -> Optional.of(wire.transport());
            case Outcome.OnFallback fallback -> fallback.transport();
            case Outcome.Failed failed -> Optional.empty();
        };
    }

    private static Communicator communicator(Engine engine, WireSettings settings) {
        engine.waitAtMost(settings.waits().startupNanos(), settings.waits().servingNanos());
        boolean crowded = settings.world() > Runtime.getRuntime().availableProcessors();
        return new Communicator(
                engine,
                settings.progress() == Progress.THREAD
                        ? new ThreadProgress(
                                engine,
                                crowded,
                                settings.spinNanos().orElse(ThreadProgress.SPIN_NANOS),
                                settings.napNanos(),
                                settings.pinCpu())
                        : new CallerProgress(
                                engine, crowded, settings.spinNanos().orElse(CallerProgress.SPIN_NANOS)));
    }

    /**
     * Lets a thread drive the wire from now on, with a duty beside it. The next operation is waited for as the first one is.
     * Nobody calls the communicator afterwards.
     *
     * @param duty makes the duty, once nobody else drives the engine
     */
    public void serve(Function<Engine, Duty> duty) {
        // Whoever is served waits beside each rank.
        boolean crowded = 2 * settings.world() > Runtime.getRuntime().availableProcessors();
        communicator.orElseThrow().drive(engine -> {
            engine.waitAtMost(settings.waits().startupNanos(), settings.waits().servingNanos());
            return new ThreadProgress(
                    engine,
                    crowded,
                    settings.spinNanos().orElse(ThreadProgress.SPIN_NANOS),
                    settings.napNanos(),
                    settings.pinCpu(),
                    duty.apply(engine));
        });
    }

    /** How set-up ended: on the wire or on the fallback. */
    public Outcome outcome() {
        return outcome;
    }

    public SessionId id() {
        return rendezvous.star().session();
    }

    /** The collectives; empty where the fallback is the engine's own. */
    public Optional<Communicator> communicator() {
        return communicator;
    }

    /** The first failure, when there was one. Cheap; any thread. */
    public Optional<Failure> failure() {
        return poison.failure();
    }

    /** The account line as it stands now. */
    public String accountLine() {
        Star star = rendezvous.star();
        Counters counters = transport(outcome)
                .map(t -> t.engine().counters())
                .orElseGet(() -> Counters.inMemory(star.rank(), star.world()));
        String carrier = transport(outcome).map(Established::kind).orElse("the engine's own fallback");
        Function<String, String> named = kind -> outcome instanceof Outcome.OnWire ? kind : kind + " (fallback)";
        return AccountLine.of(
                star.session(), star.rank(), star.world(), named.apply(carrier), counters, poison.failure());
    }

    /** What a process that ends leaves behind, and what it does not. */
    private void lastWords() {
        account();
        fates.lastWords(EndOfProcess.words());
        files.keepOnly("");
    }

    private void account() {
        if (accounted.compareAndSet(false, true)) {
            log.accept(accountLine());
        }
    }

    /**
     * Ends the session in order: progress, account line, goodbye, freeze, lanes, memory, star. Others that are still at work
     * learn that this rank has left in peace.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        communicator.ifPresent(Communicator::close);
        transport(outcome).ifPresent(t -> settleFailure(t.engine()));
        account();
        fates.leave(settings.waits().graceNanos());
        transport(outcome).map(Established::nic).ifPresent(Nic::close);
        rendezvous.close();
        files.keepOnly("");
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The hook finds the account given already.
        }
    }

    /** A poisoned engine still tells its peers over the lanes that stand. */
    private void settleFailure(Engine engine) {
        for (int turn = 0; poison.isSet() && turn < 1000; turn++) {
            engine.poll(System.nanoTime());
        }
    }
}
