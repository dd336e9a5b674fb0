package dev.kolo.sim.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What happened, in order: always a hash of it, and on demand the lines themselves, the last so many. Two runs of one seed
 * have the same hash on every machine.
 */
public final class Trace {
    /** What can be noted; the words are for people. */
    public enum Kind {
        POST("posts to"),
        SEND("sends to"),
        RESEND("sends again to"),
        LOST("loses a frame to"),
        OVERRUN("drops a frame at a full relay on its way to"),
        HELD("has a frame held back on its way to"),
        ACCEPT("accepts a frame from"),
        PLACE("has placed in its memory what came from"),
        DUPLICATE("has seen already what came from"),
        GAP("misses frames from"),
        ACKED("has the acknowledgement of"),
        TIMEOUT("hears nothing from"),
        LANE_FAILED("gives up its lane to"),
        STALE("sends a stale word to"),
        FAULT("fault"),
        CALL("calls"),
        DONE("is done with"),
        FAILED("fails"),
        WAITS("waits for"),
        SESSION("session"),
        CHECK("violation");

        private final String words;
        private final int number;

        Kind(String words) {
            this.words = words;
            number = name().hashCode();
        }

        /** For lines of a trace. */
        public String words() {
            return words;
        }
    }

    /**
     * One line.
     *
     * @param picos when
     * @param kind what
     * @param rank whose doing, −1 for nobody's
     * @param peer whom it concerns, −1 for nobody
     * @param first a number that belongs to it
     * @param second another
     * @param detail words, or empty
     */
    public record Line(long picos, Kind kind, int rank, int peer, long first, long second, String detail) {
        /** As people read it. */
        public String words() {
            String when = String.format(Locale.ROOT, "%,18.3f µs", picos / 1e6);
            String who = rank < 0 ? "" : " rank " + rank;
            String whom = peer < 0 ? "" : " rank " + peer;
            return when + who + " " + kind.words() + whom + (detail.isEmpty() ? "" : ": " + detail);
        }
    }

    private final Agenda agenda;
    private final Line[] kept;
    private long notes;
    private long hash = 0xcbf2_9ce4_8422_2325L;

    /**
     * A trace of a run.
     *
     * @param agenda whose clock it reads
     * @param keep how many lines to keep, the last ones; 0 for the hash alone
     */
    public Trace(Agenda agenda, int keep) {
        this.agenda = agenda;
        kept = new Line[keep];
    }

    /** Whether lines are kept, so that words for them are worth making. */
    public boolean keeps() {
        return kept.length > 0;
    }

    /** Notes something without words. */
    public void note(Kind kind, int rank, int peer, long first, long second) {
        note(kind, rank, peer, first, second, "");
    }

    /** Notes something; the words are no part of the hash. */
    public void note(Kind kind, int rank, int peer, long first, long second, String detail) {
        long z = hash ^ agenda.nowPicos();
        z = (z ^ kind.number * 31L ^ rank * 1_000_003L ^ peer * 777_767_777L) * 0xff51_afd7_ed55_8ccdL;
        z = (z ^ (z >>> 33) ^ first) * 0xc4ce_b9fe_1a85_ec53L;
        hash = z ^ (z >>> 29) ^ second;
        if (kept.length > 0) {
            kept[(int) (notes % kept.length)] = new Line(agenda.nowPicos(), kind, rank, peer, first, second, detail);
        }
        notes++;
    }

    /** Hash of everything noted so far. */
    public long hash() {
        return hash;
    }

    /** How much was noted. */
    public long notes() {
        return notes;
    }

    /** The lines that were kept, oldest first. */
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (long i = Math.max(0, notes - kept.length); i < notes; i++) {
            lines.add(kept[(int) (i % kept.length)]);
        }
        return lines;
    }
}
