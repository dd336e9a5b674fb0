package dev.kolo.wire.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.kolo.wire.protocol.Failure;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One rank's server, turn by turn. */
class MailboxServerTest {
    private static final int SUM = MailboxAbi.OP_ALL_REDUCE;

    @TempDir
    Path folder;

    @Test
    void everyStepThatWasRungIsTakenHoweverLongTheServerSlept() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 31)) {
            bed.attachAll();
            for (int round = 0; round < 5; round++) {
                int first = bed.client(0).ringSum(10 * round);
                int second = bed.client(0).ringSum(10 * round + 1);
                bed.client(1).ringSum(1);
                bed.client(1).ringSum(2);
                bed.turnUntil(
                        () -> bed.client(0).isOver(second) && bed.client(1).isOver(second));
                assertThat(bed.client(0).poisonOf(first)).isZero();
                assertThat(bed.client(0).result(first)).isEqualTo(10 * round + 1);
                assertThat(bed.client(0).result(second)).isEqualTo(10 * round + 3);
            }
        }
    }

    @Test
    void itStartsAtTheAgreedOperationNeverAtWhatTheDoorbellHolds() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 32)) {
            bed.attachAll();
            bed.client(0).memory.ring(0, 4);
            bed.turnUntil(() -> bed.server(0).state() == MailboxServer.State.POISONED);
            assertThat(bed.client(0).memory.failureText())
                    .contains("rank 0 sent what cannot be")
                    .contains("The client of rank 0 asked for what cannot be: it rang 4 in slot 0, where 2 is next.");
        }
    }

    @Test
    void nothingIsTakenBeforeAClientHasAttached() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 33)) {
            int number = bed.client(0).ringSum(1);
            for (int turn = 0; turn < 1000; turn++) {
                bed.turn(0);
            }
            assertThat(bed.engine(0).counters().get(dev.kolo.wire.protocol.Counters.Total.DOORBELLS))
                    .isZero();
            bed.attachAll();
            bed.client(1).ringSum(2);
            bed.turnUntil(() -> bed.client(0).isOver(number));
            assertThat(bed.client(0).result(number)).isEqualTo(3);
            assertThat(bed.watch(0).attached).isEqualTo(4711);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; 0; 0; 4; -1; 0; 0; 0; its operation is 0, and there are 1 to 6",
                "7; 0; 0; 4; -1; 0; 0; 0; its operation is 7, and there are 1 to 6",
                "2; 4; 0; 4; -1; 0; 0; 0; its type is 4, and types that can be reduced are 0 to 3",
                "2; 9; 0; 4; -1; 0; 0; 0; its type is 9, and types that can be reduced are 0 to 3",
                "2; 0; 3; 4; -1; 0; 0; 0; its reduction is 3, and there are 0 to 2",
                "2; 0; 0; 6; -1; 0; 0; 0; its 6 bytes are not whole elements of 4 bytes",
                "2; 0; 0; -4; -1; 0; 0; 0; 'it has -4 bytes, and the payload 81920'",
                "1; 0; 0; 81924; -1; 0; 0; 0; 'it has 81924 bytes, and the payload 81920'",
                "2; 0; 0; 4; -1; 2; 0; 0; 'its flags are 2, and there is 1 for all-gather'",
                "2; 0; 0; 4; -1; 1; 0; 0; 'its flags are 1, and there is 1 for all-gather'",
                "4; 0; 0; 4; 2; 0; 0; 0; its root is rank 2 in a world of 2",
                "4; 0; 0; 4; -1; 0; 0; 0; its root is rank -1 in a world of 2",
                "6; 0; 0; 4; 0; 0; 0; 0; its partner is rank 0 in a world of 2",
                "2; 0; 0; 4; -1; 0; 8191; 8192; 'its input of 4 bytes at 8191 does not lie inside the payload, which"
                        + " goes from 8192 to 90112'",
                "2; 0; 0; 8; -1; 0; 8192; 90105; 'its output of 8 bytes at 90105 does not lie inside the payload'",
                "2; 0; 0; 8; -1; 0; 9223372036854775807; 8192; 'its input of 8 bytes at 9223372036854775807 does not'",
                "2; 0; 0; 8; -1; 0; 8192; 8196; 'its input at 8192 (8 bytes) and its output at 8196 (8 bytes) overlap, and not'",
                "1; 0; 0; 8; -1; 0; 8200; 8192; 'its input at 8200 (8 bytes) and its output at 8192 (16 bytes) overlap'",
                "3; 0; 0; 8; -1; 0; 8192; 8192; 'its input at 8192 (16 bytes) and its output at 8192 (8 bytes) overlap'",
            })
    void anOrderThatCannotBeEndsTheSessionAndSaysWhy(
            int op, int type, int how, long bytes, int root, int flags, long inputAt, long outputAt, String why)
            throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 34)) {
            bed.attachAll();
            MailboxClient client = bed.client(0);
            int number = client.ring(
                    op,
                    type,
                    how,
                    bytes,
                    root,
                    flags,
                    inputAt == 0 ? client.input(2) : inputAt,
                    outputAt == 0 ? client.output(2) : outputAt);
            bed.turnUntil(
                    () -> bed.client(0).poisonOf(number) != 0 && bed.client(1).poisonOf(2) != 0);
            assertThat(client.poisonOf(number)).isEqualTo(MailboxAbi.POISON_CORRUPT);
            assertThat(client.memory.failureText())
                    .contains("The client of rank 0 asked for what cannot be: operation 2 cannot be: " + why);
            assertThat(bed.client(1).memory.failureText())
                    .contains("rank 0 gave up")
                    .contains("It began at rank");
        }
    }

    @Test
    void inPlaceIsServed() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 3, 35)) {
            bed.attachAll();
            for (int rank = 0; rank < 3; rank++) {
                MailboxClient client = bed.client(rank);
                long at = client.output(2);
                client.memory.file().set(ValueLayout.JAVA_INT, at + 4L * rank, rank + 7);
                client.ring(MailboxAbi.OP_ALL_GATHER, 0, 0, 4, -1, 0, at + 4L * rank, at);
                at = client.output(3);
                client.memory.file().set(ValueLayout.JAVA_INT, at, rank + 7);
                client.ring(SUM, MailboxAbi.TYPE_I32, MailboxAbi.HOW_SUM, 4, -1, 0, at, at);
            }
            bed.turnUntil(() -> bed.client(0).isOver(3)
                    && bed.client(1).isOver(3)
                    && bed.client(2).isOver(3));
            for (int rank = 0; rank < 3; rank++) {
                MailboxClient client = bed.client(rank);
                for (int from = 0; from < 3; from++) {
                    assertThat(client.memory.file().get(ValueLayout.JAVA_INT, client.output(2) + 4L * from))
                            .isEqualTo(from + 7);
                }
                assertThat(client.result(3)).isEqualTo(24);
            }
        }
    }

    @Test
    void equalBlocksMayBeSaidInEitherWay() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 42)) {
            bed.attachAll();
            for (int rank = 0; rank < 2; rank++) {
                MailboxClient client = bed.client(rank);
                client.memory.file().set(ValueLayout.JAVA_INT, client.input(2), rank + 7);
                client.memory.word(0, MailboxAbi.LENGTHS_AT, 4);
                client.memory.word(0, MailboxAbi.LENGTHS_AT + 8, 4);
                client.ring(MailboxAbi.OP_ALL_GATHER, 0, 0, 4, -1, rank, client.input(2), client.output(2));
            }
            bed.turnUntil(() -> bed.client(0).isOver(2) && bed.client(1).isOver(2));
            assertThat(bed.client(0).poisonOf(2)).isZero();
            assertThat(bed.client(1)
                            .memory
                            .file()
                            .get(ValueLayout.JAVA_LONG, bed.client(1).output(2)))
                    .isEqualTo(7 | 8L << 32);
        }
    }

    @Test
    void aClientThatDiesInMidOperationIsNamedOnEveryRank() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 3, 36)) {
            bed.attachAll();
            int number = bed.client(1).ringSum(1);
            bed.client(0).ringSum(1);
            bed.turnUntil(() -> bed.watch(1).attached != 0);
            bed.watch(1).ended = true;
            bed.turnUntil(() -> bed.client(0).poisonOf(2) != 0
                    && bed.client(1).poisonOf(2) != 0
                    && bed.client(2).poisonOf(2) != 0);
            assertThat(bed.client(1).poisonOf(number)).isEqualTo(MailboxAbi.POISON_CLIENT_GONE);
            assertThat(bed.client(1).memory.failureText())
                    .contains("rank 1 has lost its client in all-reduce 1 (4 B I32")
                    .contains("The client of rank 1 died: its process 4712 has ended.");
            for (int rank : new int[] {0, 2}) {
                assertThat(bed.client(rank).memory.failureText())
                        .contains("The client of rank 1 died.")
                        .contains("It began at rank 1");
            }
            assertThat(bed.client(0).result(number)).as("marked output").isEqualTo(-1);
        }
    }

    @Test
    void aClientThatLeavesInMidOperationDiesForEverybodyElse() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 37)) {
            bed.attachAll();
            bed.client(1).ringSum(1);
            bed.client(1).memory.leave();
            bed.turnUntil(() -> bed.client(0).poisonOf(2) != 0 && bed.client(1).poisonOf(2) != 0);
            assertThat(bed.client(1).memory.failureText())
                    .contains("The client of rank 1 died: it left with operation 2 under way.");
            assertThat(bed.client(0).memory.failureText()).contains("The client of rank 1 died.");
        }
    }

    @Test
    void aClientThatGivesUpBetweenOperationsEndsTheSession() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 44)) {
            bed.attachAll();
            bed.turnUntil(() -> bed.watch(1).attached != 0);
            bed.client(1).memory.moveGeneration(MailboxAbi.GENERATION_ATTACHED, MailboxAbi.GENERATION_GAVE_UP);
            bed.turnUntil(() ->
                    bed.client(0).memory.poison() != 0 && bed.client(1).memory.poison() != 0);
            assertThat(bed.client(1).memory.failureText()).contains("The client of rank 1 died: it gave up.");
            assertThat(bed.client(0).memory.failureText()).contains("The client of rank 1 died.");
        }
    }

    @Test
    void poisonIsNotToldBeforeTheOutputIsMarked() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 43)) {
            bed.attachAll();
            int number = bed.client(0).ringSum(1);
            for (int turn = 0; turn < 10; turn++) {
                bed.turn(0);
            }
            bed.engine(0).clientFailed(Failure.Kind.SESSION, "The test says so.");
            bed.server(0).poll(2);
            assertThat(bed.client(0).poisonOf(number)).isZero();
            assertThat(bed.client(0).memory.poison()).isZero();
            bed.engine(0).poll(3);
            bed.server(0).poll(4);
            assertThat(bed.client(0).poisonOf(number)).isEqualTo(MailboxAbi.POISON_SESSION);
            assertThat(bed.client(0).result(number)).isEqualTo(-1);
        }
    }

    @Test
    void aClientThatLeavesBetweenOperationsHarmsNobody() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 38)) {
            bed.attachAll();
            bed.client(0).ringSum(1);
            bed.client(1).ringSum(2);
            bed.turnUntil(() -> bed.client(0).isOver(2) && bed.client(1).isOver(2));
            bed.client(1).memory.leave();
            bed.watch(1).ended = true;
            bed.turnUntil(() -> bed.server(1).state() == MailboxServer.State.LEFT);
            assertThat(bed.engine(0).poison().isSet()).isFalse();
            assertThat(bed.engine(1).poison().isSet()).isFalse();
        }
    }

    @Test
    void aServerThatIsToldToEndClosesTheMailboxAndFailsWhatIsUnderWay() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 39)) {
            bed.attachAll();
            int number = bed.client(0).ringSum(1);
            for (int turn = 0; turn < 100; turn++) {
                bed.turn(0);
            }
            bed.server(0).close("It was told to end.");
            bed.server(1).close("It was told to end, too.");
            assertThat(bed.client(0).poisonOf(number)).isEqualTo(MailboxAbi.POISON_CLOSED);
            assertThat(bed.client(0).memory.failureText())
                    .contains("in all-reduce 1")
                    .contains("It was told to end.");
            assertThat(bed.client(0).result(number)).isEqualTo(-1);
            assertThat(bed.client(1).memory.failureText()).contains("It was told to end, too.");
            assertThat(bed.engine(1).poison().isSet())
                    .as("nothing was under way there")
                    .isFalse();
        }
    }

    @Test
    void itGivesSignsOfLifeWithAndWithoutAClientAndAfterFailure() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 40)) {
            lives(bed);
            bed.attachAll();
            lives(bed);
            bed.watch(0).ended = true;
            bed.turnUntil(() -> bed.server(0).state() == MailboxServer.State.POISONED);
            lives(bed);
        }
    }

    private static void lives(MailboxBed bed) {
        int before = bed.client(0).memory.heartbeat();
        bed.turnUntil(() -> bed.client(0).memory.heartbeat() != before);
    }

    @Test
    void anOperationAllocatesNothing() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (MailboxBed bed = new MailboxBed(folder, 2, 41)) {
            bed.attachAll();
            exchange(bed, 3_000);
            long before = threads.getCurrentThreadAllocatedBytes();
            exchange(bed, 2_000);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2_000);
        }
    }

    private static void exchange(MailboxBed bed, int times) {
        for (int i = 0; i < times; i++) {
            int number = bed.client(0).ringSum(i);
            bed.client(1).ringSum(1);
            while (!bed.client(0).isOver(number) || !bed.client(1).isOver(number)) {
                bed.turn(0);
                bed.turn(1);
            }
        }
    }

    @Test
    void aLongFailureIsCutAtACharacter() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment file = arena.allocate(new MailboxShape(2, 4096).fileBytes(), 4096);
            MailboxMemory memory = new MailboxMemory(file);
            memory.poison(Failure.ofSession(Failure.Kind.SESSION, 0, 1, "µ".repeat(2000)), new int[] {6, 7});
            assertThat(memory.failureText()).endsWith("µ").hasSizeLessThan(MailboxAbi.FAILURE_TEXT_MOST_BYTES);
            assertThat(memory.done(0)).isEqualTo((7L << 32) | 6);
            assertThat(memory.done(1)).isEqualTo((7L << 32) | 7);
        }
    }
}
