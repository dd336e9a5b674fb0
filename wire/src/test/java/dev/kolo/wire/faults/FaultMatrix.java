package dev.kolo.wire.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Failure.Kind;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.schedule.Reach;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users are owed when something fails, over any NIC: each fault ends well or in a failure that names it, and each promise
 * is shown to break when its protection is switched off. A test class of each NIC extends this one and opens NICs.
 */
public abstract class FaultMatrix {
    private static final long SECOND = EngineBed.SECOND;

    /** Fresh NICs of all ranks with one lane between any two; rank r's at index r. */
    protected abstract List<? extends Nic> open(int world) throws NicException;

    /** Lets the time of a NIC pass that has one of its own; called before every poll. */
    protected void advance() {}

    /** The lane from one rank to another; for NICs whose lanes lie between devices. */
    protected LaneRequest request(int rank, int peer) {
        return LaneRequest.of(rank, peer, 0, 1);
    }

    /** A rank's region as its peers are told of it; for NICs that see a peer's end by its process, which a test can lend. */
    protected RegionRecord toldAs(int rank, RegionRecord record) {
        return record;
    }

    /** Ends what joins two ranks, at least as the first of them sees it. */
    protected abstract void sever(int rank, int peer) throws Exception;

    /** Sends a peer what no rank sends, where the NIC would notice; false where it cannot tell. */
    protected boolean garble(int rank, int peer) throws Exception {
        return false;
    }

    private EngineBed bed(Reach reach, Timing timing, Safeguards safeguards) throws NicException {
        List<? extends Nic> nics = open(reach.world());
        return new EngineBed(
                new EngineBed.Wires() {
                    @Override
                    public List<? extends Nic> nics() {
                        return nics;
                    }

                    @Override
                    public void advance() {
                        FaultMatrix.this.advance();
                    }

                    @Override
                    public LaneRequest request(int rank, int peer) {
                        return FaultMatrix.this.request(rank, peer);
                    }

                    @Override
                    public RegionRecord toldAs(int rank, RegionRecord record) {
                        return FaultMatrix.this.toldAs(rank, record);
                    }
                },
                reach,
                timing,
                safeguards);
    }

    private EngineBed bed(int world, Safeguards safeguards) throws NicException {
        return bed(Reach.everyPair(world), Timing.SERVING, safeguards);
    }

    private EngineBed bed(int world) throws NicException {
        return bed(world, Safeguards.ALL);
    }

    private static Safeguards without(Safeguard which) {
        return Safeguards.ALL.without(which);
    }

    // 1. Waits are bounded by time

    private boolean waits44Seconds(Timing timing) throws NicException {
        try (EngineBed bed = bed(Reach.everyPair(3), timing, Safeguards.ALL)) {
            bed.exchange();
            bed.stop(1);
            long[] tickets = bed.gather();
            bed.pass(44 * SECOND);
            boolean early = bed.engine(0).isOver(tickets[0]);
            bed.resume(1);
            boolean over = bed.passUntilOver(tickets, 10 * SECOND);
            return over
                    && !early
                    && bed.isRight(0)
                    && bed.isRight(1)
                    && bed.isRight(2)
                    && bed.engine(0).counters().get(Total.LATE_WAITS) > 0;
        }
    }

    @Test
    void aPeerThatIs44SecondsLateIsWaitedForAndCounted() throws Exception {
        assertThat(waits44Seconds(Timing.SERVING)).isTrue();
        assertThat(waits44Seconds(Timing.SERVING.withWait(10 * SECOND))).isFalse();
    }

    private boolean endsWithinTheBound(Safeguards safeguards) throws NicException {
        try (EngineBed bed = bed(3, safeguards)) {
            bed.exchange();
            bed.stop(2);
            long[] tickets = bed.gather();
            tickets[2] = -1;
            long before = bed.nowNanos();
            return bed.passUntilOver(tickets, 70 * SECOND) && bed.nowNanos() - before >= 60 * SECOND;
        }
    }

    @Test
    void aPeerThatNeverComesEndsEveryWaitAtTheBound() throws Exception {
        assertThat(endsWithinTheBound(Safeguards.ALL)).isTrue();
        assertThat(endsWithinTheBound(without(Safeguard.TIME_BOUND))).isFalse();
    }

    // 2. A failure names who, where, what, and the root

