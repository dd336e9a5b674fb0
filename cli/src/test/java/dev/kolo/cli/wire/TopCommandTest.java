package dev.kolo.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.wire.top.SessionView;
import dev.kolo.cli.wire.top.TopJson;
import dev.kolo.cli.wire.top.TopText;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import dev.kolo.page.text.Screen;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.session.run.CounterLook;
import dev.kolo.wire.session.run.CounterLook.Found;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code kolo wire top} over files of counters, word by word as {@link Counters} lays them out. */
class TopCommandTest {
    private static final String SESSION = "0123456789abcdef0123456789abcdef";
    private static final long NOBODY = 999_999_999;
    private static final Screen WIDE = new Screen(200, false, true);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @Test
    void namesTheRankForWhichTheOthersWaitAndSaysThatItIsNotTheWire() throws IOException {
        rank(0, 3, 100, page -> {});
        rank(1, 3, 100, page -> {});
        rank(2, 3, 100, page -> {});
        List<Found> before = CounterLook.at(folder);
        rank(0, 3, 1100, page -> waits(page, 2, 1000, 40_000_000));
        rank(1, 3, 1100, page -> waits(page, 2, 900, 30_000_000));
        rank(2, 3, 1100, page -> waits(page, 0, 10, 200_000));
        List<SessionView> sessions = SessionView.of(before, CounterLook.at(folder), 0.5);
        String text = String.join("\n", new TopText(WIDE, false).lines(sessions));
        assertThat(text)
                .contains("Session 01234567 over shm, 3 of 3 ranks on this host")
                .contains("Rank 2 comes last: the others wait 35.0 us an exchange for it, and it waits 0.2 us for them")
                .contains("It is not the wire")
                .contains("90 % of steps")
                .contains("2000");
        JsonObject json = json(TopJson.line(sessions, 0.5));
        JsonObject last = json.objects("sessions").getFirst().objects("ranks").get(2);
        assertThat(last.decimal("skew_us")).hasValue(34.9);
        assertThat(last.decimal("exchanges_per_s")).hasValue(2000);
        assertThat(last.objects("peers")).hasSize(2);
    }

    @Test
    void saysWhoHasNotComeToAnOperationInWhichTheOthersWait() throws IOException {
        rank(0, 2, 16, page -> under(page, 17));
        rank(1, 2, 16, page -> under(page, 16));
        List<Found> found = CounterLook.at(folder);
        assertThat(String.join("\n", new TopText(WIDE, false).lines(SessionView.of(found, found, 1))))
                .contains("rank 0 is in operation 17 (all-gather, 8,192 bytes), and rank 1 has not come to it")
                .doesNotContain("convoy");
    }

    @Test
    void tellsEvenArrivalsFromConvoysAndSilenceFromBoth() throws IOException {
        rank(0, 2, 100, page -> under(page, 100));
        rank(1, 2, 100, page -> under(page, 100));
        List<Found> before = CounterLook.at(folder);
        assertThat(String.join("\n", new TopText(WIDE, false).lines(SessionView.of(before, before, 1))))
                .contains("no rank asks for one");
        rank(0, 2, 1100, page -> waits(page, 1, 500, 1_000_000));
        rank(1, 2, 1100, page -> waits(page, 0, 500, 1_100_000));
        assertThat(String.join("\n", new TopText(WIDE, false).lines(SessionView.of(before, CounterLook.at(folder), 1))))
                .contains("at about the same time: no convoy");
    }

    @Test
    void showsPoisonAndKilledProcessesAndSaysSoInTheExitCode() throws IOException {
        rank(0, 2, 5, page -> page.putLong(32 + 8 * 10, 1));
        Files.move(folder.resolve(name(0, ProcessHandle.current().pid())), folder.resolve(name(0, NOBODY)));
        rank(1, 2, 5, page -> page.putLong(512 + 8 * 6, 3));
        assertThat(top("--once", "--interval", "0.01")).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("gone, poisoned")
                .contains("Rank 0 is poisoned: every later call fails")
                .contains("(999999999) is gone and left its counters behind, so it was killed")
                .contains("Rank 1 saw 3 stale flags of rank 0");
        assertThat(folder.resolve(name(0, NOBODY)))
                .as("only the next session sweeps up")
                .exists();
    }

    @Test
    void readsNoFileThatIsNotWhatItsNameSays() throws IOException {
        Files.write(folder.resolve(name(0, 1)), new byte[100]);
        Files.write(folder.resolve(name(1, 1)), bytes(page(3, 4, 0)));
        Files.createSymbolicLink(folder.resolve(name(2, 1)), folder.resolve("kolo-wire-other"));
        Files.write(folder.resolve("kolo-wire-other"), new byte[Counters.BYTES]);
        assertThat(top("--once", "--json", "--interval", "0.01")).isZero();
        JsonObject session =
                json(out.toString(StandardCharsets.UTF_8)).objects("sessions").getFirst();
        assertThat(session.objects("ranks"))
                .hasSize(3)
                .allMatch(r -> r.string("state").orElse("").equals("unreadable"));
    }

    @Test
    void saysThatNothingRuns() {
        assertThat(top("--once")).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("No session of the wire runs on this host");
        assertThat(out.size()).isZero();
        assertThat(top("--once", "--json")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"sessions\":[]");
        assertThat(top("--interval", "0")).isEqualTo(1);
    }

    private interface Change {
        void on(ByteBuffer page);
    }

    private void rank(int rank, int world, long operations, Change change) throws IOException {
        ByteBuffer page = page(rank, world, operations);
        change.on(page);
        Files.write(folder.resolve(name(rank, ProcessHandle.current().pid())), bytes(page));
    }

    private static ByteBuffer page(int rank, int world, long operations) {
        ByteBuffer page = ByteBuffer.allocate(Counters.BYTES).order(ByteOrder.nativeOrder());
        page.putLong(0, Counters.MAGIC).putLong(8, 1).putLong(16, rank).putLong(24, world);
        page.putLong(32, operations);
        for (int peer = 0; peer < world; peer++) {
            page.putLong(512 + 128 * peer + 8 * 2, operations);
        }
        return page;
    }

    private static byte[] bytes(ByteBuffer page) {
        byte[] all = new byte[Counters.BYTES];
        page.get(0, all);
        return all;
    }

    private static void waits(ByteBuffer page, int peer, long steps, long nanos) {
        page.putLong(512 + 128 * peer + 8 * 7, steps).putLong(512 + 128 * peer + 8 * 3, nanos);
    }

    private static void under(ByteBuffer page, long operation) {
        page.putLong(32 + 8 * 3, operation).putLong(32 + 8 * 4, 0).putLong(32 + 8 * 5, 8192);
    }

    private static String name(int rank, long pid) {
        return "kolo-wire-" + SESSION + "-r" + rank + "-shm-" + pid;
    }

    private static JsonObject json(String line) {
        return (JsonObject) ((JsonReading.Whole) JsonReader.read(line)).root();
    }

    private int top(String... arguments) {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                InputStream.nullInputStream(),
                Path.of("."),
                new Console.Style(false, true, 200),
                Map.of());
        CommandLine line = new CommandLine(new TopCommand(console, folder));
        line.setErr(new java.io.PrintWriter(err, true, StandardCharsets.UTF_8));
        return line.execute(arguments);
    }
}
