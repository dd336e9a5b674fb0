package dev.kolo.cli.wire.top;

import dev.kolo.wire.protocol.CounterSnapshot;
import dev.kolo.wire.session.run.CounterLook.Found;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One session between two readings, as far as its ranks run on this host.
 *
 * @param session its id
 * @param kind what carries its bytes
 * @param ranks the ranks that were found, in order
 */
public record SessionView(String session, String kind, List<RankView> ranks) {
    public SessionView {
        ranks = List.copyOf(ranks);
    }

    /** All sessions of two readings. */
    public static List<SessionView> of(List<Found> before, List<Found> after, double seconds) {
        Map<String, List<RankView>> bySession = new TreeMap<>();
        for (Found found : after) {
            RankView view = new RankView(found, earlier(before, found), seconds);
            bySession
                    .computeIfAbsent(found.session() + " " + found.kind(), s -> new ArrayList<>())
                    .add(view);
        }
        List<SessionView> all = new ArrayList<>();
        bySession.forEach((name, ranks) -> {
            ranks.sort(Comparator.comparingInt(r -> r.found().rank()));
            all.add(new SessionView(name.substring(0, 32), name.substring(33), ranks));
        });
        return all;
    }

    private static Optional<CounterSnapshot> earlier(List<Found> before, Found found) {
        return before.stream()
                .filter(f -> f.session().equals(found.session())
                        && f.rank() == found.rank()
                        && f.kind().equals(found.kind())
                        && f.pid() == found.pid())
                .findFirst()
                .flatMap(f -> new RankView(f, Optional.empty(), 0).now());
    }

    /** Number of ranks, wherever they run; empty when no counters could be read. */
    public OptionalInt world() {
        return ranks.stream()
                .flatMap(r -> r.now().stream())
                .mapToInt(CounterSnapshot::world)
                .findFirst();
    }

    /** The first digits of the id, as log lines have them. */
    public String label() {
        return session.substring(0, 8);
    }

    /** Microseconds an exchange that a rank waits for all others. */
    public OptionalDouble waits(RankView rank) {
        double sum = 0;
        boolean known = false;
        for (int peer = 0; peer < world().orElse(0); peer++) {
            OptionalDouble wait = rank.waitMicros(peer);
            if (peer != rank.found().rank() && wait.isPresent()) {
                sum += wait.getAsDouble();
                known = true;
            }
        }
        return known ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    /** Microseconds an exchange that the other ranks of this host wait for one, on average. */
    public OptionalDouble othersWait(RankView rank) {
        return ranks.stream()
                .filter(other -> other.found().rank() != rank.found().rank())
                .flatMap(other -> other.waitMicros(rank.found().rank()).stream().boxed())
                .mapToDouble(Double::doubleValue)
                .average();
    }

    /**
     * Arrival skew of a rank: by how many microseconds an exchange the others wait longer for it than it waits for any of
     * them. Above 0 it comes late. Empty unless both sides are seen.
     */
    public OptionalDouble skew(RankView rank) {
        OptionalDouble others = othersWait(rank);
        OptionalDouble own = waits(rank);
        int peers = world().orElse(2) - 1;
        return others.isPresent() && own.isPresent()
                ? OptionalDouble.of(others.getAsDouble() - own.getAsDouble() / peers)
                : OptionalDouble.empty();
    }
}
