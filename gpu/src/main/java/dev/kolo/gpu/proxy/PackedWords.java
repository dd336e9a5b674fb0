package dev.kolo.gpu.proxy;

import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.gpu.layout.Form;
import dev.kolo.wire.memory.NativeMemory;
import java.lang.invoke.VarHandle;

/**
 * Units of packed payloads, by address: which of them have their mark, and copying those. A proxy looks at every word, so these
 * loops are most of its work: through a segment's checks they took two to four times as long (LL16 of 2.7 KiB: 0.96 us against
 * 0.24). Callers have checked the bounds.
 */
final class PackedWords {
    private static final long UNIT = DeviceLayout.UNIT_BYTES;
    private static final int UNITS_A_LOOK = 4;

    private PackedWords() {}

    /** The first unit from {@code begin} on that lacks the mark in one of its words; what is before it may be read. */
    static int seen(Form form, long area, int begin, int end, int mark) {
        int seen = form == Form.LL8 ? seenInBoth(area, begin, end, mark) : seenInSecond(area, begin, end, mark);
        VarHandle.acquireFence();
        return seen;
    }

    // Some words at a time, for the lines come one by one; no order among them, a fence behind them.

    private static int seenInBoth(long area, int begin, int end, int mark) {
        long wanted = (long) mark << 32;
        int at = begin;
        for (; at + UNITS_A_LOOK <= end; at += UNITS_A_LOOK) {
            long unit = area + at * UNIT;
            long other =
                    both(unit, wanted) | both(unit + 16, wanted) | both(unit + 32, wanted) | both(unit + 48, wanted);
            if (other >>> 32 != 0) {
                break;
            }
        }
        while (at < end && both(area + at * UNIT, wanted) >>> 32 == 0) {
            at++;
        }
        return at;
    }

    private static int seenInSecond(long area, int begin, int end, int mark) {
        long wanted = (long) mark << 32;
        int at = begin;
        for (; at + UNITS_A_LOOK <= end; at += UNITS_A_LOOK) {
            long unit = area + at * UNIT;
            long other = second(unit, wanted)
                    | second(unit + 16, wanted)
                    | second(unit + 32, wanted)
                    | second(unit + 48, wanted);
            if (other >>> 32 != 0) {
                break;
            }
        }
        while (at < end && second(area + at * UNIT, wanted) >>> 32 == 0) {
            at++;
        }
        return at;
    }

    private static long both(long unit, long wanted) {
        return (NativeMemory.readWord(unit) ^ wanted) | (NativeMemory.readWord(unit + 8) ^ wanted);
    }

    private static long second(long unit, long wanted) {
        return NativeMemory.readWord(unit + 8) ^ wanted;
    }

    /** Copies LL16 units whose marks were seen; the reader sees no mark before its data. */
    static void copy(long from, long to, int units) {
        for (long at = 0; at < units * UNIT; at += UNIT) {
            NativeMemory.writeWord(to + at, NativeMemory.readWord(from + at));
            NativeMemory.releaseWord(to + at + 8, NativeMemory.readWord(from + at + 8));
        }
    }
}
