package dev.kolo.wire.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reduces the same range of several sources, in the order given: floating types in f32, rounded once at the end, I32 with
 * wrap-around. NaNs come out as the one canonical NaN, because which payload survives an addition is up to the compiler, and
 * all ranks must get equal bits.
 *
 * <p>All sources of a tile are read before any of it is written, so the output may be one of the sources.
 */
public final class Reducer {
    private static final int TILE = TileLoops.ELEMENTS;

    private final FloatTile sum = new FloatTile();
    private final FloatTile more = new FloatTile();
    private final int[] intSum = new int[TILE];
    private final int[] intMore = new int[TILE];

    /**
     * Reduces one range of some sources, which all begin at offsets of their own.
     *
     * @param count how many sources, at least 1
     * @param from the sources
     * @param at first byte of each
     * @param to where the result goes
     * @param toAt first byte there
     * @param bytes length of the range, whole elements
     */
    public void reduce(
            DataType type,
            Reduction how,
            int count,
            MemorySegment[] from,
            long[] at,
            MemorySegment to,
            long toAt,
            long bytes) {
        int width = type.bytes();
        long elements = bytes / width;
        for (long done = 0; done < elements; done += TILE) {
            int tile = (int) Math.min(TILE, elements - done);
            long offset = done * width;
            if (type == DataType.I32) {
                intTile(how, count, from, at, to, toAt, offset, tile);
            } else {
                floatTile(type, how, count, from, at, to, toAt, offset, tile);
            }
        }
    }

    private void floatTile(
            DataType type,
            Reduction how,
            int count,
            MemorySegment[] from,
            long[] at,
            MemorySegment to,
            long toAt,
            long offset,
            int tile) {
        sum.load(type, from[0], at[0] + offset, tile);
        for (int source = 1; source < count; source++) {
            more.load(type, from[source], at[source] + offset, tile);
            switch (how) {
                case SUM -> TileLoops.add(sum.values, more.values, tile);
                case MAX -> TileLoops.max(sum.values, more.values, tile);
                case MIN -> TileLoops.min(sum.values, more.values, tile);
            }
        }
        sum.store(type, to, toAt + offset, tile);
    }

    private void intTile(
            Reduction how,
            int count,
            MemorySegment[] from,
            long[] at,
            MemorySegment to,
            long toAt,
            long offset,
            int tile) {
        MemorySegment.copy(from[0], ValueLayout.JAVA_INT_UNALIGNED, at[0] + offset, intSum, 0, tile);
        for (int source = 1; source < count; source++) {
            MemorySegment.copy(from[source], ValueLayout.JAVA_INT_UNALIGNED, at[source] + offset, intMore, 0, tile);
            switch (how) {
                case SUM -> TileLoops.add(intSum, intMore, tile);
                case MAX -> TileLoops.max(intSum, intMore, tile);
                case MIN -> TileLoops.min(intSum, intMore, tile);
            }
        }
        MemorySegment.copy(intSum, 0, to, ValueLayout.JAVA_INT_UNALIGNED, toAt + offset, tile);
    }
}
