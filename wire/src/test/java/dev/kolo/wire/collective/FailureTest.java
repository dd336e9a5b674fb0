package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Failure.Kind;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.scripted.ScriptedWorld;
import dev.kolo.wire.scripted.ScriptedWorld.Setting;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a user is owed when something fails; each promise also with its protection switched off, to show what it is for. */
class FailureTest {
    private static final long SECOND = 1_000_000_000;
    private static final int BYTES = 64;

    private final MemorySegment[] outputs = new MemorySegment[16];

    private long[] gather(ScriptedWorld world) {
        long[] tickets = new long[world.world()];
        for (int rank = 0; rank < world.world(); rank++) {
            tickets[rank] = gather(world, rank, BYTES);
        }
        return tickets;
    }

    private long gather(ScriptedWorld world, int rank, long bytes) {
        byte[] own = new byte[(int) bytes];
        Arrays.fill(own, (byte) (rank + 1));
        outputs[rank] = MemorySegment.ofArray(new byte[(int) (bytes * world.world())]);
        world.next(rank)
                .prepare(
                        Collective.ALL_GATHER,
                        DataType.BYTES,
                        Reduction.SUM,
                        MemorySegment.ofArray(own),
                        0,
                        outputs[rank],
                        0,
                        bytes,
                        -1);
        return world.engine(rank).submit();
    }

    /** Turns while time passes a hundred times faster; true when all were over before so much time. */
    private static boolean runFor(ScriptedWorld world, long[] tickets, long nanos) {
        long until = world.nowNanos() + nanos;
        while (world.nowNanos() < until) {
            world.pass(1_000_000);
            if (world.run(tickets, 16)) {
                return true;
            }
        }
        return false;
    }

    /** Nobody calls anything for a while. */
    private static void idle(ScriptedWorld world) {
        for (int turn = 0; turn < 5_000; turn++) {
            world.pass(1_000_000);
            world.turn();
        }
    }

    private static Failure failureOf(ScriptedWorld world, int rank) {
        return world.engine(rank).poison().failure().orElseThrow();
    }

