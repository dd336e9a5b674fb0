package dev.kolo.gpu.proxy;

import dev.kolo.gpu.layout.DeviceLayout;
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

    /** The first LL8 unit from {@code begin} on that lacks the mark in one of its words; what is before it may be read. */
    static int seen(long area, int begin, int end, int mark) {
        // Some words at a time, for the lines come one by one; no order among them, a fence behind them.
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
        VarHandle.acquireFence();
        return at;
    }

    private static long both(long unit, long wanted) {
        return (NativeMemory.readWord(unit) ^ wanted) | (NativeMemory.readWord(unit + 8) ^ wanted);
    }

    /**
     * Copies LL16 units as far as their marks are there; the reader sees no mark before its data. One unit at a time: a line on
     * its way to the reader then overlaps with the next one on its way from the GPU, which is 0.2 us in 2.7 KiB, where four
     * units or 1 KiB at a time gain nothing.
     *
     * @return how many
     */
    static int copy(long from, long to, int units, int mark) {
        long wanted = (long) mark << 32;
        for (int i = 0; i < units; i++) {
            long at = i * UNIT;
            long high = NativeMemory.acquireWord(from + at + 8);
            if ((high ^ wanted) >>> 32 != 0) {
                return i;
            }
            NativeMemory.writeWord(to + at, NativeMemory.readWord(from + at));
            NativeMemory.releaseWord(to + at + 8, high);
        }
        return units;
    }
}
