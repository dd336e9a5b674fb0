package dev.kolo.cli.wire;

import dev.kolo.cli.wire.beside.Cell;
import dev.kolo.wire.progress.Communicator;
import java.io.PrintStream;
import org.HdrHistogram.Histogram;

/** One rank's run of the benchmark: every size in every form, then the window. */
final class BenchRank {
    private static final int WINDOW_BYTES = 8192;

    private final Exchanges exchanges;
    private final PrintStream out;
    private final long slotBytes;

    BenchRank(Communicator communicator, PrintStream out) {
        this.exchanges = new Exchanges(communicator);
        this.slotBytes = communicator.sendSlotBytes();
        this.out = out;
    }

    /** Runs every size (comma-separated bytes), then the window. */
    void run(String sizes) {
        for (String size : sizes.split(",", -1)) {
            run(Integer.parseInt(size));
        }
        measure(new Cell(Cell.WINDOW, WINDOW_BYTES, Cell.REPEATED, 100, 300));
    }

    private void run(int bytes) {
        int times = bytes <= 16 * 1024 ? 20_000 : bytes <= 128 * 1024 ? 4_000 : 1_000;
        measure(new Cell(Cell.ALL_GATHER, bytes, Cell.REPEATED, times, times));
        measure(new Cell(Cell.ALL_GATHER, bytes, Cell.REWRITTEN, times, times));
        measure(new Cell(Cell.ALL_GATHER, bytes, Cell.SLOT, times, times));
        measure(new Cell(Exchanges.ALL_REDUCE_BF16, bytes / 2 * 2, Cell.REWRITTEN, times, times));
    }

    private void measure(Cell cell) {
        if (cell.overfills(slotBytes)) {
            out.println(Cell.overfilled(cell.bytes(), slotBytes));
            return;
        }
        Exchanges.Timed timed = exchanges.measure(cell);
        Histogram samples = timed.samples();
        out.println(RankLine.result(new BenchResult(
                cell.op(),
                cell.bytes(),
                cell.payload(),
                samples.getTotalCount(),
                samples.getValueAtPercentile(50),
                samples.getValueAtPercentile(99),
                samples.getValueAtPercentile(99.9),
                samples.getMaxValue(),
                timed.allocatedBytes())));
    }
}
