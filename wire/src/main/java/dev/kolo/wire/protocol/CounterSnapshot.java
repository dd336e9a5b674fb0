package dev.kolo.wire.protocol;

import dev.kolo.wire.protocol.Counters.OfPeer;
import dev.kolo.wire.protocol.Counters.Total;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * What a rank's counters said at one moment, read from outside. The words were written one by one while they were read, so
 * two of them may differ by an exchange.
 */
public final class CounterSnapshot {
    private final long[] words;

    private CounterSnapshot(long[] words) {
        this.words = words;
    }

    /**
     * Of a page's bytes.
     *
     * @param page {@link Counters#BYTES} bytes in the order of this machine
     * @return empty when it is no page of counters, or of a version that this program does not know
     */
    public static Optional<CounterSnapshot> of(byte[] page) {
        if (page.length != Counters.BYTES) {
            return Optional.empty();
        }
        long[] words = new long[Counters.BYTES / Long.BYTES];
        MemorySegment.copy(MemorySegment.ofArray(page), 0, MemorySegment.ofArray(words), 0, Counters.BYTES);
        CounterSnapshot snapshot = new CounterSnapshot(words);
        boolean known = words[0] == Counters.MAGIC
                && words[1] == Counters.VERSION
                && words[3] >= 2
                && words[3] <= Counters.MOST_RANKS
                && words[2] >= 0
                && words[2] < words[3];
        return known ? Optional.of(snapshot) : Optional.empty();
    }

    public int rank() {
        return (int) words[2];
    }

    public int world() {
        return (int) words[3];
    }

    public long get(Total which) {
        return words[(int) (Counters.at(which) / Long.BYTES)];
    }

    public long get(OfPeer which, int peer) {
        return words[(int) (Counters.at(which, peer) / Long.BYTES)];
    }
}
