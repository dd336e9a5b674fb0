package dev.kolo.wire.mailbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.mailbox.ClientPrograms;
import dev.kolo.wire.mailbox.MailboxServer;
import dev.kolo.wire.progress.ShmRanks;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.suite.SuiteCases;
import dev.kolo.wire.suite.SuiteScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients in Python and in C, as processes, at real mailboxes: what goes well, and every way to fail. */
class LiveClientsTest {
    @TempDir
    static Path programs;

    @TempDir
    Path folder;

    private final List<ClientProcess> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(ClientProcess::close);
    }

    private ClientProcess client(String language) throws Exception {
        ClientProcess client = ClientProcess.start(language, programs);
        started.add(client);
        return client;
    }

    private ClientProcess attached(String language, LiveMailboxes boxes, int rank) throws Exception {
        ClientProcess client = client(language);
        assertThat(client.ask("attach " + boxes.path(rank))).startsWith("attached to rank " + rank + " of ");
        return client;
    }

    /** Sizes below, at and above the block, so that calls in several pieces are among them. */
    @ParameterizedTest
    @CsvSource({"python, 2", "c, 2", "mixed, 3"})
    void theSuitePassesFromOutside(String languages, int world) throws Exception {
        Path program = programs.resolve("suite");
        if (!Files.exists(program)) {
            ClientPrograms.compile(ClientPrograms.C.resolve("kolo_mailbox_suite.c"), program);
        }
        Reach reach = Reach.everyPair(world);
        // The engines choose by size, so everything must be exact in any order: that is what the ring's cases are.
        String cases = SuiteScript.of(SuiteCases.of(reach, ScheduleKind.ONE_SHOT, ShmRanks.LIMIT, false, 0).stream()
                        .filter(c -> c.bytes() <= 4 * ShmRanks.LIMIT)
                        .toList())
                .replaceAll("(?m)^((?:\\S+ ){7})0 ", "$11 ");
        Path script = Files.writeString(folder.resolve("cases"), cases);
        try (LiveMailboxes boxes = new LiveMailboxes(folder, world, 51);
                ExecutorService pool = Executors.newFixedThreadPool(world)) {
            List<Future<String>> outputs = new ArrayList<>();
            for (int rank = 0; rank < world; rank++) {
                String box = boxes.path(rank).toString();
                boolean python = languages.equals("python") || (languages.equals("mixed") && rank % 2 == 0);
                outputs.add(pool.submit(() -> python
                        ? ClientPrograms.run(
                                "python3",
                                ClientPrograms.PYTHON
                                        .resolve("kolo_mailbox_suite.py")
                                        .toString(),
                                box,
                                script.toString())
                        : ClientPrograms.run(program.toString(), box, script.toString())));
            }
            for (int rank = 0; rank < world; rank++) {
                assertThat(outputs.get(rank).get())
                        .isEqualTo("SUMMARY rank " + rank + ": " + cases.lines().count() + " passed, 0 failed\n");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aClientKilledInMidOperationIsNamedOnEveryRank(String language) throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 3, 52)) {
            ClientProcess zero = attached(language, boxes, 0);
            ClientProcess one = attached(language, boxes, 1);
            ClientProcess two = attached(language, boxes, 2);
            assertThat(one.ask("ring")).isEqualTo("rung 2");
            zero.tell("sum 5 1");
            one.kill();
            assertThat(zero.answer())
                    .startsWith("failed ")
                    .contains("output -1 -1")
                    .contains("The client of rank 1 died.");
            // All of the first one may have arrived there before the news did; then it is right.
            assertThat(two.ask("sum 5 1")).matches("sum 10 10|failed .*output -1 -1.*The client of rank 1 died.*");
            assertThat(two.ask("sum 5 1")).contains("output -1 -1").contains("The client of rank 1 died.");
            assertThat(boxes.server(1).state()).isEqualTo(MailboxServer.State.POISONED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aClientKilledBetweenOperationsIsNamedOnEveryRank(String language) throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 53)) {
            ClientProcess zero = attached(language, boxes, 0);
            ClientProcess one = attached(language, boxes, 1);
            zero.tell("sum 5 1");
            assertThat(one.ask("sum 6 1")).isEqualTo("sum 11 11");
            assertThat(zero.answer()).isEqualTo("sum 11 11");
            one.kill();
            assertThat(zero.ask("sum 5 1")).startsWith("failed ").contains("The client of rank 1 died.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aClientThatLeavesInMidOperationIsNamedOnEveryRank(String language) throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 54)) {
            ClientProcess zero = attached(language, boxes, 0);
            ClientProcess one = attached(language, boxes, 1);
            assertThat(one.ask("ring")).isEqualTo("rung 2");
            assertThat(one.ask("leave")).isEqualTo("left");
            boxes.awaitPoison(1);
            // What the other rang may have been carried out all the same.
            assertThat(zero.ask("sum 5 1")).matches("sum 5 5|failed .*The client of rank 1 died.*");
            assertThat(zero.ask("sum 5 1")).startsWith("failed ").contains("The client of rank 1 died.");
            assertThat(one.ask("check")).contains("this client has left its mailbox");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aClientWhoseProgramFailsIsNamedAtOnce(String language) throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 61)) {
            ClientProcess zero = attached(language, boxes, 0);
            ClientProcess one = attached(language, boxes, 1);
            assertThat(one.ask("fail")).isEqualTo("refused: this program has failed");
            assertThat(zero.ask("sum 5 1")).startsWith("failed ").contains("The client of rank 1 died.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aStoppedClientThatGoesOnIsWaitedFor(String language) throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 55)) {
            ClientProcess zero = attached(language, boxes, 0);
            ClientProcess one = attached(language, boxes, 1);
            one.signal("STOP");
            one.tell("sum 1 100000");
            zero.tell("sum 2 100000");
            // Rank 0's server has taken the order, and only the stopped client is missing.
            int before = boxes.server(0).client().pid();
            assertThat(before).isEqualTo((int) zero.pid());
            assertThat(zero.hasAnswered()).isFalse();
            one.signal("CONT");
            assertThat(zero.answer()).isEqualTo("sum 3 3");
            assertThat(one.answer()).isEqualTo("sum 3 3");
            assertThat(zero.ask("leave")).isEqualTo("left");
            assertThat(one.ask("check")).isEqualTo("sound");
        }
    }

    @ParameterizedTest
    @CsvSource({"python, python", "c, c", "python, c", "c, python"})
    void aSecondClientIsRefusedAndHarmsNobody(String first, String second) throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 56)) {
            ClientProcess zero = attached(first, boxes, 0);
            ClientProcess one = attached(first, boxes, 1);
            assertThat(client(second).ask("attach " + boxes.path(0)))
                    .isEqualTo("refused: the mailbox " + boxes.path(0) + " has a client already, process " + zero.pid()
                            + ": a mailbox serves one");
            zero.tell("sum 1 1");
            assertThat(one.ask("sum 2 1")).isEqualTo("sum 3 3");
            assertThat(zero.answer()).isEqualTo("sum 3 3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aMailboxIsNeverResumed(String language) throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 57)) {
            ClientProcess zero = attached(language, boxes, 0);
            assertThat(zero.ask("leave")).isEqualTo("left");
            assertThat(zero.ask("attach " + boxes.path(0)))
                    .isEqualTo("refused: the mailbox " + boxes.path(0) + " has had its client, process " + zero.pid()
                            + ", and is never resumed: start a new session");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aServerThatEndsInOrderSaysSo(String language) throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 58)) {
            ClientProcess zero = attached(language, boxes, 0);
            boxes.end(0, "It was told to end.");
            assertThat(zero.ask("sum 5 9"))
                    .startsWith("failed ")
                    .contains("output -1 -1")
                    .contains("It was told to end.");
            assertThat(client(language).ask("attach " + boxes.path(0))).contains("has a client already");
            zero.kill();
            assertThat(client(language).ask("attach " + boxes.path(0)))
                    .contains("the session of the mailbox")
                    .contains("It was told to end.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aClientThatNamesItsSessionIsRefusedByTheNextOne(String language) throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 59)) {
            ClientProcess client = client(language);
            String old = "00000000000000010000000000000009";
            assertThat(client.ask("attach " + boxes.path(0) + " " + old))
                    .isEqualTo("refused: the mailbox " + boxes.path(0) + " belongs to session " + boxes.session()
                            + ", wanted is session " + old + ": its server was restarted");
            assertThat(client.ask("attach " + boxes.path(0) + " " + boxes.session()))
                    .isEqualTo("attached to rank 0 of 2");
        }
    }

    /** What a GPU does through the facts that {@code hand_over} gives, done by a program that has only them. */
    @Test
    void aDeviceRingsBetweenAPythonClientsOwnCalls() throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 61)) {
            ClientProcess device = attached("python", boxes, 0);
            ClientProcess other = attached("c", boxes, 1);
            for (int round = 0; round < 3; round++) {
                device.tell("sum 5 1");
                assertThat(other.ask("sum 6 1")).isEqualTo("sum 11 11");
                assertThat(device.answer()).isEqualTo("sum 11 11");
                device.tell("device 7");
                assertThat(other.ask("sum 8 1")).isEqualTo("sum 15 15");
                assertThat(device.answer()).isEqualTo("device 15, a device rings this mailbox: take_back() first");
            }
        }
    }

    /** All at once: whoever comes first has it, and the others learn that. */
    @Test
    void ofManyClientsExactlyOneAttaches() throws Exception {
        try (LiveMailboxes boxes = new LiveMailboxes(folder, 2, 60)) {
            List<ClientProcess> all = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                all.add(client(i % 2 == 0 ? "c" : "python"));
            }
            for (ClientProcess client : all) {
                client.tell("attach " + boxes.path(0));
            }
            List<String> answers = new ArrayList<>();
            for (ClientProcess client : all) {
                answers.add(client.answer());
            }
            assertThat(answers)
                    .filteredOn(a -> a.equals("attached to rank 0 of 2"))
                    .hasSize(1);
            assertThat(answers).filteredOn(a -> a.startsWith("refused: ")).hasSize(5);
        }
    }
}
