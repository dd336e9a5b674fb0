package dev.kolo.wire.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every NIC must keep, whatever it is made of. A test class of each NIC extends this one; what a NIC may or may not do
 * is asked by its capabilities, never by its name.
 */
public abstract class NicContract {
    private static final long FLAGS = 0;
    private static final long FLAG_SOURCES = 8192;
    private static final long SEND = 65_536;
    private static final long RECEIVE = 524_288;

    /** Fresh NICs of all ranks; rank r's at index r. */
    protected abstract List<? extends Nic> open(int world, int lanesPerPeer) throws NicException;

    /** Most lanes that this NIC has between two ranks. */
    protected int mostLanes() {
        return 1;
    }

    /** Lets the time of a NIC pass that has one of its own; called before every poll. */
    protected void advance() {}

    /** Cuts what joins two ranks, as far as this NIC can be cut; false when it cannot be from here. */
    protected boolean sever(int rank, int peer) {
        return false;
    }

    /** Whether the region throws once its NIC is closed; a model of late frames may keep it. */
    protected boolean memoryEndsWithClose() {
        return true;
    }

    protected final NicBed bed(int world) throws NicException {
        return bed(world, 1);
    }

    protected final NicBed bed(int world, int lanesPerPeer) throws NicException {
        return new NicBed(open(world, lanesPerPeer), lanesPerPeer, this::advance);
    }

    /** Posts until it is taken. */
    protected static void post(
            NicBed bed,
            int rank,
            int lane,
            long workId,
            long local,
            long bytes,
            long remote,
            long flagSource,
            long flag,
            int options) {
        bed.until(
                "a post is taken",
                () -> bed.nics.get(rank).post(lane, workId, local, bytes, remote, flagSource, flag, options));
    }

