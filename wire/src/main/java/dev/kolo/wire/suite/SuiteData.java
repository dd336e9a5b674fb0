package dev.kolo.wire.suite;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.schedule.ScheduleKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The data of a case and what must come of it, both from its number alone: each rank knows every rank's input without being
 * told, so nothing that travelled over the wire is needed to judge the wire. Shares no code with the engine's reductions.
 *
 * <p>Sums in rank order are tried with numbers whose rounding shows the order; the ring documents another order, and gets
 * small integers, whose sum is exact in any.
 */
public final class SuiteData {
    private SuiteData() {}

    /** Fills the input of a rank. */
    public static void fill(SuiteCase of, int rank, MemorySegment memory, long at, long bytes) {
        DataType type = of.type();
        if (type == DataType.BYTES) {
            for (long i = 0; i < bytes; i++) {
                memory.set(ValueLayout.JAVA_BYTE, at + i, (byte) (mix(of, rank, i) >>> 24));
            }
            return;
        }
        for (long i = 0; i < bytes; i += type.bytes()) {
            int element = element(of, rank, i / type.bytes());
            if (type.bytes() == 4) {
                memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + i, element);
            } else {
                memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + i, (short) element);
            }
        }
    }

    /** The first byte in which a moved block differs from a rank's input, or −1. */
    public static long differenceOfMoved(SuiteCase of, int from, MemorySegment seen, long at, long bytes) {
        for (long i = 0; i < bytes; i++) {
            if (seen.get(ValueLayout.JAVA_BYTE, at + i) != (byte) (mix(of, from, i) >>> 24)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * The first byte in which a reduced block differs from what it must be, or −1.
     *
     * @param firstElement number of the block's first element in the ranks' inputs
     */
    public static long differenceOfReduced(
            SuiteCase of, int world, MemorySegment seen, long at, long bytes, long firstElement) {
        int width = of.type().bytes();
        for (long i = 0; i < bytes; i += width) {
            int wanted = reduced(of, world, firstElement + i / width);
            int found = width == 4
                    ? seen.get(ValueLayout.JAVA_INT_UNALIGNED, at + i)
                    : seen.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + i) & 0xffff;
            if (wanted != found) {
                return i;
            }
        }
        return -1;
    }

    private static int reduced(SuiteCase of, int world, long index) {
        DataType type = of.type();
        if (type == DataType.I32) {
            int all = element(of, 0, index);
            for (int rank = 1; rank < world; rank++) {
                int next = element(of, rank, index);
                all = switch (of.how()) {
                    case SUM -> all + next;
                    case MAX -> Math.max(all, next);
                    case MIN -> Math.min(all, next);
                };
            }
            return all;
        }
        float all = value(type, element(of, 0, index));
        for (int rank = 1; rank < world; rank++) {
            float next = value(type, element(of, rank, index));
            all = of.how() == Reduction.SUM
                    ? all + next
                    : of.how() == Reduction.MAX ? Math.max(all, next) : Math.min(all, next);
        }
        return bits(type, all);
    }

    private static int element(SuiteCase of, int rank, long index) {
        int drawn = mix(of, rank, index);
        if (of.type() == DataType.I32) {
            return drawn;
        }
        boolean exact = of.kind() == ScheduleKind.RING;
        float value = exact ? (drawn >>> 24) % 17 - 8 : ((drawn >>> 20) - 2048) / (float) (1 << (drawn & 7));
        return bits(of.type(), value);
    }

    private static float value(DataType type, int bits) {
        return switch (type) {
            case F32 -> Float.intBitsToFloat(bits);
            case BF16 -> Float.intBitsToFloat(bits << 16);
            default -> Float.float16ToFloat((short) bits);
        };
    }

    private static int bits(DataType type, float value) {
        int whole = Float.floatToRawIntBits(value);
        return switch (type) {
            case F32 -> whole;
            // To the nearest, halves to the even one; the values here are finite and far from overflow.
            case BF16 -> (whole + 0x7fff + (whole >>> 16 & 1)) >>> 16;
            default -> Float.floatToFloat16(value) & 0xffff;
        };
    }

    private static int mix(SuiteCase of, int rank, long index) {
        int x = (int) index * 0x9E3779B1 + of.number() * 0x85EBCA6B + rank * 0xC2B2AE35 + 0x27D4EB2F;
        x ^= x >>> 15;
        x *= 0x2C1B3C6D;
        return x ^ x >>> 12;
    }
}
