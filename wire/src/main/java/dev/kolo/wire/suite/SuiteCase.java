package dev.kolo.wire.suite;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.ScheduleKind;
import java.util.Locale;

/**
 * One call of the suite, the same on all ranks.
 *
 * @param number its place in the run, which seeds its data
 * @param collective what is called
 * @param kind the schedule that the session was told to take
 * @param type type of the elements
 * @param how the reduction, where there is one
 * @param bytes bytes of one rank's block (all-reduce: of the vector)
 * @param placement where the buffers lie
 * @param variable all-gather with a block of its own length for each rank
 */
public record SuiteCase(
        int number,
        Collective collective,
        ScheduleKind kind,
        DataType type,
        Reduction how,
        long bytes,
        Placement placement,
        boolean variable) {

    /** Whether elements are combined. */
    public boolean reduces() {
        return collective == Collective.ALL_REDUCE || collective == Collective.REDUCE_SCATTER;
    }

    /** Bytes of a rank's block. Variable blocks shrink from rank to rank, and the last rank's may be empty. */
    public long blockBytes(int rank, int world) {
        return variable ? bytes * (world - 1 - rank) / Math.max(1, world - 1) : bytes;
    }

    /** As people read it: {@code all-reduce sum bf16 of 65536 B, in-place, by ring}. */
    public String label() {
        String what = collective.word()
                + (variable ? " of unequal blocks" : "")
                + (reduces() ? " " + how.name().toLowerCase(Locale.ROOT) : "")
                + (type == DataType.BYTES ? "" : " " + type.name().toLowerCase(Locale.ROOT));
        return "case " + number + ": " + what + " of " + bytes + " B, " + placement.word() + ", by " + kind.word();
    }
}
