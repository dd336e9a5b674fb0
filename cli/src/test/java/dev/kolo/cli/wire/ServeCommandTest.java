package dev.kolo.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.Kolo;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kolo wire serve} as processes, with clients in Python: from set-up to every way to end. */
class ServeCommandTest {
    /** No other run of these tests has it. */
    private final String name =
            "test-" + ProcessHandle.current().pid() + "-" + Long.toString(System.nanoTime(), 36) + "-";

    private final List<Served> started = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        started.forEach(Served::close);
        for (int rank = 0; rank < 2; rank++) {
            Files.deleteIfExists(box(rank));
        }
    }

    private Path box(int rank) {
        return Path.of("/dev/shm", "kolo-mailbox-" + name + rank);
    }

    private List<Served> both(String... options) throws Exception {
        List<Served> both = Served.both(name, options);
        started.addAll(both);
        return both;
    }

    private Served client(Served rank) throws Exception {
        Served client = Served.client(rank);
        started.add(client);
        return client;
    }

    @Test
    void servesAClientAndEndsWhenItLeaves() throws Exception {
        List<Served> ranks = both();
        Served zero = client(ranks.get(0));
        Served one = client(ranks.get(1));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(box(0))))
                .isEqualTo("rw-------");
        zero.tell("sum 3 50000");
        one.tell("sum 4 50000");
        zero.await("sum 7 7");
        one.await("sum 7 7");
        zero.tell("leave");
        one.tell("leave");
        for (int rank = 0; rank < 2; rank++) {
            ranks.get(rank).await("session [0-9a-f]{32}");
            ranks.get(rank).await("kolo wire: rank " + rank + " of 2 waits for its client");
            ranks.get(rank).await("kolo wire: rank " + rank + " of 2: the client has left");
            ranks.get(rank).await("kolo wire: rank " + rank + " of 2, session .*, not poisoned");
            assertThat(ranks.get(rank).exitCode()).isZero();
            assertThat(box(rank)).doesNotExist();
        }
    }

    @Test
    void aKilledClientIsNamedByBothServersAndToTheOtherClient() throws Exception {
        List<Served> ranks = both();
        Served zero = client(ranks.get(0));
        Served one = client(ranks.get(1));
        one.tell("ring");
        one.await("rung 2");
        one.signal("KILL");
        ranks.get(1).await("kolo wire: FAILED: rank 1: rank 1 has lost its client .*The client of rank 1 died: .*");
        ranks.get(0).await("kolo wire: FAILED: rank 0: .*The client of rank 1 died.*");
        zero.tell("check");
        zero.await("refused: rank 0: .*The client of rank 1 died.*");
        for (Served rank : ranks) {
            rank.await("kolo wire: rank . of 2, session .*, poisoned: .*");
            assertThat(rank.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void aKilledServerIsNamedAndANewSessionTakesItsNames() throws Exception {
        List<Served> ranks = both();
        String session = ranks.get(1).await("session (.*)").group(1);
        Served zero = client(ranks.get(0));
        Served one = Served.client();
        started.add(one);
        one.tell("attach " + box(1) + " " + session);
        one.await("attached to rank 1 of 2");
        zero.tell("sum 1 9");
        ranks.get(0).signal("KILL");
        zero.await("failed kind 0 root -1 output -1 -1: the mailbox's server of rank 0 has ended without a word: its"
                + " process was killed");
        // All of the killed rank's share may have been on its way.
        one.tell("sum 1 9");
        one.await("sum 2 2|failed .*output -1 -1: rank 1: rank 0 .*");
        one.tell("sum 1 9");
        one.await("failed .*output -1 -1: rank 1: rank 0 .*");
        assertThat(ranks.get(1).exitCode()).isEqualTo(1);

        List<Served> next = both();
        next.get(1).await("mailbox " + box(1));
        Served old = Served.client();
        started.add(old);
        old.tell("attach " + box(1) + " " + session);
        old.await("refused: the mailbox .* belongs to session [0-9a-f]{32}, wanted is session " + session
                + ": its server was restarted");
        zero.tell("check");
        zero.await("refused: the mailbox's server of rank 0 has ended without a word.*");
        old.tell("attach " + box(1));
        old.await("attached to rank 1 of 2");
    }

    @Test
    void aStoppedServerIsFoundByItsHeartbeat() throws Exception {
        List<Served> ranks = both("--heartbeat=1s");
        Served zero = client(ranks.get(0));
        ranks.get(0).signal("STOP");
        zero.tell("sum 1 1");
        zero.await("failed .*output -1 -1: the mailbox's server of rank 0 has given no sign of life for .* s: it was"
                + " killed or stopped");
    }

    @Test
    void aServerThatIsToldToEndSaysSoAndGivesItsAccount() throws Exception {
        List<Served> ranks = both();
        Served zero = client(ranks.get(0));
        zero.tell("ring");
        zero.await("rung 2");
        ranks.get(0).signal("TERM");
        ranks.get(0).await("kolo wire: rank 0 of 2, session .*");
        assertThat(ranks.get(0).exitCode()).isEqualTo(143);
        zero.tell("check");
        zero.await("refused: rank 0: .*The mailbox's server of rank 0 of 2 was told to end.*");
        assertThat(box(0)).doesNotExist();
        assertThat(ranks.get(1).exitCode()).as("an operation was under way").isEqualTo(1);
    }

    @Test
    void blocksThatDifferAreRefusedOnEveryRank(@TempDir Path folder) throws Exception {
        List<ServedHere> ranks = ServedHere.both(
                folder,
                List.of(
                        List.of("--block=64KiB", "--mailbox=" + name + "0"),
                        List.of("--block=128KiB", "--mailbox=" + name + "1")));
        for (ServedHere rank : ranks) {
            rank.await(
                    "kolo: the mailbox of rank 1 is for blocks of 131072 bytes, that of rank 0 for 65536: give all ranks"
                            + " the same --block and --limit");
            assertThat(rank.exitCode()).isEqualTo(3);
        }
        assertThat(box(0)).doesNotExist();
        assertThat(box(1)).doesNotExist();
    }

    @Test
    void aNameThatIsNotFreeIsRefusedOnEveryRank(@TempDir Path folder) throws Exception {
        Files.writeString(box(1), "somebody's letter");
        List<ServedHere> ranks = ServedHere.both(
                folder, List.of(List.of("--mailbox=" + name + "0"), List.of("--mailbox=" + name + "1")));
        ranks.get(1).await("kolo: " + box(1) + " is there already and is no mailbox of yours: it stays; give");
        ranks.get(0).await("kolo: rank 1 could not make its mailbox, and says why");
        assertThat(ranks.get(0).exitCode()).isEqualTo(3);
        assertThat(ranks.get(1).exitCode()).isEqualTo(3);
        assertThat(box(1)).hasContent("somebody's letter");
        assertThat(box(0)).doesNotExist();
    }

    @Test
    void nobodyWaitsForAClientForEver(@TempDir Path folder) throws Exception {
        List<String> options = List.of("--startup-wait=1s");
        List<ServedHere> ranks = ServedHere.both(folder, List.of(options, options));
        for (int rank = 0; rank < 2; rank++) {
            ranks.get(rank).await("kolo wire: FAILED: rank " + rank + " of 2: no client came within the startup wait");
            assertThat(ranks.get(rank).exitCode()).isEqualTo(1);
        }
    }

    @Test
    void refusesWhatMakesNoSense(@TempDir Path folder) {
        String[] sound = {"wire", "serve", "--world=2", "--rank=0", "--rendezvous=127.0.0.1:0"};
        assertThat(refusal(folder, sound, "--mailbox=a b\u001b"))
                .contains("--mailbox \"")
                .doesNotContain("\u001b");
        assertThat(refusal(folder, sound, "--block=3XiB")).contains("--block \"3XiB\": give 1 B to 1GiB");
        assertThat(refusal(folder, sound, "--heartbeat=1ms")).contains("--heartbeat \"1ms\": give 100ms or more");
        assertThat(refusal(folder, sound, "--nic=verbz")).contains("--nic takes shm, tcp or verbs");
        assertThat(refusal(folder, sound, "--plan=p.json")).contains("only --nic verbs has lanes");
        assertThat(refusal(folder, new String[] {"wire", "serve"})).contains("KOLO_WIRE_WORLD is not set");
        assertThat(refusal(folder, sound, "--token=x")).contains("Unknown option");
    }

    private static String refusal(Path folder, String[] sound, String... more) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of(sound));
        all.addAll(List.of(more));
        Console console = new Console(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                InputStream.nullInputStream(),
                folder,
                Console.Style.PLAIN,
                Map.of());
        assertThat(new Kolo(console).run(all.toArray(String[]::new))).isEqualTo(2);
        return err.toString(StandardCharsets.UTF_8);
    }
}