    @Test
    void aPeerThatNeverComesIsNamedWithPlaceStepTimeAndCounters() throws Exception {
        try (EngineBed bed = bed(2)) {
            bed.exchange();
            bed.stop(1);
            long[] tickets = {bed.gather(0), -1};
            assertThat(bed.passUntilOver(tickets, 70 * SECOND)).isTrue();
            Failure failure = bed.failure(0).orElseThrow();
            assertThat(failure.kind()).isEqualTo(Kind.LATE_PEER);
            assertThat(failure.root()).isEqualTo(1);
            assertThat(failure.message())
                    .contains("rank 0: rank 1 did not arrive in all-gather 2 (200 B, one-shot)")
                    .contains(" on " + bed.nic(0).describeLane(1))
                    .contains("expected step 3, its flag says nothing yet")
                    .containsPattern("after 6\\d\\.\\d{3} s \\(6\\d+ µs\\)")
                    .contains("doorbells 2, posted ", "completed ")
                    .contains("rank 1 said nothing");
            assertThat(bed.isMarked(0)).isTrue();
        }
    }

    private List<Integer> rootsOnARingOfFour(Safeguards safeguards) throws NicException {
        try (EngineBed bed = bed(Reach.neighbours(4), Timing.SERVING, safeguards)) {
            bed.exchange();
            bed.stop(2);
            long[] tickets = bed.gather();
            tickets[2] = -1;
            assertThat(bed.passUntilOver(tickets, 75 * SECOND)).isTrue();
            return Stream.of(0, 1, 3)
                    .map(rank -> bed.failure(rank).orElseThrow().root())
                    .toList();
        }
    }

    @Test
    void everyoneNamesTheSameRootThoughItWaitsForAnotherRank() throws Exception {
        assertThat(rootsOnARingOfFour(Safeguards.ALL)).containsExactly(2, 2, 2);
        assertThat(rootsOnARingOfFour(without(Safeguard.ROOT_CAUSE))).isNotEqualTo(List.of(2, 2, 2));
    }

    @Test
    void aSeveredLaneIsNamedAtOnceAndIsNoLatePeer() throws Exception {
        try (EngineBed bed = bed(3)) {
            bed.exchange();
            sever(0, 1);
            List<Failure> failures = new ArrayList<>();
            // A NIC looks at its peers' processes now and then; and whoever has all it needs goes on.
            for (int exchange = 0;
                    exchange < 50_000
                            && !(bed.failure(0).isPresent() && bed.failure(2).isPresent());
                    exchange++) {
                long[] tickets = bed.gather();
                // Rank 1 may be the process that has ended.
                tickets[1] = -1;
                assertThat(bed.passUntilOver(tickets, 10 * SECOND)).isTrue();
                bed.passUntilOver(new long[] {-1, bed.lastTicket(1), -1}, SECOND);
            }
            for (int rank : List.of(0, 2)) {
                failures.add(bed.failure(rank).orElseThrow());
            }
            assertThat(failures.getFirst().waitedNanos()).isLessThan(10 * SECOND);
            assertThat(failures.getFirst().kind()).isIn(Kind.LANE_FAILED, Kind.PEER_GONE);
            assertThat(failures.getFirst().peer()).isEqualTo(1);
            assertThat(failures.getFirst().message()).contains("rank 1", "all-gather", "doorbells ");
            assertThat(failures.get(1).kind()).isIn(Kind.ABORTED, Kind.LANE_FAILED, Kind.PEER_GONE);
            assertThat(bed.passUntilOver(new long[] {bed.gather(0), -1, -1}, SECOND))
                    .isTrue();
            assertThat(bed.isMarked(0)).isTrue();
        }
    }

    // 4. A poisoned session stays poisoned

    private boolean marksAndStaysPoisoned(Safeguards safeguards) throws NicException {
        try (EngineBed bed = bed(2, safeguards)) {
            bed.exchange();
            Failure first = Failure.ofSession(Kind.SESSION, 0, 1, "stopped by its user");
            bed.engine(0).poison().poison(first);
            bed.engine(0).poison().poison(Failure.ofSession(Kind.SESSION, 0, 1, "a second record"));
            boolean good = true;
            for (int call = 0; call < 3; call++) {
                long[] tickets = {bed.gather(0), -1};
                good &= bed.passUntilOver(tickets, SECOND)
                        && bed.isMarked(0)
                        && bed.failure(0).orElseThrow().equals(first);
            }
            return good;
        }
    }

