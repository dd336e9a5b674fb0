package dev.kolo.wire.suite;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.schedule.Schedules;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The list of calls: every size, collective, type and placement that a schedule serves. Pure, so all ranks list the same. */
public final class SuiteCases {
    private static final long KIB = 1024;

    /** Largest size of the short form. */
    private static final long SHORT_BYTES = 64 * KIB;

    private SuiteCases() {}

    /**
     * The schedules that have anything to carry over this reach.
     *
     * @param reach who has lanes to whom
     */
    public static Set<ScheduleKind> kinds(Reach reach) {
        Set<ScheduleKind> kinds = EnumSet.noneOf(ScheduleKind.class);
        for (Collective collective : Collective.values()) {
            kinds.addAll(Schedules.kindsFor(collective, reach));
        }
        return kinds;
    }

    /**
     * Sizes in bytes: 6, 1000, 4 KiB, 64 KiB, the limit, the limit and 16 more, 1 MiB, 4 MiB.
     *
     * @param limitBytes largest payload of one slot
     * @param brief only up to 64 KiB
     */
    public static List<Long> sizes(long limitBytes, boolean brief) {
        Set<Long> sizes = new TreeSet<>(
                List.of(0L, 6L, 1000L, 4 * KIB, 64 * KIB, limitBytes, limitBytes + 16, KIB * KIB, 4 * KIB * KIB));
        return sizes.stream().filter(s -> !brief || s <= SHORT_BYTES).toList();
    }

    /**
     * All calls under one schedule.
     *
     * @param reach who has lanes to whom
     * @param kind the schedule that the session takes wherever it serves
     * @param limitBytes largest payload of one slot
     * @param brief the short form: to 64 KiB, f32 and bf16 alone
     * @param first number of the first case
     */
    public static List<SuiteCase> of(Reach reach, ScheduleKind kind, long limitBytes, boolean brief, int first) {
        List<SuiteCase> cases = new ArrayList<>();
        for (Collective collective : Collective.values()) {
            if (Schedules.kindsFor(collective, reach).contains(kind)) {
                for (long size : collective == Collective.BARRIER ? List.of(0L) : sizes(limitBytes, brief)) {
                    add(cases, first, collective, kind, size, brief);
                }
            }
        }
        return cases;
    }

    private static void add(
            List<SuiteCase> cases, int first, Collective collective, ScheduleKind kind, long size, boolean brief) {
        switch (collective) {
            case ALL_REDUCE, REDUCE_SCATTER -> {
                for (DataType type : brief
                        ? List.of(DataType.F32, DataType.BF16)
                        : List.of(DataType.F32, DataType.BF16, DataType.F16, DataType.I32)) {
                    long whole = size / type.bytes() * type.bytes();
                    for (Placement placement : Placement.values()) {
                        if (collective == Collective.ALL_REDUCE || placement != Placement.IN_PLACE) {
                            add(cases, first, collective, kind, type, Reduction.SUM, whole, placement, false);
                        }
                    }
                    Reduction other = type == DataType.BF16 ? Reduction.MIN : Reduction.MAX;
                    add(cases, first, collective, kind, type, other, whole, Placement.OUT_OF_PLACE, false);
                }
            }
            case ALL_GATHER -> {
                for (Placement placement : Placement.values()) {
                    add(cases, first, collective, kind, DataType.BYTES, Reduction.SUM, size, placement, false);
                }
                add(cases, first, collective, kind, DataType.BYTES, Reduction.SUM, size, Placement.OUT_OF_PLACE, true);
            }
            case BROADCAST, PAIR_EXCHANGE -> {
                add(cases, first, collective, kind, DataType.BYTES, Reduction.SUM, size, Placement.OUT_OF_PLACE, false);
                add(cases, first, collective, kind, DataType.BYTES, Reduction.SUM, size, Placement.SKEWED, false);
            }
            case BARRIER ->
                add(cases, first, collective, kind, DataType.BYTES, Reduction.SUM, 0, Placement.OUT_OF_PLACE, false);
        }
    }

    private static void add(
            List<SuiteCase> cases,
            int first,
            Collective collective,
            ScheduleKind kind,
            DataType type,
            Reduction how,
            long bytes,
            Placement placement,
            boolean variable) {
        cases.add(new SuiteCase(first + cases.size(), collective, kind, type, how, bytes, placement, variable));
    }
}
