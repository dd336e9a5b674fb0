package dev.kolo.cli.wire.beside;

import java.util.ArrayList;
import java.util.List;

/** What a comparison measures, and how often; the counts are for one round. */
public final class Cells {
    private static final int WINDOW_BYTES = 8192;
    private static final int SMALL_BYTES = 16 * 1024;
    private static final int MIDDLE_BYTES = 128 * 1024;

    private Cells() {}

    /** Every size in every form, then the window. */
    public static List<Cell> of(List<Integer> sizes) {
        List<Cell> all = new ArrayList<>();
        for (int bytes : sizes) {
            int times = bytes <= SMALL_BYTES ? 4000 : bytes <= MIDDLE_BYTES ? 1000 : 300;
            for (String payload : List.of(Cell.REPEATED, Cell.SLOT_REPEATED, Cell.REWRITTEN, Cell.SLOT)) {
                all.add(new Cell(Cell.ALL_GATHER, bytes, payload, times / 4, times));
            }
            if (bytes >= 4) {
                all.add(new Cell(Cell.ALL_REDUCE, bytes / 4 * 4, Cell.REWRITTEN, times / 4, times));
            }
        }
        all.add(new Cell(Cell.WINDOW, WINDOW_BYTES, Cell.REPEATED, 10, 60));
        return List.copyOf(all);
    }

    /** The cell of the round that does not count: long enough for Java's compiler to finish with the code it runs. */
    public static Cell warmUp(Cell cell) {
        return cell.counted(cell.op().equals(Cell.WINDOW) ? 60 : cell.bytes() <= SMALL_BYTES ? 8000 : 1000, 100);
    }
}