    @Test
    void everyLaterCallFailsAtOnceWithTheFirstRecordAndMarksItsOutput() throws Exception {
        assertThat(marksAndStaysPoisoned(Safeguards.ALL)).isTrue();
        assertThat(marksAndStaysPoisoned(without(Safeguard.POISON_FILL))).isFalse();
        assertThat(marksAndStaysPoisoned(without(Safeguard.POISON_LOOK))).isFalse();
    }

    private boolean abortReachesAll(Safeguards safeguards) throws NicException {
        try (EngineBed bed = bed(Reach.neighbours(4), Timing.SERVING, safeguards)) {
            bed.exchange();
            bed.engine(2).poison().poison(Failure.ofSession(Kind.SESSION, 2, 2, "stopped by its user"));
            bed.pass(10 * SECOND);
            boolean all = true;
            for (int rank = 0; rank < 4; rank++) {
                all &= bed.failure(rank).filter(f -> f.root() == 2).isPresent();
            }
            return all;
        }
    }

    @Test
    void anAbortReachesEveryRankOverTheLanesAndNamesWhereItBegan() throws Exception {
        assertThat(abortReachesAll(Safeguards.ALL)).isTrue();
        assertThat(abortReachesAll(without(Safeguard.ABORT_RECORDS))).isFalse();
    }

    @Test
    void aRankThatStalledUntilTheOthersGaveUpFailsAsSoonAsItGoesOn() throws Exception {
        try (EngineBed bed = bed(3)) {
            bed.exchange();
            bed.stop(1);
            long[] tickets = bed.gather();
            long first = tickets[1];
            tickets[1] = -1;
            assertThat(bed.passUntilOver(tickets, 75 * SECOND)).isTrue();
            MemorySegment firstOutput = bed.output(1);
            long[] second = {-1, bed.gather(1), -1};
            bed.resume(1);
            assertThat(bed.passUntilOver(second, 5 * SECOND)).isTrue();
            assertThat(bed.engine(1).isOver(first)).isTrue();
            // All that it needed for the first may have come; then its bytes are the right ones.
            boolean marked = firstOutput.get(ValueLayout.JAVA_BYTE, 0) == -1;
            assertThat(marked || bed.isRight(firstOutput, bed.round(1) - 1)).isTrue();
            assertThat(bed.isMarked(1)).isTrue();
            assertThat(bed.failure(1).orElseThrow().kind()).isEqualTo(Kind.ABORTED);
        }
    }

    /** Lets ranks read each other's memory by address where the NIC can; what a test lends them may keep them from it. */
    protected void readByAddress() {}

    /**
     * The caller of a failed call has its memory back and changes it. Rank 0's payload is the same as before, so that it is
     * fetched by address where a NIC can; rank 1's is new, so that it is staged and nobody's news of having read it is awaited.
     */
    @Test
    void aRankThatStalledTakesNothingThatAFailedCallHasGivenBack() throws Exception {
        int bytes = 8_000;
        readByAddress();
        try (EngineBed bed = bed(2);
                Arena arena = Arena.ofShared()) {
            long[] tickets = new long[2];
            MemorySegment[] inputs = new MemorySegment[2];
            for (int rank = 0; rank < 2; rank++) {
                inputs[rank] = arena.allocate(bytes, 64).fill((byte) (rank + 1));
                tickets[rank] = bed.gather(rank, inputs[rank], arena.allocate(2L * bytes, 64), bytes);
            }
            assertThat(bed.passUntilOver(tickets, SECOND)).isTrue();
            bed.stop(1);
            inputs[1].fill((byte) 3);
            for (int rank = 0; rank < 2; rank++) {
                tickets[rank] = bed.gather(rank, inputs[rank], arena.allocate(2L * bytes, 64), bytes);
            }
            assertThat(bed.passUntilOver(new long[] {tickets[0], -1}, 75 * SECOND))
                    .isTrue();
            inputs[0].fill((byte) 0x55);
            bed.resume(1);
            assertThat(bed.passUntilOver(new long[] {-1, tickets[1]}, 5 * SECOND))
                    .isTrue();
            byte[] got = bed.output(1).toArray(ValueLayout.JAVA_BYTE);
            boolean right = got[0] == 1 && got[bytes - 1] == 1 && got[bytes] == 3;
            assertThat(right || bed.isMarked(1)).as("byte 0 is " + got[0]).isTrue();
        }
    }

    // 6. No silent desync

