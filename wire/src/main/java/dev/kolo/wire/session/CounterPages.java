package dev.kolo.wire.session;

import dev.kolo.wire.record.SessionId;
import java.lang.foreign.MemorySegment;

/** Where a rank's counters lie, so that others can look at them while it runs. */
public interface CounterPages {
    /**
     * A page for one transport of one rank.
     *
     * @param kind the transport's kind, or {@code fallback}, which is counted apart
     * @return {@link dev.kolo.wire.protocol.Counters#BYTES} bytes, native, zeroed, aligned to 8; mapped
     *     for as long as it can be reached
     */
    MemorySegment page(SessionId session, int rank, String kind);
}
