package dev.kolo.gpu.session;

import dev.kolo.wire.collective.DataType;

/** What takes the calls that the wire does not: too large, of another kind, or all of them after a trial that failed. */
public interface DeviceFallback {
    /** For people: {@code NCCL 2.28.9}. */
    String name();

    void allGather(long stream, long input, long output, long bytes);

    /** A sum of whole elements. */
    void allReduce(long stream, long input, long output, long bytes, DataType type);

    void allGatherVariable(long stream, long input, long output, int[] lengths);

    void pairExchange(long stream, long input, long output, long bytes, int partner);
}
