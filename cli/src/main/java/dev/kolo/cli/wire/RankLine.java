package dev.kolo.cli.wire;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The lines that a rank's process says to its starter; both ends of the format in one place. */
final class RankLine {
    private static final String LISTENS = "@listens ";
    private static final String PHASE = "@phase ";
    private static final String RESULT = "@result ";
    private static final String SETTINGS = "@settings ";

    private RankLine() {}

    static String listens(String endpoint) {
        return LISTENS + endpoint;
    }

    static Optional<String> listens(Line line) {
        return after(line, LISTENS);
    }

    static String phase(String schedule, int cases) {
        return PHASE + schedule + " " + cases;
    }

    static Optional<String> phase(Line line) {
        return after(line, PHASE);
    }

    static String settings(List<String> problems) {
        return SETTINGS + String.join("; ", problems).replace('\n', ' ');
    }

    static Optional<String> settings(Line line) {
        return after(line, SETTINGS);
    }

    static String result(BenchResult result) {
        return RESULT
                + String.format(
                        Locale.ROOT,
                        "%s %d %s %d %d %d %d %d",
                        result.op(),
                        result.bytes(),
                        result.payload(),
                        result.exchanges(),
                        result.p50Nanos(),
                        result.p99Nanos(),
                        result.p999Nanos(),
                        result.maxNanos());
    }

    static Optional<BenchResult> result(Line line) {
        return after(line, RESULT).map(text -> {
            String[] words = text.split(" ", -1);
            return new BenchResult(
                    words[0],
                    Long.parseLong(words[1]),
                    words[2],
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]),
                    Long.parseLong(words[5]),
                    Long.parseLong(words[6]),
                    Long.parseLong(words[7]));
        });
    }

    /** Whether a line is for the starter and not for people. */
    static boolean isForStarter(Line line) {
        return line.text().startsWith("@");
    }

    private static Optional<String> after(Line line, String prefix) {
        return line.text().startsWith(prefix) ? Optional.of(line.text().substring(prefix.length())) : Optional.empty();
    }

    /**
     * One line of a rank's output.
     *
     * @param rank whose
     * @param text without its end
     */
    record Line(int rank, String text) {}
}