    @Test
    void memoryIsFreshZeroedAndAligned() throws NicException {
        try (NicBed bed = bed(2)) {
            for (MemorySegment region : bed.regions) {
                assertThat(region.byteSize()).isEqualTo(NicBed.REGION_BYTES);
                assertThat(region.address() % 4096).isZero();
                assertThat(region.mismatch(MemorySegment.ofArray(new byte[(int) NicBed.REGION_BYTES])))
                        .isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 7, 8, 4095, 4096, 8192, 65_535, 65_536, 65_537, 400_000})
    void payloadOfAnySizeArrivesWholeBeforeItsFlag(long bytes) throws NicException {
        try (NicBed bed = bed(2)) {
            bed.fill(0, SEND, bytes, 3);
            bed.setWord(0, FLAG_SOURCES, 77);
            post(bed, 0, bed.lane(1), 5, SEND, bytes, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            bed.until("the flag arrives", () -> bed.word(1, FLAGS) == 77);
            assertThat(bed.firstWrong(1, RECEIVE, bytes, 3)).isEqualTo(-1);
            assertThat(bed.regions.get(1).get(ValueLayout.JAVA_BYTE, RECEIVE + bytes))
                    .as("the byte after the payload")
                    .isZero();
        }
    }

    @Test
    void payloadWithoutFlagArrivesBeforeALaterFlag() throws NicException {
        try (NicBed bed = bed(2)) {
            bed.fill(0, SEND, 100_000, 4);
            bed.setWord(0, FLAG_SOURCES, 1);
            post(bed, 0, bed.lane(1), 1, SEND, 100_000, RECEIVE, 0, Nic.NO_FLAG, 0);
            post(bed, 0, bed.lane(1), 2, 0, 0, 0, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            bed.until("the flag arrives", () -> bed.word(1, FLAGS) == 1);
            assertThat(bed.firstWrong(1, RECEIVE, 100_000, 4)).isEqualTo(-1);
        }
    }

    @Test
    void whatWasLentLeavesAsItWasWhenItIsTakenBackBeforeItIsSent() throws NicException {
        long bytes = 400_000;
        try (NicBed bed = bed(2)) {
            Nic nic = bed.nics.get(0);
            int posted = 0;
            try (Arena lender = Arena.ofShared()) {
                MemorySegment source = lender.allocate(bytes + 8, 8);
                bed.fill(0, SEND, bytes, 6);
                MemorySegment.copy(bed.regions.get(0), SEND, source, 8, bytes);
                // A NIC may need to know the memory, and may take none at all.
                boolean lent = nic.lend(SEND, bytes, source, 8);
                if (!lent) {
                    lent = nic.lend(SEND, bytes, source, 8);
                }
                if (lent) {
                    bed.fill(0, SEND, bytes, 7);
                }
                boolean taken = true;
                while (taken && posted < 30) {
                    bed.setWord(0, FLAG_SOURCES + 8L * posted, posted + 1);
                    taken = nic.post(
                            bed.lane(1), posted, SEND, bytes, RECEIVE, FLAG_SOURCES + 8L * posted, FLAGS, Nic.SIGNALED);
                    posted += taken ? 1 : 0;
                }
                nic.takeBack();
                source.fill((byte) 0);
            }
            int last = posted;
            bed.until("the last flag arrives", () -> bed.word(1, FLAGS) == last);
            assertThat(bed.firstWrong(1, RECEIVE, bytes, 6)).isEqualTo(-1);
            assertThat(bed.logs.get(0).events).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 1000, 16_384, 65_536, 65_537, 400_000})
    void payloadLandsWhereItIsWantedOrInTheRegionAndTheNicSaysWhich(long bytes) throws NicException {
        try (NicBed bed = bed(2)) {
            Nic nic = bed.nics.get(1);
            byte[] target = new byte[(int) bytes + 16];
            boolean wanted = nic.land(bed.lane(0), RECEIVE, bytes, MemorySegment.ofArray(target), 8);
            sendStamped(bed, bytes, 1);
            boolean landed = nic.landed(bed.lane(0));
            assertThat(landed).isEqualTo(wanted);
            if (landed) {
                assertThat(bed.regions
                                .get(1)
                                .asSlice(RECEIVE, bytes)
                                .mismatch(MemorySegment.ofArray(target).asSlice(8, bytes)))
                        .isZero();
                MemorySegment.copy(MemorySegment.ofArray(target), 8, bed.regions.get(1), RECEIVE, bytes);
            }
            assertThat(bed.firstWrong(1, RECEIVE, bytes, 1)).isEqualTo(-1);
            assertThat(target).startsWith(new byte[8]).endsWith(new byte[8]);
            byte[] before = target.clone();
            sendStamped(bed, bytes, 2);
            assertThat(bed.firstWrong(1, RECEIVE, bytes, 2)).isEqualTo(-1);
            assertThat(target).as("a landing is for one payload").isEqualTo(before);
            assertThat(nic.landed(bed.lane(0))).isFalse();
        }
    }

    /** One payload from rank 0, with its seed as the flag, and waits for it. */
    private static void sendStamped(NicBed bed, long bytes, long seed) {
        bed.fill(0, SEND, bytes, seed);
        bed.setWord(0, FLAG_SOURCES, seed);
        post(bed, 0, bed.lane(1), seed, SEND, bytes, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
        bed.until("the flag arrives", () -> bed.word(1, FLAGS) == seed);
        bed.until("it completes", () -> bed.logs.get(0).done.contains(seed));
    }

    @Test
    void requestsOfALaneKeepTheirOrder() throws NicException {
        try (NicBed bed = bed(2)) {
            int many = 3000;
            int seen = 0;
            for (int i = 1; i <= many; i++) {
                bed.setWord(0, SEND + 8L * i, i);
                bed.setWord(0, FLAG_SOURCES + 8L * (i % 1000), i);
                post(
                        bed,
                        0,
                        bed.lane(1),
                        i,
                        SEND + 8L * i,
                        8,
                        RECEIVE,
                        FLAG_SOURCES + 8L * (i % 1000),
                        FLAGS,
                        Nic.SIGNALED);
                int flag = (int) bed.word(1, FLAGS);
                assertThat(flag).isGreaterThanOrEqualTo(seen);
                assertThat(bed.word(1, RECEIVE))
                        .as("payload under flag %d", flag)
                        .isGreaterThanOrEqualTo(flag);
                seen = flag;
                if (i % 900 == 0) {
                    int all = i;
                    bed.until("all so far arrive", () -> bed.word(1, FLAGS) == all);
                }
            }
            bed.until("the last arrives", () -> bed.word(1, FLAGS) == many);
        }
    }

    @Test
    void everySignaledRequestCompletesOnceInOrderAndNoOther() throws NicException {
        try (NicBed bed = bed(2)) {
            for (int i = 0; i < 500; i++) {
                post(bed, 0, bed.lane(1), i, SEND, 16, RECEIVE, 0, Nic.NO_FLAG, i % 2 == 0 ? Nic.SIGNALED : 0);
            }
            NicBed.Log log = bed.logs.get(0);
            bed.until("all complete", () -> log.done.size() >= 250);
            for (int i = 0; i < 100; i++) {
                bed.poll();
            }
            assertThat(log.done)
                    .containsExactlyElementsOf(
                            LongStream.range(0, 250).map(i -> 2 * i).boxed().toList());
            assertThat(log.status).containsOnly(CompletionStatus.OK);
            assertThat(log.events).isEmpty();
        }
    }

    @Test
    void aSourceMayBeWrittenAgainOnceTheProofIsThere() throws NicException {
        try (NicBed bed = bed(2)) {
            NicCapabilities can = bed.nics.get(0).capabilities();
            for (int i = 1; i <= 200; i++) {
                int size = 1000 + 617 * (i % 100);
                bed.fill(0, SEND, size, i);
                bed.setWord(0, FLAG_SOURCES, i);
                post(bed, 0, bed.lane(1), i, SEND, size, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
                if (can.sourceProof() == NicCapabilities.SourceProof.COMPLETED) {
                    long wanted = i;
                    bed.until("it completes", () -> bed.logs.get(0).done.contains(wanted));
                }
                bed.fill(0, SEND, size, -i);
                bed.setWord(0, FLAG_SOURCES, -1);
                long flag = i;
                bed.until("it arrives", () -> bed.word(1, FLAGS) == flag);
                assertThat(bed.firstWrong(1, RECEIVE, size, i)).isEqualTo(-1);
            }
        }
    }

    @Test
    void anInlinedFlagIsTakenWhenPosted() throws NicException {
        try (NicBed bed = bed(2)) {
            if (bed.nics.get(0).capabilities().inlineBytes() >= 8) {
                for (int i = 1; i <= 100; i++) {
                    bed.setWord(0, FLAG_SOURCES, i);
                    post(
                            bed,
                            0,
                            bed.lane(1),
                            i,
                            SEND,
                            64,
                            RECEIVE,
                            FLAG_SOURCES,
                            NicBed.flagAt(i % 60),
                            Nic.INLINE_FLAG);
                    bed.setWord(0, FLAG_SOURCES, -1);
                }
                bed.until("the last arrives", () -> bed.word(1, NicBed.flagAt(40)) == 100);
                assertThat(bed.word(1, NicBed.flagAt(39))).isEqualTo(99);
            }
        }
    }

    @Test
    void aRequestOutsideEitherRegionThrowsAndWritesNothing() throws NicException {
        try (NicBed bed = bed(2)) {
            Nic nic = bed.nics.get(0);
            int lane = bed.lane(1);
            long end = NicBed.REGION_BYTES;
            bed.fill(0, end - 64, 64, 1);
            List<Runnable> wrong = List.of(
                    () -> nic.post(lane, 1, end - 8, 16, RECEIVE, 0, Nic.NO_FLAG, 0),
                    () -> nic.post(lane, 1, -8, 16, RECEIVE, 0, Nic.NO_FLAG, 0),
                    () -> nic.post(lane, 1, SEND, 16, end - 8, 0, Nic.NO_FLAG, 0),
                    () -> nic.post(lane, 1, SEND, 16, RECEIVE, end, FLAGS, 0),
                    () -> nic.post(lane, 1, end - 64, 16, RECEIVE, FLAG_SOURCES, end, 0));
            wrong.forEach(post -> assertThatThrownBy(post::run).isInstanceOf(IndexOutOfBoundsException.class));
            bed.setWord(0, FLAG_SOURCES, 9);
            post(bed, 0, lane, 2, 0, 0, 0, FLAG_SOURCES, FLAGS, 0);
            bed.until("a later flag arrives", () -> bed.word(1, FLAGS) == 9);
            assertThat(bed.word(1, RECEIVE)).isZero();
        }
    }

    @Test
    void aFullQueueRefusesWholeRequestsAndLosesNothing() throws NicException {
        try (NicBed bed = bed(2)) {
            Nic nic = bed.nics.get(0);
            bed.fill(0, SEND, 65_536, 8);
            int taken = 0;
            bed.setWord(0, FLAG_SOURCES, 1);
            while (taken < 20_000
                    && nic.post(bed.lane(1), taken, SEND, 65_536, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED)) {
                taken++;
            }
            assertThat(taken).isGreaterThanOrEqualTo(4).isLessThan(20_000);
            int all = taken;
            NicBed.Log log = bed.logs.get(0);
            bed.until("all that was taken completes", () -> log.done.size() == all);
            bed.setWord(0, FLAG_SOURCES, 2);
            post(bed, 0, bed.lane(1), all, SEND, 65_536, RECEIVE, FLAG_SOURCES, FLAGS, 0);
            bed.until("there is room again", () -> bed.word(1, FLAGS) == 2);
            assertThat(bed.nics.get(0).backlogBytes(bed.lane(1))).isZero();
        }
    }

    @Test
    void everyRankReachesEveryOtherOnEveryLane() throws NicException {
        int lanes = mostLanes();
        try (NicBed bed = bed(4, lanes)) {
            for (int rank = 0; rank < 4; rank++) {
                for (int peer = 0; peer < 4; peer++) {
                    for (int index = 0; index < lanes && peer != rank; index++) {
                        long source = FLAG_SOURCES + 8L * bed.lane(peer, index);
                        bed.setWord(rank, source, 100 + rank);
                        post(
                                bed,
                                rank,
                                bed.lane(peer, index),
                                1,
                                0,
                                0,
                                0,
                                source,
                                NicBed.flagAt(rank * lanes + index),
                                Nic.SIGNALED);
                    }
                }
            }
            bed.until("all arrive", () -> {
                for (int rank = 0; rank < 4; rank++) {
                    for (int from = 0; from < 4 * lanes; from++) {
                        int peer = from / lanes;
                        if (peer != rank && bed.word(rank, NicBed.flagAt(from)) != 100 + peer) {
                            return false;
                        }
                    }
                }
                return true;
            });
        }
    }

    @Test
    void announcedPayloadIsReadByThePeer() throws NicException {
        try (NicBed bed = bed(2)) {
            Nic peer = bed.nics.get(1);
            if (!peer.capabilities().peerReadable()) {
                assertThat(peer.peerMemory(0)).isEmpty();
                return;
            }
            bed.fill(0, SEND, 5000, 6);
            bed.setWord(0, FLAG_SOURCES, 12);
            post(bed, 0, bed.lane(1), 1, SEND, 5000, 0, FLAG_SOURCES, FLAGS, Nic.ANNOUNCE);
            bed.until("the flag arrives", () -> bed.word(1, FLAGS) == 12);
            long where = bed.word(1, FLAGS + 8);
            assertThat(where).isEqualTo(SEND);
            MemorySegment.copy(peer.peerMemory(0).orElseThrow(), where, bed.regions.get(1), RECEIVE, 5000);
            assertThat(bed.firstWrong(1, RECEIVE, 5000, 6)).isEqualTo(-1);
        }
    }

    @Test
    void memoryOfAnotherProcessIsReadByAddressWhereGranted() throws NicException {
        try (NicBed bed = bed(2)) {
            Nic peer = bed.nics.get(1);
            if (peer.capabilities().directRead()) {
                bed.fill(0, SEND, 70_000, 9);
                long address = bed.regions.get(0).address() + SEND;
                assertThat(peer.readPeer(0, address, bed.regions.get(1), RECEIVE, 70_000))
                        .isTrue();
                assertThat(bed.firstWrong(1, RECEIVE, 70_000, 9)).isEqualTo(-1);
                assertThat(peer.readPeer(0, 8, bed.regions.get(1), RECEIVE, 16)).isFalse();
                bed.poll();
                assertThat(bed.logs.get(1).events)
                        .singleElement()
                        .satisfies(
                                e -> assertThat(e.detail()).contains("rank 0").contains("errno 14"));
            }
        }
    }

    @Test
    void aFrozenNicTakesNothingAndDeliversWhatItTook() throws NicException {
        try (NicBed bed = bed(2)) {
            Nic nic = bed.nics.get(0);
            bed.setWord(0, FLAG_SOURCES, 4);
            post(bed, 0, bed.lane(1), 1, SEND, 100_000, RECEIVE, FLAG_SOURCES, FLAGS, 0);
            nic.freeze();
            nic.freeze();
            assertThat(nic.post(bed.lane(1), 2, 0, 0, 0, FLAG_SOURCES, FLAGS, 0))
                    .isFalse();
            bed.until("what was taken arrives", () -> bed.word(1, FLAGS) == 4);
        }
    }

    @Test
    void closingEndsTheMemoryAndMayBeRepeated() throws NicException {
        NicBed bed = bed(2);
        bed.close();
        bed.close();
        if (memoryEndsWithClose()) {
            assertThatThrownBy(() -> bed.word(0, 0)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(bed.nics.get(0).post(bed.lane(1), 1, 0, 0, 0, 0, Nic.NO_FLAG, 0))
                .isFalse();
    }

    @Test
    void lanesThatNobodyOpenedAreAbsent() throws NicException {
        try (NicBed bed = bed(3)) {
            assertThat(bed.nics.get(1).laneState(bed.lane(1))).isEqualTo(LaneState.ABSENT);
            assertThat(bed.nics.get(1).laneState(bed.lane(2))).isEqualTo(LaneState.READY);
            assertThat(bed.nics.get(1).describeLane(bed.lane(2))).contains("2");
        }
    }

    @Test
    void aSeveredLaneFailsOnceWithAnEventAndEveryRequestOnItCompletesWithAnError() throws NicException {
        try (NicBed bed = bed(3)) {
            if (!sever(0, 1)) {
                return;
            }
            NicBed.Log log = bed.logs.get(0);
            List<Long> posted = new ArrayList<>();
            bed.until("the lane fails", () -> {
                if (bed.nics.get(0).post(bed.lane(1), posted.size(), SEND, 64, RECEIVE, 0, Nic.NO_FLAG, 0)) {
                    posted.add((long) posted.size());
                }
                return bed.nics.get(0).laneState(bed.lane(1)) == LaneState.FAILED;
            });
            assertThat(bed.nics.get(0).post(bed.lane(1), 90_000, SEND, 64, RECEIVE, 0, Nic.NO_FLAG, 0))
                    .isTrue();
            bed.until("the request on the failed lane completes", () -> log.done.contains(90_000L));
            assertThat(log.status.get(log.done.indexOf(90_000L))).isNotEqualTo(CompletionStatus.OK);
            bed.until("it is told", () -> !log.events.isEmpty());
            assertThat(log.events)
                    .filteredOn(e -> e.kind() == NicEvent.Kind.LANE_FAILED)
                    .singleElement()
                    .satisfies(e -> assertThat(e.detail()).contains("rank 1"))
                    .satisfies(e -> assertThat(e.peer()).isEqualTo(1));
            bed.setWord(0, FLAG_SOURCES, 5);
            post(bed, 0, bed.lane(2), 1, 0, 0, 0, FLAG_SOURCES, FLAGS, 0);
            bed.until("the other lane goes on", () -> bed.word(2, FLAGS) == 5);
        }
    }

    @Test
    void aPeerThatClosesInPeaceIsNoFailure() throws NicException {
        try (NicBed bed = bed(2)) {
            bed.setWord(1, FLAG_SOURCES, 6);
            post(bed, 1, bed.lane(0), 1, SEND, 100_000, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            bed.until("it is on its way", () -> bed.nics.get(1).backlogBytes(bed.lane(0)) == 0);
            bed.until("it completes", () -> bed.logs.get(1).done.size() == 1);
            bed.nics.get(1).close();
            for (int i = 0; i < 5000; i++) {
                advance();
                bed.nics.get(0).poll(bed.logs.get(0));
            }
            assertThat(bed.word(0, FLAGS)).isEqualTo(6);
            assertThat(bed.logs.get(0).events).isEmpty();
        }
    }

    /** Whether each NIC may have a thread of its own; a model in which one step moves all of them says no. */
    protected boolean ownersMayDiffer() {
        return true;
    }

    @Test
    void payloadIsWholeUnderItsFlagBetweenTwoThreads() throws Exception {
        try (NicBed bed = bed(2)) {
            if (!ownersMayDiffer()) {
                return;
            }
            AtomicReference<Throwable> trouble = new AtomicReference<>();
            Thread other = Thread.ofPlatform().start(() -> {
                try {
                    volley(bed, 1, 0);
                } catch (Throwable e) {
                    trouble.set(e);
                }
            });
            volley(bed, 0, 1);
            other.join();
            assertThat(trouble.get()).isNull();
        }
    }

    /** Sends stamped payload to and fro, the own one only after the other's was seen whole. */
    private static void volley(NicBed bed, int rank, int peer) {
        Nic nic = bed.nics.get(rank);
        NicBed.Log log = bed.logs.get(rank);
        long words = 512;
        for (int round = 1; round <= 1000; round++) {
            long source = SEND + (round & 1) * 8192L;
            for (long word = 0; word < words; word++) {
                bed.setWord(rank, source + 8 * word, round);
            }
            bed.setWord(rank, FLAG_SOURCES + (round & 1) * 8L, round);
            long flagSource = FLAG_SOURCES + (round & 1) * 8L;
            long target = RECEIVE + (round & 1) * 8192L;
            while (!nic.post(bed.lane(peer), round, source, 8 * words, target, flagSource, FLAGS, Nic.SIGNALED)) {
                nic.poll(log);
            }
            for (long turn = 0; bed.word(rank, FLAGS) < round; turn++) {
                nic.poll(log);
                if (turn > 200_000_000L) {
                    throw new AssertionError("round " + round + " never came to rank " + rank);
                }
                Thread.onSpinWait();
            }
            for (long word = 0; word < words; word++) {
                long seen = bed.word(rank, target + 8 * word);
                if (seen != round) {
                    throw new AssertionError("word " + word + " of round " + round + " is of round " + seen);
                }
            }
        }
    }

    @Test
    void postingAndPollingAllocateNothing() throws NicException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().threadId();
        try (NicBed bed = bed(2)) {
            Quiet quiet = new Quiet();
            exchange(bed, quiet, 0, 4000);
            long before = threads.getThreadAllocatedBytes(self);
            exchange(bed, quiet, 4000, 8000);
            long allocated = threads.getThreadAllocatedBytes(self) - before;
            // The measurement itself may allocate a little; an exchange that did would show 4,000 times.
            assertThat(allocated).isLessThan(allocationBound());
        }
    }

    /** Bytes that 4,000 exchanges may allocate: less than one a exchange, unless a NIC says otherwise. */
    protected long allocationBound() {
        return 4000;
    }

    private void exchange(NicBed bed, Quiet quiet, int from, int until) {
        Nic left = bed.nics.get(0);
        Nic right = bed.nics.get(1);
        int laneOut = bed.lane(1);
        int laneBack = bed.lane(0);
        for (int i = from; i < until; i++) {
            bed.setWord(0, FLAG_SOURCES, i + 1);
            bed.setWord(1, FLAG_SOURCES, i + 1);
            left.post(laneOut, i, SEND, 256, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            right.post(laneBack, i, SEND, 256, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            while (bed.word(1, FLAGS) != i + 1 || bed.word(0, FLAGS) != i + 1 || quiet.completed < 2 * (i + 1L)) {
                advance();
                left.poll(quiet);
                right.poll(quiet);
            }
        }
    }

    /** Counts and keeps nothing. */
    private static final class Quiet implements NicListener {
        private long completed;

        @Override
        public void completed(int lane, long workId, CompletionStatus status, int detail) {
            completed++;
        }

        @Override
        public void happened(NicEvent event) {
            throw new AssertionError(event.toString());
        }
    }
}