    private boolean isRight(ScriptedWorld world, int rank) {
        for (int from = 0; from < world.world(); from++) {
            for (int i = 0; i < BYTES; i++) {
                if (outputs[rank].get(ValueLayout.JAVA_BYTE, (long) from * BYTES + i) != from + 1) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isAllOnes(int rank) {
        return Arrays.equals(outputs[rank].toArray(ValueLayout.JAVA_BYTE), filled((int) outputs[rank].byteSize()));
    }

    private static byte[] filled(int bytes) {
        byte[] ones = new byte[bytes];
        Arrays.fill(ones, (byte) 0xff);
        return ones;
    }

    // 1. Waits are bounded by time

    private boolean survives44Seconds(Setting setting) {
        ScriptedWorld world = new ScriptedWorld(1, setting);
        world.stop(1);
        long[] tickets = gather(world);
        runFor(world, tickets, 44 * SECOND);
        world.resume(1);
        runFor(world, tickets, 10 * SECOND);
        boolean right = true;
        for (int rank = 0; rank < world.world(); rank++) {
            right &= !world.engine(rank).poison().isSet() && isRight(world, rank);
        }
        return right;
    }

    @Test
    void aPeerThatIs44SecondsLateIsWaitedFor() {
        assertThat(survives44Seconds(Setting.of(3))).isTrue();
        assertThat(survives44Seconds(Setting.of(3).shared())).isTrue();
        assertThat(survives44Seconds(Setting.of(3).timing(Timing.SERVING.withWait(10 * SECOND))))
                .isFalse();
    }

    @Test
    void aDeadPeerEndsEveryWaitWithinTheBound() {
        ScriptedWorld world = new ScriptedWorld(2, Setting.of(3));
        world.stop(2);
        long[] tickets = gather(world);
        tickets[2] = -1;
        assertThat(runFor(world, tickets, 62 * SECOND)).isTrue();
        assertThat(world.nowNanos()).isBetween(60 * SECOND, 62 * SECOND);
        ScriptedWorld unbounded = new ScriptedWorld(2, Setting.of(3).without(Safeguard.TIME_BOUND));
        unbounded.stop(2);
        tickets = gather(unbounded);
        tickets[2] = -1;
        assertThat(runFor(unbounded, tickets, 120 * SECOND)).isFalse();
    }

    // 2. A failure names who, where, what, and the root

    @Test
    void aDeadPeerIsNamedWithLaneOperationStepAndCounters() {
        ScriptedWorld world = new ScriptedWorld(3, Setting.of(2));
        world.run(gather(world), 100_000);
        world.stop(1);
        long[] tickets = gather(world);
        tickets[1] = -1;
        assertThat(runFor(world, tickets, 62 * SECOND)).isTrue();
        Failure failure = failureOf(world, 0);
        assertThat(failure.kind()).isEqualTo(Kind.LATE_PEER);
        assertThat(failure.root()).isEqualTo(1);
        assertThat(failure.message())
                .contains("rank 0: rank 1 did not arrive in all-gather 2 (64 B, one-shot)")
                .contains("scripted0 lane 0 to rank 1")
                .contains("expected step 3, its flag says nothing yet")
                .containsPattern("after 6\\d\\.\\d{3} s \\(6\\d+ µs\\)")
                .contains("doorbells ", "posted ", "completed ")
                .contains("rank 1 said nothing");
    }

    private int rootSeenBy(int rank, Setting setting) {
        ScriptedWorld world = new ScriptedWorld(4, setting);
        world.run(gather(world), 400_000);
        world.stop(3);
        long[] tickets = gather(world);
        tickets[3] = -1;
        assertThat(runFor(world, tickets, 70 * SECOND)).isTrue();
        return failureOf(world, rank).root();
    }

    @Test
    void everyoneNamesTheSameRootThoughItWaitsForAnotherRank() {
        Setting ring = Setting.of(6).ring();
        for (int rank = 0; rank < 6; rank++) {
            if (rank != 3) {
                assertThat(rootSeenBy(rank, ring)).as("rank " + rank).isEqualTo(3);
            }
        }
        assertThat(rootSeenBy(0, ring.without(Safeguard.ROOT_CAUSE))).isNotEqualTo(3);
    }

    @Test
    void whoOnlyPassesTheNewsOnIsNoRoot() {
        ScriptedWorld world = new ScriptedWorld(14, Setting.of(6).ring());
        world.run(gather(world), 400_000);
        MemorySegment buffer = MemorySegment.ofArray(new byte[BYTES]);
        world.next(2).prepare(Collective.PAIR_EXCHANGE, DataType.BYTES, Reduction.SUM, buffer, 0, buffer, 0, BYTES, 3);
        long[] tickets = {-1, -1, world.engine(2).submit(), -1, -1, -1};
        assertThat(runFor(world, tickets, 70 * SECOND)).isTrue();
        idle(world);
        for (int rank = 0; rank < world.world(); rank++) {
            assertThat(failureOf(world, rank).root())
                    .as(failureOf(world, rank).message())
                    .isEqualTo(3);
        }
    }

    @Test
    void aFailedLaneIsNamedAtOnceAndIsNoLatePeer() {
        ScriptedWorld world = new ScriptedWorld(5, Setting.of(3).lanes(2));
        world.run(gather(world), 400_000);
        world.fabric().nic(0).killLane(2 * 2 + 1);
        long before = world.nowNanos();
        assertThat(runFor(world, gather(world), 5 * SECOND)).isTrue();
        assertThat(world.nowNanos() - before).isLessThan(5 * SECOND);
        assertThat(failureOf(world, 0).kind()).isEqualTo(Kind.LANE_FAILED);
        assertThat(failureOf(world, 0).message())
                .contains("rank 2 is out of reach")
                .contains("scripted0 lane 1 to rank 2: no answer from the peer's NIC within its retries (status 12)");
        idle(world);
        assertThat(failureOf(world, 1).kind()).isEqualTo(Kind.ABORTED);
        assertThat(failureOf(world, 1).root()).isEqualTo(2);
    }

    @Test
    void aPeerThatEndedIsNamedWhenItIsNeededAndNotBefore() {
        ScriptedWorld world = new ScriptedWorld(6, Setting.of(2));
        world.run(gather(world), 100_000);
        world.fabric()
                .nic(0)
                .event(new NicEvent(NicEvent.Kind.PEER_GONE, 1, -1, "the process of rank 1 (pid 7) has ended"));
        world.stop(1);
        world.run(new long[] {-1, -1}, 1);
        for (int i = 0; i < 2_000; i++) {
            world.turn();
        }
        assertThat(world.engine(0).poison().isSet()).isFalse();
        long[] tickets = {gather(world, 0, BYTES), -1};
        assertThat(runFor(world, tickets, 5 * SECOND)).isTrue();
        assertThat(failureOf(world, 0).kind()).isEqualTo(Kind.PEER_GONE);
        assertThat(failureOf(world, 0).message()).contains("rank 1 has ended", "pid 7");
    }

    // 4. A poisoned session stays poisoned

    private boolean outputsAreMarked(Setting setting) {
        ScriptedWorld world = new ScriptedWorld(7, setting);
        world.run(gather(world), 100_000);
        Failure first = Failure.ofSession(Kind.SESSION, 0, 1, "rank 1 said goodbye");
        world.engine(0).poison().poison(first);
        world.engine(0).poison().poison(Failure.ofSession(Kind.SESSION, 0, 1, "a second record"));
        long[] tickets = {gather(world, 0, BYTES), -1};
        assertThat(world.run(tickets, 100)).isTrue();
        assertThat(failureOf(world, 0)).isSameAs(first);
        return isAllOnes(0);
    }

    @Test
    void operationsOfAPoisonedSessionFailAtOnceWithTheFirstRecordAndFillTheirOutputs() {
        assertThat(outputsAreMarked(Setting.of(2))).isTrue();
        assertThat(outputsAreMarked(Setting.of(2).without(Safeguard.POISON_FILL)))
                .isFalse();
    }

    private boolean acceptsAfterPoison(Setting setting) {
        ScriptedWorld world = new ScriptedWorld(8, setting);
        world.stop(0);
        long[] tickets = {gather(world, 0, BYTES), gather(world, 1, BYTES)};
        world.resume(0);
        world.stop(1);
        world.run(new long[] {-1, -1}, 0);
        for (int i = 0; i < 200; i++) {
            world.turn();
        }
        world.engine(0).poison().poison(Failure.ofSession(Kind.SESSION, 0, 1, "the LAN says so"));
        world.stop(0);
        world.resume(1);
        for (int i = 0; i < 200; i++) {
            world.turn();
        }
        world.fabric().drain();
        world.resume(0);
        world.run(new long[] {tickets[0], -1}, 1_000);
        return isRight(world, 0);
    }

    @Test
    void aFlagThatLandsAfterPoisonIsNeverAccepted() {
        assertThat(acceptsAfterPoison(Setting.of(2))).isFalse();
        assertThat(acceptsAfterPoison(Setting.of(2).without(Safeguard.POISON_LOOK)))
                .isTrue();
    }

    private boolean abortReachesEveryone(Setting setting) {
        ScriptedWorld world = new ScriptedWorld(9, setting);
        world.run(gather(world), 400_000);
        world.engine(2).poison().poison(Failure.ofSession(Kind.SESSION, 2, 2, "stopped by its user"));
        boolean over = runFor(world, gather(world), 5 * SECOND);
        idle(world);
        for (int rank = 0; rank < world.world(); rank++) {
            over &= world.engine(rank).poison().isSet();
        }
        return over;
    }

    @Test
    void anAbortReachesEveryRankOverTheLanes() {
        assertThat(abortReachesEveryone(Setting.of(4))).isTrue();
        assertThat(abortReachesEveryone(Setting.of(5).ring())).isTrue();
        assertThat(abortReachesEveryone(Setting.of(4).without(Safeguard.ABORT_RECORDS)))
                .isFalse();
    }

    // 6. No silent desync

    private ScriptedWorld different(Setting setting) {
        ScriptedWorld world = new ScriptedWorld(10, setting);
        world.run(gather(world), 100_000);
        long[] tickets = {gather(world, 0, BYTES), gather(world, 1, BYTES / 2)};
        runFor(world, tickets, 5 * SECOND);
        return world;
    }

    @Test
    void ranksThatCallDifferentOperationsGetADesyncThatNamesBoth() {
        ScriptedWorld world = different(Setting.of(2));
        assertThat(failureOf(world, 0).message())
                .contains("rank 1 called another operation")
                .contains("Rank 0 is in all-gather 2 (64 B, one-shot)")
                .contains("Rank 1 was in all-gather 2 (32 B, one-shot)");
        assertThat(world.engine(1).poison().isSet()).isTrue();
        ScriptedWorld silent = different(Setting.of(2).without(Safeguard.OPERATION_DIGEST));
        assertThat(silent.engine(0).poison().isSet()).isFalse();
        assertThat(isRight(silent, 0)).isFalse();
    }

    @Test
    void noRankAloneIsTheRootWhenRanksCallDifferentOperations() {
        for (Setting setting : new Setting[] {Setting.of(5), Setting.of(6).ring()}) {
            ScriptedWorld world = new ScriptedWorld(13, setting);
            world.run(gather(world), 400_000);
            long[] tickets = new long[world.world()];
            for (int rank = 0; rank < world.world(); rank++) {
                tickets[rank] = gather(world, rank, rank == 1 ? BYTES / 2 : BYTES);
            }
            runFor(world, tickets, 5 * SECOND);
            for (int rank = 0; rank < world.world(); rank++) {
                assertThat(failureOf(world, rank).root())
                        .as(failureOf(world, rank).message())
                        .isEqualTo(-1);
                assertThat(failureOf(world, rank).message()).contains("operations");
            }
        }
    }

    /** A pair exchange shows other ranks nothing: only the number of the call tells that it is another one. */
    @Test
    void aRankThatExchangesWithAnotherInPlaceOfTheCallIsNoRoot() {
        ScriptedWorld world = new ScriptedWorld(15, Setting.of(3));
        world.run(gather(world), 400_000);
        long[] tickets = new long[3];
        for (int rank = 0; rank < 2; rank++) {
            MemorySegment buffer = MemorySegment.ofArray(new byte[BYTES]);
            world.next(rank)
                    .prepare(
                            Collective.PAIR_EXCHANGE,
                            DataType.BYTES,
                            Reduction.SUM,
                            buffer,
                            0,
                            buffer,
                            0,
                            BYTES,
                            1 - rank);
            tickets[rank] = world.engine(rank).submit();
        }
        tickets[2] = gather(world, 2, BYTES);
        runFor(world, tickets, 70 * SECOND);
        idle(world);
        assertThat(failureOf(world, 2).message())
                .contains("called pair-exchange 2")
                .contains("in its place: ranks have called different operations");
        for (int rank = 0; rank < 3; rank++) {
            assertThat(failureOf(world, rank).root())
                    .as(failureOf(world, rank).message())
                    .isEqualTo(-1);
        }
    }

    // Words that are not what they should be

    private ScriptedWorld withStaleFlags(Setting setting) {
        ScriptedWorld world = new ScriptedWorld(11, setting);
        world.run(gather(world), 100_000);
        world.run(gather(world), 100_000);
        world.fabric().sendStaleFlags(2);
        runFor(world, gather(world), 70 * SECOND);
        return world;
    }

    @Test
    void aStaleInlineWordIsRepairedFromMemory() {
        ScriptedWorld world = withStaleFlags(Setting.of(2));
        assertThat(world.engine(0).poison().isSet()).isFalse();
        assertThat(isRight(world, 0) && isRight(world, 1)).isTrue();
        assertThat(world.engine(0).counters().get(Total.REPAIRS)).isPositive();
        assertThat(world.engine(0).counters().get(Total.LATE_WAITS)).isPositive();
        assertThat(withStaleFlags(Setting.of(2).without(Safeguard.FLAG_REPAIR))
                        .engine(0)
                        .poison()
                        .isSet())
                .isTrue();
    }

    /** Puts a word where rank 1's flag of step 2 arrives, before rank 1 has done anything. */
    private ScriptedWorld withForeignWord(Setting setting, long word) {
        ScriptedWorld world = new ScriptedWorld(12, setting);
        RegionLayout layout = new RegionLayout(2, 1, ScriptedWorld.LIMIT);
        world.stop(1);
        long[] tickets = {gather(world, 0, BYTES), gather(world, 1, BYTES)};
        world.fabric().nic(0).memory().set(ValueLayout.JAVA_LONG, layout.flag(1, 0, 0), word);
        runFor(world, new long[] {tickets[0], -1}, SECOND);
        world.resume(1);
        runFor(world, tickets, SECOND);
        return world;
    }

    private static int digestOfFirstGather() {
        Operation same = new Operation(2);
        same.prepare(
                Collective.ALL_GATHER,
                DataType.BYTES,
                Reduction.SUM,
                MemorySegment.NULL,
                0,
                MemorySegment.NULL,
                0,
                BYTES,
                -1);
        same.number = 1;
        return same.digest(0);
    }

    @Test
    void aFlagOfAnOldSessionIsIgnoredAndCounted() {
        long old = FlagWord.of(2, ScriptedWorld.TAG - 1, digestOfFirstGather());
        ScriptedWorld world = withForeignWord(Setting.of(2), old);
        assertThat(isRight(world, 0)).isTrue();
        assertThat(world.engine(0).counters().get(Total.FOREIGN_FLAGS)).isEqualTo(1);
        ScriptedWorld fooled = withForeignWord(Setting.of(2).without(Safeguard.SESSION_TAG), old);
        assertThat(isRight(fooled, 0)).isFalse();
    }

    @Test
    void aHigherNumberIsNoArrival() {
        long ahead = FlagWord.of(4, ScriptedWorld.TAG, digestOfFirstGather());
        assertThat(isRight(withForeignWord(Setting.of(2).without(Safeguard.EQUAL_NUMBER), ahead), 0))
                .isFalse();
        ScriptedWorld world = withForeignWord(Setting.of(2), ahead);
        assertThat(failureOf(world, 0).kind()).isEqualTo(Kind.DESYNC);
    }

    @Test
    void anOldCreditInAFlagLineIsStaleAndNoDesync() {
        int creditDigest = 0xc4ed;
        ScriptedWorld world = withForeignWord(Setting.of(2), FlagWord.of(2, ScriptedWorld.TAG, creditDigest));
        assertThat(world.engine(0).poison().isSet()).isFalse();
        assertThat(isRight(world, 0)).isTrue();
        assertThat(world.engine(0).counters().get(Total.STALE_FLAGS)).isEqualTo(1);
    }

    // Buffers

    /** Broadcasts in a row, of which the root may run ahead; how many runs of some seeds end with a wrong byte. */
    private static int wrongRuns(Setting setting) {
        int wrong = 0;
        for (int seed = 0; seed < 40; seed++) {
            ScriptedWorld world = new ScriptedWorld(seed, setting);
            wrong += Broadcasts.wrong(world, 8) ? 1 : 0;
        }
        return wrong;
    }

    @Test
    void noSlotIsWrittenBeforeItsProof() {
        Setting slow = Setting.of(3);
        assertThat(wrongRuns(slow)).isZero();
        assertThat(wrongRuns(slow.without(Safeguard.SEND_PROOF))).isPositive();
        assertThat(wrongRuns(slow.without(Safeguard.SLOT_PROOF))).isPositive();
        assertThat(wrongRuns(slow.shared())).isZero();
        assertThat(wrongRuns(slow.shared().without(Safeguard.SEND_PROOF))).isPositive();
    }
}