    private boolean desyncIsNamedByBoth(Safeguards safeguards) throws NicException {
        try (EngineBed bed = bed(2, safeguards)) {
            bed.exchange();
            long[] tickets = {bed.gather(0, 64), bed.gather(1, 128)};
            bed.passUntilOver(tickets, 5 * SECOND);
            return Stream.of(0, 1)
                    .allMatch(rank -> bed.failure(rank)
                            .filter(f ->
                                    f.message().contains("(64 B") && f.message().contains("(128 B"))
                            .isPresent());
        }
    }

    @Test
    void ranksThatCallDifferentOperationsAreBothToldWhichTwo() throws Exception {
        assertThat(desyncIsNamedByBoth(Safeguards.ALL)).isTrue();
        assertThat(desyncIsNamedByBoth(without(Safeguard.OPERATION_DIGEST))).isFalse();
    }

    /** Rank 0 has said what it calls and then stalls, until rank 1 has called something else and has given up. */
    private Kind kindHeardLate(int turnsBefore) throws NicException {
        try (EngineBed bed = bed(2)) {
            bed.exchange();
            bed.stop(1);
            bed.pass(turnsBefore * EngineBed.TURN_NANOS);
            long[] tickets = {bed.gather(0, 64), -1};
            bed.pass(EngineBed.TURN_NANOS);
            bed.stop(0);
            bed.resume(1);
            tickets[1] = bed.gather(1, 128);
            assertThat(bed.passUntilOver(new long[] {-1, tickets[1]}, 5 * SECOND))
                    .isTrue();
            assertThat(bed.failure(1).orElseThrow().kind()).isEqualTo(Kind.DESYNC);
            bed.resume(0);
            assertThat(bed.passUntilOver(tickets, 5 * SECOND)).isTrue();
            return bed.failure(0).orElseThrow().kind();
        }
    }

    /** A rank looks for news at every 64th poll, so each number of polls before meets another order of news and flag. */
    @Test
    void aDesyncIsOneToBothEndsWhetherTheFlagOrTheNewsIsSeenFirst() throws Exception {
        for (int turns = 0; turns < 64; turns++) {
            assertThat(kindHeardLate(turns)).as(turns + " turns before").isEqualTo(Kind.DESYNC);
        }
    }

    // Words that are not what they should be

    /** Rank 0 waits for rank 1; a word made of the one that it expects lies where that one should; then rank 1 comes. */
    private boolean isRightInSpiteOf(
            java.util.function.LongUnaryOperator oddOfExpected, Total counted, Safeguards safeguards)
            throws NicException {
        try (EngineBed bed = bed(2, safeguards)) {
            bed.exchange();
            bed.exchange();
            bed.exchange();
            bed.stop(1);
            long[] tickets = bed.gather();
            bed.pass(SECOND / 10);
            // Step 5 lies in slot 1. What rank 0 has sent says the same number, tag and operation as what it expects.
            long expected =
                    bed.region(0).get(ValueLayout.JAVA_LONG, bed.layout().flagSource(1, 1, 0));
            long line = bed.layout().flag(1, 1, 0);
            bed.region(0).set(ValueLayout.JAVA_LONG, line + 8, bed.layout().send(0));
            bed.region(0).set(ValueLayout.JAVA_LONG, line, oddOfExpected.applyAsLong(expected));
            bed.pass(SECOND / 10);
            boolean waited = !bed.engine(0).isOver(tickets[0]);
            bed.resume(1);
            return waited
                    && bed.passUntilOver(tickets, 5 * SECOND)
                    && bed.isRight(0)
                    && bed.isRight(1)
                    && bed.engine(0).counters().get(counted) == 1;
        }
    }

    private static long moved(long word, int steps, int tags) {
        return FlagWord.of(FlagWord.numberOf(word) + steps, FlagWord.tagOf(word) + tags, FlagWord.digestOf(word));
    }

    @Test
    void aStaleFlagIsCountedAndNeverTakenForAnArrival() throws Exception {
        assertThat(isRightInSpiteOf(w -> moved(w, -4, 0), Total.STALE_FLAGS, Safeguards.ALL))
                .isTrue();
    }

    /** Whether rank 0 is done, or has failed in another way than by naming a desync, before rank 1 has done anything. */
    private boolean isFooledByAHigherNumber(Safeguards safeguards) throws NicException {
        try (EngineBed bed = bed(2, safeguards)) {
            bed.exchange();
            bed.stop(1);
            long[] tickets = {bed.gather(0), -1};
            bed.pass(SECOND / 10);
            long expected =
                    bed.region(0).get(ValueLayout.JAVA_LONG, bed.layout().flagSource(1, 1, 0));
            bed.region(0).set(ValueLayout.JAVA_LONG, bed.layout().flag(1, 1, 0), moved(expected, 2, 0));
            return bed.passUntilOver(tickets, 5 * SECOND)
                    && bed.failure(0).filter(f -> f.kind() == Kind.DESYNC).isEmpty();
        }
    }

