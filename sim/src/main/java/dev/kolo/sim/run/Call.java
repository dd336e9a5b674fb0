package dev.kolo.sim.run;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.schedule.Collective;
import java.util.List;

/**
 * One collective that all ranks call.
 *
 * @param number its place among the calls of a session
 * @param collective what is called
 * @param type type of the elements
 * @param how the reduction, where there is one
 * @param bytes a rank's block; of all-reduce and broadcast the vector
 * @param root of a broadcast, otherwise −1
 * @param lengths of each rank's block where they differ; otherwise empty
 */
public record Call(
        int number, Collective collective, DataType type, Reduction how, long bytes, int root, List<Long> lengths) {
    public Call {
        lengths = List.copyOf(lengths);
    }

    /** Bytes of a rank's own input. */
    public long inputBytes(int rank, int world) {
        return collective == Collective.REDUCE_SCATTER ? bytes * world : blockBytes(rank);
    }

    /** Bytes of a rank's block. */
    public long blockBytes(int rank) {
        return lengths.isEmpty() ? bytes : lengths.get(rank);
    }

    /** Bytes that the call writes on a rank. */
    public long outputBytes(int rank, int world) {
        return switch (collective) {
            case ALL_GATHER -> {
                long all = 0;
                for (int from = 0; from < world; from++) {
                    all += blockBytes(from);
                }
                yield all;
            }
            case ALL_REDUCE, REDUCE_SCATTER -> bytes;
            case BROADCAST -> bytes;
            case PAIR_EXCHANGE -> partner(rank, world) < 0 ? 0 : bytes;
            case BARRIER -> 0;
        };
    }

    /** The partner of a pair exchange, −1 for nobody; for other calls the root. */
    public int partner(int rank, int world) {
        if (collective != Collective.PAIR_EXCHANGE) {
            return root;
        }
        int partner = rank ^ 1;
        return partner < world ? partner : -1;
    }

    /** As people read it. */
    public String words() {
        return collective.word() + " " + number + " of " + bytes + " B"
                + (type == DataType.BYTES ? "" : " " + type)
                + (lengths.isEmpty() ? "" : ", blocks of " + lengths)
                + (root < 0 ? "" : ", root " + root);
    }
}
