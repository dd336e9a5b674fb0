package dev.kolo.wire.collective;

import dev.kolo.wire.layout.Split;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.ScheduleKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** What each rank must end with, computed the slow and plain way, element by element; shares no code with the engine. */
final class Oracle {
    private Oracle() {}

    static String check(
            Collective collective,
            DataType type,
            Reduction how,
            ScheduleKind kind,
            int rank,
            int root,
            int partner,
            long bytes,
            List<MemorySegment> inputs,
            MemorySegment output) {
        return switch (collective) {
            case ALL_GATHER -> {
                String wrong = "";
                for (int from = 0; from < inputs.size() && wrong.isEmpty(); from++) {
                    wrong = equal(inputs.get(from), output, from * bytes, bytes);
                }
                yield wrong;
            }
            case BROADCAST -> equal(inputs.get(root), output, 0, bytes);
            case PAIR_EXCHANGE -> partner < 0 ? "" : equal(inputs.get(partner), output, 0, bytes);
            case BARRIER -> "";
            case ALL_REDUCE -> reduced(type, how, kind, -1, bytes, inputs, output);
            case REDUCE_SCATTER -> reduced(type, how, kind, rank, bytes, inputs, output);
        };
    }

    private static String equal(MemorySegment wanted, MemorySegment seen, long at, long bytes) {
        for (long i = 0; i < bytes; i++) {
            if (wanted.get(ValueLayout.JAVA_BYTE, i) != seen.get(ValueLayout.JAVA_BYTE, at + i)) {
                return "byte " + (at + i) + " is " + seen.get(ValueLayout.JAVA_BYTE, at + i) + ", not "
                        + wanted.get(ValueLayout.JAVA_BYTE, i);
            }
        }
        return "";
    }

    private static String reduced(
            DataType type,
            Reduction how,
            ScheduleKind kind,
            int scatterTo,
            long bytes,
            List<MemorySegment> inputs,
            MemorySegment output) {
        int width = type.bytes();
        for (long i = 0; i < bytes; i += width) {
            long at = scatterTo < 0 ? i : scatterTo * bytes + i;
            List<Long> elements = new ArrayList<>();
            for (int step = 0; step < inputs.size(); step++) {
                elements.add(bits(type, inputs.get(order(kind, scatterTo, bytes, i, step, inputs.size())), at));
            }
            long wanted = kind == ScheduleKind.RING ? hopByHop(type, how, elements) : inRankOrder(type, how, elements);
            long seen = bits(type, output, i);
            if (wanted != seen) {
                return "element at byte " + i + " is " + Long.toHexString(seen) + ", not " + Long.toHexString(wanted);
            }
        }
        return "";
    }

    /** Which rank comes at which place of the sum: rank order, but on the ring from where the element's part begins. */
    private static int order(ScheduleKind kind, int scatterTo, long bytes, long at, int step, int ranks) {
        if (kind != ScheduleKind.RING) {
            return step;
        }
        if (scatterTo >= 0) {
            return (scatterTo + 1 + step) % ranks;
        }
        int parts = 2 * ranks;
        // A window of the ring is 2N slots; the sizes here all fit into one.
        int part = 0;
        while (Split.offset(bytes, parts, part + 1) <= at) {
            part++;
        }
        return (part % ranks + step) % ranks;
    }

    private static long bits(DataType type, MemorySegment memory, long at) {
        return type.bytes() == 2
                ? memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xffffL
                : memory.get(ValueLayout.JAVA_INT_UNALIGNED, at) & 0xffff_ffffL;
    }

    private static long inRankOrder(DataType type, Reduction how, List<Long> elements) {
        if (type == DataType.I32) {
            int sum = elements.getFirst().intValue();
            for (long next : elements.subList(1, elements.size())) {
                sum = ofInts(how, sum, (int) next);
            }
            return sum & 0xffff_ffffL;
        }
        float sum = value(type, elements.getFirst());
        for (long next : elements.subList(1, elements.size())) {
            sum = ofFloats(how, sum, value(type, next));
        }
        return rounded(type, sum);
    }

    private static long hopByHop(DataType type, Reduction how, List<Long> elements) {
        long sum = elements.getFirst();
        for (long next : elements.subList(1, elements.size())) {
            sum = inRankOrder(type, how, List.of(sum, next));
        }
        return sum;
    }

    private static int ofInts(Reduction how, int a, int b) {
        return switch (how) {
            case SUM -> a + b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
        };
    }

    private static float ofFloats(Reduction how, float a, float b) {
        return switch (how) {
            case SUM -> a + b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
        };
    }

    private static float value(DataType type, long bits) {
        return switch (type) {
            case F32 -> Float.intBitsToFloat((int) bits);
            case BF16 -> Float.intBitsToFloat((int) bits << 16);
            default -> Float.float16ToFloat((short) bits);
        };
    }

    private static long rounded(DataType type, float value) {
        return switch (type) {
            case F32 -> Float.floatToIntBits(value) & 0xffff_ffffL;
            case F16 -> Float.floatToFloat16(value) & 0xffffL;
            default -> bf16(value);
        };
    }

    /** Nearest of the two neighbours, ties to the even one, by comparing distances. */
    private static long bf16(float value) {
        int bits = Float.floatToIntBits(value);
        int down = bits & 0xffff_0000;
        int up = down + 0x1_0000;
        double below = Math.abs((double) value - Float.intBitsToFloat(down));
        double above = Math.abs((double) Float.intBitsToFloat(up) - value);
        boolean takeUp = above < below || (above == below && (down & 0x1_0000) != 0);
        return (takeUp ? up : down) >>> 16 & 0xffffL;
    }
}
