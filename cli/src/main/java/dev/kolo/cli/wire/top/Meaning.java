package dev.kolo.cli.wire.top;

import dev.kolo.wire.protocol.Counters.OfPeer;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.session.run.CounterLook.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What a session's counters mean, in sentences: who is late and why that is not the wire, what hangs, what was odd. */
final class Meaning {
    /** Below this a difference of arrivals is noise of two cores. */
    private static final double LEAST_SKEW_MICROS = 2;

    private static final double LEAST_SHARE_OF_PERIOD = 0.05;

    private final SessionView session;
    private final List<String> sentences = new ArrayList<>();

    private Meaning(SessionView session) {
        this.session = session;
    }

    /** The sentences, the gravest first. */
    static List<String> of(SessionView session) {
        Meaning meaning = new Meaning(session);
        meaning.ends();
        meaning.standstill();
        meaning.arrivals();
        meaning.oddities();
        return meaning.sentences;
    }

    private void say(String sentence) {
        sentences.add(sentence);
    }

    private void ends() {
        for (RankView rank : session.ranks()) {
            int number = rank.found().rank();
            if (rank.poisoned()) {
                say(String.format(
                        Locale.ROOT,
                        "Rank %d is poisoned: every later call fails. The message that it gave its caller, and its"
                                + " account line at the end, name the reason.",
                        number));
            }
            switch (rank.found().state()) {
                case State.Gone _ ->
                    say(String.format(
                            Locale.ROOT,
                            "The process of rank %d (%d) is gone and left its counters behind, so it was killed; they show its"
                                    + " last moment. The next session on this host takes the file away.",
                            number,
                            rank.found().pid()));
                case State.NotPermitted(String owner) ->
                    say(String.format(
                            Locale.ROOT,
                            "The counters of rank %d belong to %s; only the owner may read them. Run this as %s.",
                            number,
                            owner,
                            owner));
                case State.Unreadable(String why) ->
                    say(String.format(Locale.ROOT, "The counters of rank %d cannot be read: %s.", number, why));
                case State.Running _ -> {}
            }
        }
    }

    /** Without an exchange in the interval: whether the ranks are in one, and who has not come to it. */
    private void standstill() {
        List<RankView> seen =
                session.ranks().stream().filter(r -> r.now().isPresent()).toList();
        if (seen.isEmpty()
                || seen.stream().anyMatch(r -> r.before().isEmpty())
                || seen.stream().anyMatch(r -> r.grown(Total.OPERATIONS) > 0)) {
            return;
        }
        long latest = seen.stream()
                .mapToLong(r -> r.total(Total.LAST_OPERATION))
                .max()
                .orElse(0);
        List<RankView> inside = seen.stream()
                .filter(r -> r.total(Total.LAST_OPERATION) == latest && r.total(Total.OPERATIONS) < latest)
                .toList();
        if (inside.isEmpty()) {
            say("No exchange in this interval: no rank asks for one.");
            return;
        }
        RankView one = inside.getFirst();
        String what = String.format(
                Locale.ROOT,
                "operation %,d (%s, %,d bytes)",
                latest,
                word(one.total(Total.LAST_COLLECTIVE)),
                one.total(Total.LAST_BYTES));
        List<RankView> missing = seen.stream()
                .filter(r -> r.total(Total.LAST_OPERATION) < latest)
                .toList();
        if (missing.isEmpty()) {
            say(String.format(
                    Locale.ROOT,
                    "No exchange was done in this interval: %s %s in %s and %s, and all ranks seen here have come to it.",
                    names(inside),
                    inside.size() == 1 ? "is" : "are",
                    what,
                    inside.size() == 1 ? "waits" : "wait"));
        } else {
            say(String.format(
                    Locale.ROOT,
                    "No exchange was done in this interval: %s %s in %s, and %s %s not come to it: that is whom they wait"
                            + " for.",
                    names(inside),
                    inside.size() == 1 ? "is" : "are",
                    what,
                    names(missing),
                    missing.size() == 1 ? "has" : "have"));
        }
    }

    private static String word(long number) {
        for (Collective collective : Collective.values()) {
            if (collective.number() == number) {
                return collective.word();
            }
        }
        return "collective " + number;
    }

    private static String names(List<RankView> ranks) {
        return (ranks.size() == 1 ? "rank " : "ranks ")
                + ranks.stream().map(r -> Integer.toString(r.found().rank())).collect(Collectors.joining(", "));
    }

    private void arrivals() {
        double most = 0;
        RankView late = null;
        for (RankView rank : session.ranks()) {
            OptionalDouble skew = session.skew(rank);
            if (skew.isPresent() && skew.getAsDouble() > most) {
                most = skew.getAsDouble();
                late = rank;
            }
        }
        boolean exchanged = session.ranks().stream().anyMatch(r -> r.grown(Total.OPERATIONS) > 0);
        if (late == null || most < Math.max(LEAST_SKEW_MICROS, LEAST_SHARE_OF_PERIOD * periodMicros(late))) {
            if (exchanged && session.ranks().size() > 1) {
                say("The ranks seen here come to their exchanges at about the same time: no convoy.");
            } else if (exchanged) {
                say("One rank of this session has its counters on this host. Its waits say whom it waits for; whether"
                        + " that one is late or the way is long shows where the other's counters are.");
            }
            return;
        }
        say(String.format(
                Locale.ROOT,
                "Rank %d comes last: the others wait %.1f us an exchange for it, and it waits %.1f us for them. That is a"
                        + " convoy: rank %d computes longer between exchanges, or gets less of its CPU. It is not the wire,"
                        + " which is idle until the last rank comes.",
                late.found().rank(),
                session.othersWait(late).orElse(0),
                session.waits(late).orElse(0),
                late.found().rank()));
    }

    private static double periodMicros(RankView rank) {
        OptionalDouble rate = rank.rate(Total.OPERATIONS);
        return rate.isPresent() && rate.getAsDouble() > 0 ? 1e6 / rate.getAsDouble() : 0;
    }

    private void oddities() {
        for (RankView rank : session.ranks()) {
            int number = rank.found().rank();
            if (rank.grown(Total.LATE_WAITS) > 0) {
                say(String.format(
                        Locale.ROOT,
                        "Rank %d waited 5 ms or more %,d times in this interval and sent its flags again.",
                        number,
                        rank.grown(Total.LATE_WAITS)));
            }
            for (int peer = 0; peer < session.world().orElse(0); peer++) {
                long stale = stale(rank, peer);
                if (stale > 0) {
                    say(String.format(
                            Locale.ROOT,
                            "Rank %d saw %,d stale flags of rank %d since the start: old words that came again. None was"
                                    + " accepted; many of them point at a NIC that repeats writes.",
                            number,
                            stale,
                            peer));
                }
            }
            if (rank.total(Total.FOREIGN_FLAGS) > 0) {
                say(String.format(
                        Locale.ROOT,
                        "Rank %d saw %,d flags of another session, and ignored them.",
                        number,
                        rank.total(Total.FOREIGN_FLAGS)));
            }
        }
    }

    private static long stale(RankView rank, int peer) {
        return rank.now().map(c -> c.get(OfPeer.STALE_FLAGS, peer)).orElse(0L);
    }
}
