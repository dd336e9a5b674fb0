package dev.kolo.wire.schedule;

/**
 * What an exchange costs, roughly: enough to choose a schedule by size, and the same numbers on every rank, since they are
 * part of the settings that must agree. Integer picoseconds, so that no rank rounds differently. The simulator predicts with
 * the same record.
 *
 * @param latencyNanos from a post to the moment the peer can act on its flag
 * @param postNanos cost of one post for the rank that posts
 * @param linkPicosPerByte time of a byte on the lanes to one peer
 * @param hostPicosPerByte time of a byte out of a host over all its lanes
 */
public record CostModel(long latencyNanos, long postNanos, long linkPicosPerByte, long hostPicosPerByte) {
    /**
     * ConnectX-7 on GB10: 24 GB/s a cable and out of a host, 0.3 µs a post (sparkring's model constants); latency so that
     * ib_write_lat's 8.8 µs at 61 KB and the exchange of 8 KiB in 10.7 µs come out.
     */
    public static final CostModel CONNECTX7 = new CostModel(6_000, 300, 42, 42);

    /** Shared memory on two cores: the measured all-gathers of 16 B and 64 KiB. */
    public static final CostModel SHARED_MEMORY = new CostModel(250, 20, 120, 120);

    /** TCP over loopback. */
    public static final CostModel TCP = new CostModel(6_000, 3_000, 300, 300);

    public CostModel {
        if (latencyNanos < 0 || postNanos < 0 || linkPicosPerByte < 0 || hostPicosPerByte < 0) {
            throw new IllegalArgumentException("costs are not negative");
        }
    }

    /**
     * Picoseconds of one collective.
     *
     * @param world number of ranks
     * @param bytes largest block of a rank; for all-reduce the vector
     */
    public long picos(ScheduleKind kind, Collective collective, int world, long bytes) {
        long block = collective == Collective.REDUCE_SCATTER ? saturated(bytes, world) : bytes;
        long far = world - 1L;
        long near = world / 2;
        boolean chain = collective == Collective.BROADCAST;
        return switch (kind) {
            case ONE_SHOT -> cost(1, far, block, saturated(block, far));
            case BOTH_WAYS -> cost(near, 2 * near, saturated(block, near), saturated(block, 2 * near));
            case MATCHINGS -> cost(2, 2, saturated(block, 3), saturated(block, 3));
            case TWO_SHOT -> {
                int rounds = collective == Collective.ALL_REDUCE ? 2 : 1;
                yield cost(rounds, rounds * far, rounds * block / world, saturated(block / world + 1, rounds * far));
            }
            case RING -> {
                long hops = collective == Collective.ALL_REDUCE ? 2 * far : far;
                long moved = collective == Collective.ALL_GATHER
                        ? saturated(block, far)
                        : chain ? block : hops * (block / world);
                yield cost(2 * hops, 2 * hops, moved, moved);
            }
        };
    }

    /**
     * Up to which size payload travels in words that bear their step's number, where a session wants them: they double the
     * bytes, and the second half must cost no more than half a latency. A power of two from 256 B to 32 KiB.
     *
     * @param limitBytes largest payload of a step
     */
    public long wordsMostBytes(long limitBytes) {
        long affordable = latencyNanos * 1_000 / 2 / Math.max(1, linkPicosPerByte);
        return Math.min(limitBytes, Long.highestOneBit(Math.clamp(affordable, 256, 32 << 10)));
    }

    private long cost(long rounds, long posts, long linkBytes, long hostBytes) {
        long fixed = (rounds * latencyNanos + posts * postNanos) * 1_000;
        return fixed + Math.max(saturated(linkBytes, linkPicosPerByte), saturated(hostBytes, hostPicosPerByte));
    }

    private static long saturated(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        return high != 0 || a * b < 0 ? Long.MAX_VALUE / 4 : Math.min(a * b, Long.MAX_VALUE / 4);
    }
}
