package dev.kolo.wire.session;

import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Counters.OfPeer;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.record.SessionId;
import java.util.Locale;
import java.util.Optional;

/** The one line that a rank leaves behind, however it ends: what it did, what it saw, and whether it was poisoned. */
public final class AccountLine {
    private AccountLine() {}

    /**
     * The line.
     *
     * @param session the session
     * @param rank the rank
     * @param world number of ranks
     * @param transport what carried it
     * @param counters what it counted
     * @param failure the first failure, when there was one
     */
    public static String of(
            SessionId session, int rank, int world, String transport, Counters counters, Optional<Failure> failure) {
        long posted = 0;
        long completed = 0;
        for (int peer = 0; peer < world; peer++) {
            posted += counters.get(OfPeer.POSTED, peer);
            completed += counters.get(OfPeer.COMPLETED, peer);
        }
        return String.format(
                Locale.ROOT,
                "kolo wire: rank %d of %d, session %s over %s: %,d operations, %,d bytes, posted %,d, completed %,d,"
                        + " last operation %,d (%,d bytes), late waits %,d, stale flags %,d, foreign flags %,d,"
                        + " repairs %,d, %s",
                rank,
                world,
                session.label(),
                transport,
                counters.get(Total.OPERATIONS),
                counters.get(Total.BYTES),
                posted,
                completed,
                counters.get(Total.LAST_OPERATION),
                counters.get(Total.LAST_BYTES),
                counters.get(Total.LATE_WAITS),
                counters.get(Total.STALE_FLAGS),
                counters.get(Total.FOREIGN_FLAGS),
                counters.get(Total.REPAIRS),
                failure.map(f -> "poisoned: " + f.message()).orElse("not poisoned"));
    }
}
