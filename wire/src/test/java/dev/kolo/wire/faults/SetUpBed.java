package dev.kolo.wire.faults;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.record.Nonce;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.scripted.ScriptedFabric;
import dev.kolo.wire.session.FateWatch;
import dev.kolo.wire.session.Outcome;
import dev.kolo.wire.session.SessionSetUp;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.session.run.LyingNic;
import dev.kolo.wire.session.star.Credentials;
import dev.kolo.wire.session.star.LeafStar;
import dev.kolo.wire.session.star.MemoryPipe;
import dev.kolo.wire.session.star.RootStar;
import dev.kolo.wire.session.star.Star;
import dev.kolo.wire.session.star.StarBed;
import dev.kolo.wire.session.star.StarTimes;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import dev.kolo.wire.settings.WireSettings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Whole set-ups of all ranks over NICs of any kind, and what becomes of them, with a clock that only the test moves. */
final class SetUpBed implements AutoCloseable {
    static final long SECOND = 1_000_000_000L;

    /** Makes the NICs of a world and lets their time pass. */
    interface Wires {
        Nic open(SessionId session, int rank) throws NicException;

        void advance();
    }

    /** A liar is for the trial to find, not for the stamps before it. */
    private static final Map<String, String> UNSTAMPED = Map.of("order-check", "off");

    private final Wires wires;
    private final ScriptedFabric standby;
    private final List<Star> stars = new ArrayList<>();
    private final List<FateWatch> watches = new ArrayList<>();
    private final List<MemoryPipe> pipes = new ArrayList<>();
    private final List<SessionSetUp> setUps = new ArrayList<>();
    private final List<Nic> opened = new ArrayList<>();
    private final TreeMap<Integer, Outcome> outcomes = new TreeMap<>();
    private final TreeMap<Integer, Long> tickets = new TreeMap<>();
    private final int world;
    private long now;

    /**
     * Ranks that have not met yet.
     *
     * @param more settings of single ranks beside the usual ones
     * @param liar the rank whose NIC flips a bit of all it sends, −1 for none
     */
    SetUpBed(int world, Wires wires, Map<Integer, Map<String, String>> more, int liar, Safeguards safeguards) {
        this.world = world;
        this.wires = wires;
        standby = new ScriptedFabric(2, world, 1, SourceProof.COMPLETED, false);
        for (int rank = 0; rank < world; rank++) {
            watches.add(new FateWatch(rank, SECOND));
            stars.add(star(rank));
            setUps.add(new SessionSetUp(
                    stars.get(rank),
                    settings(rank, liar < 0 ? more.getOrDefault(rank, Map.of()) : UNSTAMPED),
                    new SessionSetUp.Offers(
                            new Offer("tried", liar == rank),
                            Optional.of(new Offer("standby", false)),
                            false,
                            false,
                            0,
                            (session, of, kind) -> Arena.ofAuto().allocate(Counters.BYTES, Long.BYTES)),
                    safeguards));
        }
    }

    private Star star(int rank) {
        Credentials own = new Credentials(world, rank, "host" + rank, "t", new Nonce(rank, 5));
        StarTimes times = StarTimes.of(300 * SECOND, 300 * SECOND);
        if (rank == 0) {
            pipes.add(MemoryPipe.joined("", ""));
            return new RootStar(own, times, watches.get(0));
        }
        MemoryPipe pipe = MemoryPipe.joined("root", "host" + rank);
        pipes.add(pipe);
        ((RootStar) stars.getFirst()).accept(pipe.other());
        return new LeafStar(own, times, watches.get(rank), StarBed.once(pipe));
    }

    private WireSettings settings(int rank, Map<String, String> more) {
        Map<String, String> flags = new HashMap<>(
                Map.of("world", "" + world, "rank", "" + rank, "rendezvous", "127.0.0.1:1", "limit", "8KiB"));
        flags.putAll(more);
        return ((SettingsReading.Good) SettingsReader.read(flags, Map.of(), Map.of())).settings();
    }

    private final class Offer implements TransportOffer {
        private final String kind;
        private final boolean lies;

        Offer(String kind, boolean lies) {
            this.kind = kind;
            this.lies = lies;
        }

        @Override
        public String kind() {
            return kind;
        }

        @Override
        public List<DeviceRecord> devices() {
            return List.of();
        }

        @Override
        public Nic open(SessionId session, int rank, int ofWorld, int lanesPerPeer) throws NicException {
            Nic nic = kind.equals("standby") ? standby.nic(rank) : wires.open(session, rank);
            opened.add(nic);
            return lies ? new LyingNic(nic) : nic;
        }

        @Override
        public CostModel cost() {
            return CostModel.CONNECTX7;
        }
    }

    /** The pipe between a rank and rank 0 over the management network. */
    MemoryPipe pipe(int rank) {
        return pipes.get(rank);
    }

    private void poll() {
        now += 1_000_000;
        for (int rank = 0; rank < world; rank++) {
            if (outcomes.containsKey(rank)) {
                stars.get(rank).poll(now);
            } else {
                int at = rank;
                setUps.get(rank).poll(now).ifPresent(o -> outcomes.put(at, o));
                setUps.get(rank).takeLines();
            }
            wires.advance();
            standby.drain();
        }
    }

    /** Polls until all have an outcome. */
    List<Outcome> run() {
        for (int round = 0; outcomes.size() < world; round++) {
            if (round == 400_000) {
                throw new AssertionError("no end of set-up: " + outcomes);
            }
            poll();
        }
        for (int rank = 0; rank < world; rank++) {
            if (outcomes.get(rank) instanceof Outcome.OnWire) {
                watches.get(rank).activate(engine(rank).poison(), engine(rank)::tell);
            }
        }
        return List.copyOf(outcomes.values());
    }

    /** Polls so often, and some longer, that a rank is in the middle of its set-up. */
    void poll(int times) {
        for (int i = 0; i < times; i++) {
            poll();
        }
    }

    Engine engine(int rank) {
        return ((Outcome.OnWire) Objects.requireNonNull(outcomes.get(rank)))
                .transport()
                .engine();
    }

    Optional<Failure> failure(int rank) {
        return engine(rank).poison().failure();
    }

    /** Queues an all-gather of 64 bytes on every rank. */
    void gather() {
        for (int rank = 0; rank < world; rank++) {
            MemorySegment input = MemorySegment.ofArray(new byte[64]);
            MemorySegment output = MemorySegment.ofArray(new byte[64 * world]);
            engine(rank)
                    .next()
                    .prepare(Collective.ALL_GATHER, DataType.BYTES, Reduction.SUM, input, 0, output, 0, 64, -1);
            tickets.put(rank, engine(rank).submit());
        }
    }

    boolean allOver() {
        return tickets.entrySet().stream().allMatch(e -> engine(e.getKey()).isOver(e.getValue()));
    }

    /** A session that runs: engines and watches of fates turn every 20 ms. */
    void pass(long nanos) {
        for (long end = now + nanos; now < end; ) {
            now += 20_000_000;
            for (int turn = 0; turn < 3; turn++) {
                wires.advance();
                for (int rank = 0; rank < world; rank++) {
                    engine(rank).poll(now);
                }
            }
            for (int rank = 0; rank < world; rank++) {
                watches.get(rank).poll(stars.get(rank), now);
            }
        }
    }

    /** What the watches had to tell people. */
    List<String> told(int rank) {
        return watches.get(rank).takeLines();
    }

    @Override
    public void close() {
        opened.forEach(Nic::close);
    }
}
