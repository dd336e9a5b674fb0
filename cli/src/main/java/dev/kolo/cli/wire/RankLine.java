package dev.kolo.cli.wire;

import dev.kolo.wire.protocol.Failure;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** The lines that a rank's process says to its starter; both ends of the format in one place. */
final class RankLine {
    private static final String LISTENS = "@listens ";
    private static final String PHASE = "@phase ";
    private static final String RESULT = "@result ";
    private static final String SETTINGS = "@settings ";
    private static final String READY = "@ready";
    private static final String FAILED = "@failed ";
    private static final String SESSION = "@session ";
    private static final String SAMPLES = "@samples ";

    /** From the starter: there is no further order. */
    static final String ALL = "all";

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
                        "%s %d %s %d %d %d %d %d %d",
                        result.op(),
                        result.bytes(),
                        result.payload(),
                        result.exchanges(),
                        result.p50Nanos(),
                        result.p99Nanos(),
                        result.p999Nanos(),
                        result.maxNanos(),
                        result.allocatedBytes());
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
                    Long.parseLong(words[7]),
                    Long.parseLong(words[8]));
        });
    }

    /** A line of a session's set-up or account, where the starter tells it in words of its own. */
    static String session(String line) {
        return SESSION + line.replace('\n', ' ');
    }

    static Optional<String> session(Line line) {
        return after(line, SESSION);
    }

    static String failed(Failure failure) {
        return FAILED + failure.root() + " " + failure.peer() + " " + failure.waitedNanos() + " "
                + failure.message().replace('\n', ' ');
    }

    /** What a rank of the demo says of the killed one, once it has failed. */
    static Optional<WireScene.Witness> failed(Line line) {
        return after(line, FAILED).map(text -> {
            String[] words = text.split(" ", 4);
            return new WireScene.Witness(
                    line.rank(),
                    Integer.parseInt(words[1]),
                    Integer.parseInt(words[0]),
                    Long.parseLong(words[2]),
                    words[3]);
        });
    }

    /** A rank waits for its first order. */
    static String ready() {
        return READY;
    }

    /** The same, with the size of its send slots in bytes. */
    static String ready(long slotBytes) {
        return READY + " " + slotBytes;
    }

    static boolean isReady(Line line) {
        return line.text().equals(READY) || line.text().startsWith(READY + " ");
    }

    /** The size of a ready rank's send slots in bytes; empty in lines that do not tell it. */
    static OptionalLong slotBytes(Line line) {
        return line.text().startsWith(READY + " ")
                ? OptionalLong.of(Long.parseLong(line.text().substring(READY.length() + 1)))
                : OptionalLong.empty();
    }

    /**
     * What a rank measured for an order.
     *
     * @param histogram nanoseconds an exchange
     * @param allocatedBytes heap that the calling thread took for all of them together
     */
    record Samples(Histogram histogram, long allocatedBytes) {}

    static String samples(Histogram histogram, long allocatedBytes) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(bytes);
        return SAMPLES + allocatedBytes + " "
                + Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    static Optional<Samples> samples(Line line) {
        return after(line, SAMPLES).map(text -> {
            int space = text.indexOf(' ');
            byte[] bytes = Base64.getDecoder().decode(text.substring(space + 1));
            return new Samples(
                    Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0),
                    Long.parseLong(text.substring(0, space)));
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
