package dev.kolo.cli.wire.beside;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** What a comparison measures, and how often; the counts are for one round. */
public final class Cells {
    private static final int WINDOW_BYTES = 8192;
    private static final int SMALL_BYTES = 16 * 1024;
    private static final int MIDDLE_BYTES = 128 * 1024;

    private Cells() {}

    /**
     * Every size in every form, then the window.
     *
     * @param exchanges how many are timed in a round; empty: 4,000 of small ones, fewer of large ones
     */
    public static List<Cell> of(List<Integer> sizes, OptionalInt exchanges) {
        List<Cell> all = new ArrayList<>();
        for (int bytes : sizes) {
            int times = exchanges.orElse(bytes <= SMALL_BYTES ? 4000 : bytes <= MIDDLE_BYTES ? 1000 : 300);
            for (String payload : List.of(Cell.REPEATED, Cell.SLOT_REPEATED, Cell.REWRITTEN, Cell.SLOT)) {
                all.add(new Cell(Cell.ALL_GATHER, bytes, payload, times / 4, times));
            }
            if (bytes >= 4) {
                all.add(new Cell(Cell.ALL_REDUCE, bytes / 4 * 4, Cell.REWRITTEN, times / 4, times));
            }
        }
        int windows = Math.min(60, exchanges.orElse(60));
        all.add(new Cell(Cell.WINDOW, WINDOW_BYTES, Cell.REPEATED, windows / 6, windows));
        return List.copyOf(all);
    }

    /** The cell of the round that does not count: long enough for Java's compiler to finish with the code it runs. */
    public static Cell warmUp(Cell cell) {
        return cell.counted(2 * cell.times(), Math.min(100, cell.times()));
    }
}
