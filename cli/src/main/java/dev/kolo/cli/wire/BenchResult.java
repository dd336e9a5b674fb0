package dev.kolo.cli.wire;

/**
 * What one kind of exchange took.
 *
 * @param op {@code all-gather}, {@code all-reduce-bf16} or {@code window-86-all-gather} (one exchange's share of a window)
 * @param bytes bytes a rank
 * @param payload {@code repeated} (the same bytes every time), {@code rewritten} (new ones before each exchange, not timed) or
 *     {@code slot} (the caller fills the registered send slot, not timed)
 * @param exchanges how many were timed
 * @param p50Nanos median
 * @param p99Nanos 99th percentile
 * @param p999Nanos 99.9th percentile
 * @param maxNanos longest
 * @param allocatedBytes heap that the calling thread took for all of them together
 */
record BenchResult(
        String op,
        long bytes,
        String payload,
        long exchanges,
        long p50Nanos,
        long p99Nanos,
        long p999Nanos,
        long maxNanos,
        long allocatedBytes) {

    /** The slower of two ranks' results, quantile by quantile. */
    BenchResult slower(BenchResult other) {
        return new BenchResult(
                op,
                bytes,
                payload,
                Math.min(exchanges, other.exchanges),
                Math.max(p50Nanos, other.p50Nanos),
                Math.max(p99Nanos, other.p99Nanos),
                Math.max(p999Nanos, other.p999Nanos),
                Math.max(maxNanos, other.maxNanos),
                Math.max(allocatedBytes, other.allocatedBytes));
    }

    /** Whether another rank's result is of the same kind of exchange. */
    boolean isLike(BenchResult other) {
        return op.equals(other.op) && bytes == other.bytes && payload.equals(other.payload);
    }
}
