package dev.kolo.cli.wire;

import dev.kolo.cli.wire.beside.Cell;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.protocol.WireFailure;
import dev.kolo.wire.session.Outcome;
import dev.kolo.wire.session.run.WireSession;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.HdrHistogram.Histogram;

/** One rank's part of the demo in one session: a few timed exchanges, or exchanges until a peer is gone. */
final class DemoRank {
    /** Sizes of the small table, bytes a rank. */
    static final List<Integer> SIZES = List.of(16, 1024, 8 * 1024, 64 * 1024);

    private static final int WARM = 200;
    private static final int TIMES = 400;
    private static final int BYTES = 8 * 1024;

    /** A demo that nobody ends by killing a rank ends by itself; a fault of the demo, told as one. */
    private static final int MOST_EXCHANGES = 50_000_000;

    private final Communicator communicator;
    private final PrintStream out;

    /**
     * A rank in a session on the wire.
     *
     * @throws IllegalStateException when the session is on its fallback, which the demo must not pass off as the wire
     */
    DemoRank(WireSession session, PrintStream out) {
        if (session.outcome() instanceof Outcome.OnFallback fallback) {
            throw new IllegalStateException("the session is on its fallback, because " + fallback.reason());
        }
        this.communicator = session.communicator().orElseThrow();
        this.out = out;
    }

    /** Times all-gathers of each size. */
    void measure(String nic) {
        Exchanges exchanges = new Exchanges(communicator);
        for (int bytes : SIZES) {
            Histogram samples = exchanges
                    .measure(new Cell(Cell.ALL_GATHER, bytes, Cell.REWRITTEN, WARM, TIMES))
                    .samples();
            out.println(RankLine.result(new BenchResult(
                    Cell.ALL_GATHER,
                    bytes,
                    nic,
                    samples.getTotalCount(),
                    samples.getValueAtPercentile(50),
                    samples.getValueAtPercentile(99),
                    samples.getValueAtPercentile(99.9),
                    samples.getMaxValue(),
                    0)));
        }
    }

    /** Gathers, tells when it is well under way, and goes on until the wire fails, whose record it tells. */
    boolean exchangeUntilItFails() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment input = arena.allocate(BYTES);
            MemorySegment output = arena.allocate((long) BYTES * communicator.world());
            for (int i = 0; i < MOST_EXCHANGES; i++) {
                communicator.allGather(input, output, BYTES);
                if (i == WARM) {
                    out.println(RankLine.ready());
                }
            }
            return false;
        } catch (WireFailure failed) {
            out.println(RankLine.failed(failed.failure()));
            return true;
        }
    }
}
