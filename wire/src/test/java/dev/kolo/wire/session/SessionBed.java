package dev.kolo.wire.session;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.scripted.ScriptedFabric;
import dev.kolo.wire.scripted.ScriptedNic;
import dev.kolo.wire.session.star.StarBed;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import dev.kolo.wire.settings.WireSettings;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Set-ups of all ranks over scripted fabrics, with a clock that only the test moves. */
final class SessionBed {
    final StarBed stars;
    final ScriptedFabric wire;
    final ScriptedFabric fallback;
    final List<SessionSetUp> setUps = new ArrayList<>();
    final List<String> lines = new ArrayList<>();
    final Map<Integer, Outcome> outcomes = new HashMap<>();
    private final int world;
    boolean fabricMoves = true;

    /** The wire's fabric places one request a poll, so that ranks see what comes between two of them. */
    boolean slowly;

    /** How one rank differs from the usual. */
    static final class Rank {
        Map<String, String> flags = new HashMap<>();
        List<DeviceRecord> devices = List.of();
        String kind = "scripted";
        String refusal = "";
        boolean engineHasNccl;
        boolean receipt;
        boolean hasFallback = true;
        int tag;
    }

    SessionBed(List<Rank> ranks) {
        this(ranks, 1);
    }

    SessionBed(List<Rank> ranks, int lanesPerPeer) {
        this.world = ranks.size();
        this.stars = StarBed.of(world);
        this.wire = new ScriptedFabric(1, world, lanesPerPeer, SourceProof.COMPLETED, false);
        this.fallback = new ScriptedFabric(2, world, 1, SourceProof.COMPLETED, false);
        for (int rank = 0; rank < world; rank++) {
            Rank as = ranks.get(rank);
            SessionSetUp.Offers offers = new SessionSetUp.Offers(
                    offer(as.kind, wire.nic(rank), as),
                    as.hasFallback ? Optional.of(offer("standby", fallback.nic(rank), new Rank())) : Optional.empty(),
                    as.engineHasNccl,
                    as.receipt,
                    as.tag,
                    (session, of, kind) -> Arena.ofAuto().allocate(Counters.BYTES, Long.BYTES));
            setUps.add(new SessionSetUp(stars.stars.get(rank), settings(rank, as.flags), offers));
        }
    }

    static List<Rank> ranks(int world) {
        List<Rank> ranks = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            ranks.add(new Rank());
        }
        return ranks;
    }

    WireSettings settings(int rank, Map<String, String> more) {
        Map<String, String> flags = new HashMap<>(Map.of(
                "world", "" + world, "rank", "" + rank, "rendezvous", "127.0.0.1:1", "limit", "8KiB", "wait", "60s"));
        flags.putAll(more);
        return ((SettingsReading.Good) SettingsReader.read(flags, Map.of(), Map.of())).settings();
    }

    private static TransportOffer offer(String kind, ScriptedNic nic, Rank as) {
        return new TransportOffer() {
            @Override
            public String kind() {
                return kind;
            }

            @Override
            public List<DeviceRecord> devices() {
                return as.devices;
            }

            @Override
            public Nic open(SessionId session, int rank, int world, int lanesPerPeer) throws NicException {
                if (!as.refusal.isEmpty()) {
                    throw new NicException(as.refusal);
                }
                return nic;
            }

            @Override
            public CostModel cost() {
                return CostModel.CONNECTX7;
            }
        };
    }

    Outcome outcome(int rank) {
        return Objects.requireNonNull(outcomes.get(rank));
    }

    Engine engine(int rank) {
        return ((Outcome.OnWire) outcome(rank)).transport().engine();
    }

    /** One poll of every rank, a millisecond later. */
    void poll() {
        stars.now += 1_000_000;
        for (int rank = 0; rank < world; rank++) {
            if (!outcomes.containsKey(rank)) {
                int at = rank;
                setUps.get(rank).poll(stars.now).ifPresent(o -> outcomes.put(at, o));
                lines.addAll(setUps.get(rank).takeLines());
            } else {
                stars.stars.get(rank).poll(stars.now);
            }
            if (slowly) {
                wire.step();
                fallback.drain();
            } else if (fabricMoves) {
                wire.drain();
                fallback.drain();
            }
        }
    }

    /** Until every rank but those named has an outcome; returns them by rank. */
    List<Outcome> run(Integer... without) {
        List<Integer> dead = List.of(without);
        for (int round = 0; round < 400_000; round++) {
            if (outcomes.size() >= world - dead.size()) {
                List<Outcome> all = new ArrayList<>();
                for (int rank = 0; rank < world; rank++) {
                    if (!dead.contains(rank)) {
                        all.add(outcome(rank));
                    }
                }
                return all;
            }
            poll();
        }
        throw new AssertionError("no end of set-up: " + outcomes + ", " + lines);
    }
}
