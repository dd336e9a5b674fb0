package dev.kolo.wire.protocol;

import dev.kolo.wire.layout.FlagWord;
import java.util.Locale;

/**
 * Why a rank's wire ended: who waited for whom, where, in which operation, what it saw, and where it began.
 *
 * @param kind what happened
 * @param rank the rank that says so
 * @param peer whom it missed, −1 when no single peer
 * @param where device and lane, empty when no single lane
 * @param operation number, kind and size of the operation, e.g. {@code all-gather 17 (8192 B)}
 * @param step the step of the link to {@code peer}, 0 when none
 * @param seen the word in the peer's flag line
 * @param waitedNanos how long it waited
 * @param doorbells calls of the user so far
 * @param posted requests posted to that peer
 * @param completed completions of them
 * @param root the rank where it began, −1 when not known
 * @param detail what else there is to say, one sentence, or empty
 */
public record Failure(
        Kind kind,
        int rank,
        int peer,
        String where,
        String operation,
        long step,
        long seen,
        long waitedNanos,
        long doorbells,
        long posted,
        long completed,
        int root,
        String detail) {
    /** What can end a rank's wire. */
    public enum Kind {
        /** A peer did not come within the bound. */
        LATE_PEER(0, "did not arrive"),
        /** A lane has failed: the path, not the peer's lateness. */
        LANE_FAILED(1, "is out of reach: the lane failed"),
        /** The peer's process has ended. */
        PEER_GONE(2, "has ended"),
        /** The peer is in another operation. */
        DESYNC(3, "called another operation"),
        /** Another rank gave up first. */
        ABORTED(4, "gave up"),
        /** A peer wrote what no correct peer writes. */
        CORRUPT(5, "sent what cannot be"),
        /** The session's own control connection says so. */
        SESSION(6, "left the session"),
        /** Closed here. */
        CLOSED(7, "is not to be reached: the session was closed"),
        /** A fault of this program. */
        INTERNAL(8, "could not be served: an internal fault"),
        /** The client that a rank serves, see {@code docs/mailbox.md}, has died or left in mid-operation. */
        CLIENT_GONE(9, "has lost its client");

        private final int number;
        private final String words;

        Kind(int number, String words) {
            this.number = number;
            this.words = words;
        }

        /** The number that stands for it in abort records. */
        public int number() {
            return number;
        }

        public String words() {
            return words;
        }
    }

    /** Without an operation: what the session learned by other ways. */
    public static Failure ofSession(Kind kind, int rank, int peer, String detail) {
        return new Failure(kind, rank, peer, "", "no operation", 0, 0, 0, 0, 0, 0, peer, detail);
    }

    /** All of it in a few sentences, the root first to be read. */
    public String message() {
        StringBuilder text = new StringBuilder(256);
        text.append("rank ").append(rank).append(": ");
        text.append(peer < 0 ? "the wire" : "rank " + peer).append(' ').append(kind.words());
        text.append(" in ").append(operation);
        if (waitedNanos > 0) {
            text.append(" after ").append(waited());
        }
        if (!where.isEmpty()) {
            text.append(" on ").append(where);
        }
        if (step > 0) {
            text.append("; expected step ").append(Integer.toUnsignedLong(FlagWord.number(step)));
            text.append(", its flag says ").append(FlagWord.words(seen));
        }
        text.append("; doorbells ").append(doorbells).append(", posted ").append(posted);
        text.append(", completed ").append(completed).append('.');
        if (!detail.isEmpty()) {
            text.append(' ').append(detail);
            if (!detail.endsWith(".")) {
                text.append('.');
            }
        }
        if (root >= 0 && root != peer) {
            text.append(" It began at rank ")
                    .append(root)
                    .append("; rank ")
                    .append(peer)
                    .append(" is blocked behind it.");
        } else if (root >= 0 && root != rank) {
            text.append(" It began at rank ").append(root).append(" itself");
            // Of a rank that has ended nobody asks for whom it waits.
            boolean waits = kind == Kind.LATE_PEER || kind == Kind.ABORTED;
            text.append(waits ? ": nothing shows that it waits for another." : ".");
        }
        return text.toString();
    }

    private String waited() {
        long micros = waitedNanos / 1_000;
        return micros < 10_000
                ? micros + " µs"
                : String.format(Locale.ROOT, "%.3f s (%d µs)", waitedNanos / 1e9, micros);
    }
}