    @Test
    void aHigherNumberIsNoArrival() throws Exception {
        assertThat(isFooledByAHigherNumber(Safeguards.ALL)).isFalse();
        assertThat(isFooledByAHigherNumber(without(Safeguard.EQUAL_NUMBER))).isTrue();
    }

    @Test
    void aFlagOfARankThatWasRestartedFromAnOldSessionIsIgnoredAndCounted() throws Exception {
        assertThat(isRightInSpiteOf(w -> moved(w, 0, 1), Total.FOREIGN_FLAGS, Safeguards.ALL))
                .isTrue();
        assertThat(isRightInSpiteOf(w -> moved(w, 0, 1), Total.FOREIGN_FLAGS, without(Safeguard.SESSION_TAG)))
                .isFalse();
    }

    @Test
    void anAbortRecordThatIsDamagedOrOfAnotherSessionEndsNothing() throws Exception {
        try (EngineBed bed = bed(2)) {
            bed.exchange();
            MemorySegment page = bed.region(0).asSlice(bed.layout().abort(1), 256);
            for (long at = 0; at < 248; at += 8) {
                page.set(ValueLayout.JAVA_LONG, at, 0x4b4f_4c4f_4142_5431L * (at + 1));
            }
            page.set(ValueLayout.JAVA_LONG, 248, FlagWord.of(2, EngineBed.TAG, 0xab07));
            bed.pass(SECOND);
            bed.exchange();
            assertThat(bed.failure(0)).isEmpty();
        }
    }

    @Test
    void whatNoRankSendsIsNamedAndNeverTakenForData() throws Exception {
        try (EngineBed bed = bed(2)) {
            bed.exchange();
            bed.stop(1);
            long[] tickets = {bed.gather(0), -1};
            bed.pass(SECOND / 10);
            boolean announces = bed.engine(0).member().agreed().peerReadable();
            if (announces) {
                long line = bed.layout().flag(1, 1, 0);
                long expected =
                        bed.region(0).get(ValueLayout.JAVA_LONG, bed.layout().flagSource(1, 1, 0));
                bed.region(0).set(ValueLayout.JAVA_LONG, line + 8, bed.layout().regionBytes() - 1);
                bed.region(0).set(ValueLayout.JAVA_LONG, line, expected);
            } else if (!garble(1, 0)) {
                // A NIC that checks all that it carries by itself: what is left to tell is a lane that fails.
                sever(0, 1);
            }
            assertThat(bed.passUntilOver(tickets, 20 * SECOND)).isTrue();
            assertThat(bed.isMarked(0)).isTrue();
            assertThat(bed.failure(0).orElseThrow().kind()).isIn(Kind.CORRUPT, Kind.LANE_FAILED, Kind.PEER_GONE);
            assertThat(bed.failure(0).orElseThrow().message()).contains("rank 1");
        }
    }

    // Doorbells

    @Test
    void operationsThatWereRungWhileNobodyTurnedAreAllCarriedOutInOrder() throws Exception {
        try (EngineBed bed = bed(2)) {
            bed.exchange();
            List<List<MemorySegment>> outputs = List.of(new ArrayList<>(), new ArrayList<>());
            int first = bed.round(0) + 1;
            long[] last = new long[2];
            for (int call = 0; call < 12; call++) {
                for (int rank = 0; rank < 2; rank++) {
                    last[rank] = bed.gather(rank);
                    outputs.get(rank).add(bed.output(rank));
                }
            }
            bed.stop(1);
            bed.pass(SECOND);
            // Rank 1 wakes now and then, for a turn.
            for (int wake = 0; wake < 2_000 && !bed.isOver(last); wake++) {
                bed.resume(1);
                bed.pass(1);
                bed.stop(1);
                bed.pass(SECOND / 50);
            }
            assertThat(bed.isOver(last)).isTrue();
            for (int call = 0; call < 12; call++) {
                assertThat(bed.isRight(outputs.get(0).get(call), first + call))
                        .as("call " + call)
                        .isTrue();
                assertThat(bed.isRight(outputs.get(1).get(call), first + call))
                        .as("call " + call)
                        .isTrue();
            }
        }
    }
}
