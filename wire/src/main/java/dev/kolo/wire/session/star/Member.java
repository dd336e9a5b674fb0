package dev.kolo.wire.session.star;

import dev.kolo.wire.record.Nonce;
import java.util.Optional;

/** Rank 0's side of one connection: a newcomer first, then a rank. */
final class Member {
    final FrameLink link;
    int rank = -1;
    String host = "";
    Nonce nonce = new Nonce(0, 0);
    boolean proven;
    boolean leaving;
    private boolean met;
    private long sinceNanos;
    long heardNanos;
    long heardBytes;
    /** What it gave before rank 0 began the same gathering. */
    Optional<Given> early = Optional.empty();

    Member(FrameLink link) {
        this.link = link;
    }

    /**
     * How long it has been here, counted from the first call: a connection is accepted outside of the star's turns, and the
     * time of the last turn may be long past, or that of no turn at all.
     */
    long hereNanos(long nowNanos) {
        if (!met) {
            met = true;
            sinceNanos = nowNanos;
            heardNanos = nowNanos;
        }
        return nowNanos - sinceNanos;
    }

    /** Notes signs of life. */
    void listen(long nowNanos) {
        if (link.receivedBytes() != heardBytes) {
            heardBytes = link.receivedBytes();
            heardNanos = nowNanos;
        }
    }

    /** Who it says it is, for messages. */
    String label() {
        if (rank < 0) {
            return "a connection from " + link.peer();
        }
        return "rank " + rank + " (" + (host.isEmpty() ? link.peer() : host) + ")";
    }

    /** One rank's part of a gathering. */
    @SuppressWarnings("ArrayRecordComponent") // it is read once and compared with nothing
    record Given(int index, String what, byte[] blob) {}
}
