package dev.kolo.cli.wire.beside;

import dev.kolo.cli.KoloException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * NVIDIA's {@code all_gather_perf} of nccl-tests, one GPU a rank in one process. It prints one row for each size: size in
 * bytes (of the whole output, so ranks × block), count, type, operation, root, then time in microseconds, algorithm and bus
 * bandwidth and errors, first out of place, then in place. The time is a mean over exchanges that follow one another.
 */
final class NcclTests implements Peer {
    static final String NAME = "nccl";
    static final String PROGRAM = "all_gather_perf";
    private static final int TIME_COLUMN = 5;
    private static final long SECONDS = 300;

    private final int ranks;

    NcclTests(int ranks) {
        this.ranks = ranks;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return String.join(" ", command(new Cell(Cell.ALL_GATHER, 8192, Cell.REPEATED, 1, 1)));
    }

    @Override
    public List<String> caveats() {
        return List.of(
                "nccl-tests exchange GPU memory and state only a mean over exchanges that follow one another; Kolo's"
                        + " ranks here exchange host memory, and their mean is what is compared.");
    }

    @Override
    public boolean measures(Cell cell) {
        // It splits the output into whole 16-byte pieces a rank.
        return cell.op().equals(Cell.ALL_GATHER) && cell.payload().equals(Cell.REPEATED) && cell.bytes() % 16 == 0;
    }

    @Override
    public Measured measure(Cell cell) {
        List<String> argv = command(cell);
        String output = Programs.output(NAME, SECONDS, argv);
        OptionalDouble micros = micros(output, (long) cell.bytes() * ranks);
        if (micros.isEmpty()) {
            throw Programs.failure(NAME, argv, "printed no row for " + (long) cell.bytes() * ranks + " bytes", output);
        }
        return new Measured(Figures.ofMean(micros.getAsDouble()), List.of());
    }

    private List<String> command(Cell cell) {
        String size = Long.toString((long) cell.bytes() * ranks);
        List<String> argv = new ArrayList<>(List.of(PROGRAM, "-b", size, "-e", size, "-g", Integer.toString(ranks)));
        argv.addAll(List.of("-w", Integer.toString(cell.warm()), "-n", Integer.toString(cell.times()), "-c", "0"));
        return argv;
    }

    /** The out-of-place time of a size. */
    static OptionalDouble micros(String output, long bytes) {
        for (String line : output.split("\n", -1)) {
            String[] words = line.strip().split("\\s+", -1);
            if (words.length > TIME_COLUMN && words[0].equals(Long.toString(bytes))) {
                try {
                    return OptionalDouble.of(Double.parseDouble(words[TIME_COLUMN]));
                } catch (NumberFormatException notAFigure) {
                    throw KoloException.failure("nccl could not be measured: \"" + words[TIME_COLUMN]
                            + "\" is no time; this release of all_gather_perf prints other columns.");
                }
            }
        }
        return OptionalDouble.empty();
    }

    @Override
    public void close() {}
}
