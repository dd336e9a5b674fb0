package dev.kolo.cli.wire;

import dev.kolo.cli.wire.beside.Cell;
import dev.kolo.wire.progress.Communicator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/**
 * One rank of a comparison: measures what its starter orders, line by line. Between two orders it waits in a blocking read, so
 * that it takes no core from the peer whose turn it is.
 */
final class BesideRank {
    private final Exchanges exchanges;
    private final BufferedReader in;
    private final PrintStream out;
    private final long slotBytes;

    BesideRank(Communicator communicator, BufferedReader in, PrintStream out) {
        this.exchanges = new Exchanges(communicator);
        this.slotBytes = communicator.sendSlotBytes();
        this.in = in;
        this.out = out;
    }

    /** Until the starter says that it was all, or is gone. */
    void run() throws IOException {
        out.println(RankLine.ready(slotBytes));
        for (String order = in.readLine(); order != null && !order.equals(RankLine.ALL); order = in.readLine()) {
            Exchanges.Timed timed = exchanges.measure(Cell.parse(order));
            out.println(RankLine.samples(timed.samples(), timed.allocatedBytes()));
        }
    }
}
