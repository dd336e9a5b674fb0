package dev.kolo.cli.wire.beside;

import dev.kolo.cli.KoloException;
import dev.kolo.remote.process.LineProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringJoiner;

/**
 * {@code ib_write_lat} of perftest between two RDMA devices of this host: one write, one way. No all-gather, but the floor
 * under every one over RDMA. It prints a row for each size: bytes, iterations, shortest, longest, typical (the median), mean,
 * deviation, 99th and 99.9th percentile, in microseconds; older releases end after the mean.
 */
final class Perftest implements Peer {
    static final String NAME = "perftest";
    static final String PROGRAM = "ib_write_lat";
    private static final int PORT = 18_915;
    private static final long SECONDS = 120;
    private static final int TRIES = 50;
    private static final long BETWEEN_TRIES_MILLIS = 100;
    private static final int FEWEST = 5;

    private final String from;
    private final String to;

    /** From the first device to the last; one device alone writes to itself. */
    Perftest(List<String> devices) {
        from = devices.getFirst();
        to = devices.getLast();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return String.join(" ", command(from, new Cell(Cell.ALL_GATHER, 8192, Cell.REPEATED, 1, 1), true)) + " to "
                + to;
    }

    @Override
    public List<String> caveats() {
        return List.of("perftest times one RDMA write in one direction: a floor under an all-gather over RDMA, not an"
                + " all-gather, and Kolo's ranks here did not use these devices.");
    }

    @Override
    public boolean measures(Cell cell) {
        return cell.op().equals(Cell.ALL_GATHER) && cell.payload().equals(Cell.REPEATED);
    }

    @Override
    public Measured measure(Cell cell) {
        StringJoiner said = new StringJoiner("\n");
        List<String> server = command(to, cell, false);
        try {
            LineProcess listening = LineProcess.start(server, Map.of(), said::add, () -> {});
            try {
                return measure(cell, command(from, cell, true));
            } finally {
                listening.close();
            }
        } catch (IOException e) {
            throw Programs.failure(NAME, server, "could not be started: " + e.getMessage(), said.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted while measuring.");
        }
    }

    /** The server needs a moment until it listens. */
    private static Measured measure(Cell cell, List<String> client) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                String output = Programs.output(NAME, SECONDS, client);
                Figures figures = figures(output, cell.bytes())
                        .orElseThrow(() -> Programs.failure(
                                NAME, client, "printed no row for " + cell.bytes() + " bytes", output));
                return new Measured(figures, List.of());
            } catch (KoloException notYet) {
                if (attempt == TRIES || !String.valueOf(notYet.getMessage()).contains("connect")) {
                    throw notYet;
                }
                Thread.sleep(BETWEEN_TRIES_MILLIS);
            }
        }
    }

    private static List<String> command(String device, Cell cell, boolean client) {
        int colon = device.indexOf(':');
        List<String> argv = new ArrayList<>(List.of(PROGRAM, "-d", colon < 0 ? device : device.substring(0, colon)));
        if (colon >= 0) {
            argv.addAll(List.of("-x", device.substring(colon + 1)));
        }
        argv.addAll(
                List.of("-s", Integer.toString(cell.bytes()), "-n", Integer.toString(Math.max(FEWEST, cell.times()))));
        argv.addAll(List.of("-F", "-p", Integer.toString(PORT)));
        if (client) {
            argv.add("127.0.0.1");
        }
        return argv;
    }

    /** The row of a size. */
    static Optional<Figures> figures(String output, int bytes) {
        for (String line : output.split("\n", -1)) {
            String[] words = line.strip().split("\\s+", -1);
            if (words.length >= 6 && words[0].equals(Integer.toString(bytes)) && words[1].matches("[0-9]+")) {
                return Optional.of(new Figures(at(words, 4), at(words, 7), at(words, 8), at(words, 3), at(words, 5)));
            }
        }
        return Optional.empty();
    }

    private static OptionalDouble at(String[] words, int column) {
        return column < words.length && words[column].matches("[0-9]+(\\.[0-9]+)?")
                ? OptionalDouble.of(Double.parseDouble(words[column]))
                : OptionalDouble.empty();
    }

    @Override
    public void close() {}
}
