package dev.kolo.wire.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.WireFailure;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Payload leaves from the caller's memory and lands there, and once a call is over, however it ended, nobody touches that
 * memory: what is still to leave goes on from the region, what still comes goes there. Whoever drives the engine.
 */
class CallerMemoryTest {
    /** More than the kernel holds between two sockets. */
    private static final int BYTES = TcpPair.LIMIT;

    /** Who turns the crank, and how the call is made. */
    enum Form {
        CALLER,
        QUEUED,
        THREAD;

        /** Makes the call that will fail, and fails it once its payload was posted. */
        void failInTheMiddle(TcpPair pair, MemorySegment input, MemorySegment output) {
            Communicator comm = pair.comm(0);
            long before = posted(pair);
            if (this == CALLER) {
                CompletableFuture<Void> call =
                        CompletableFuture.runAsync(() -> comm.allGather(input, output, input.byteSize()));
                until(() -> posted(pair) > before);
                pair.poison(0);
                assertThatThrownBy(call::join).hasCauseInstanceOf(WireFailure.class);
                return;
            }
            long ticket = comm.allGatherAsync(input, 0, output, 0, input.byteSize());
            until(() -> !comm.isOver(ticket) && posted(pair) > before);
            pair.poison(0);
            assertThatThrownBy(() -> comm.await(ticket)).isInstanceOf(WireFailure.class);
        }

        private static long posted(TcpPair pair) {
            return pair.engine(0).counters().get(Counters.OfPeer.POSTED, 1);
        }
    }

    private static void until(BooleanSupplier holds) {
        for (long turn = 0; turn < 100_000_000L; turn++) {
            if (holds.getAsBoolean()) {
                return;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("it never came to that");
    }

    private static void fill(MemorySegment memory, int seed) {
        for (long at = 0; at < memory.byteSize(); at += 8) {
            memory.set(ValueLayout.JAVA_LONG, at, (at + 8) * 31 + seed);
        }
    }

    /** Memory that was sent from before is what the NIC sends from straight. */
    private static void fillWhatWasSentFromBefore(
            TcpPair pair, MemorySegment input, MemorySegment output, Arena peers) {
        fill(input, 1);
        pair.exchange(input, output, peers.allocate(BYTES, 8), peers.allocate(2L * BYTES, 8));
        fill(input, 2);
    }

    @ParameterizedTest
    @EnumSource
    void whatAFailedCallHadPostedLeavesWholeThoughItsMemoryIsGone(Form form) throws Exception {
        try (TcpPair pair = new TcpPair(form == Form.THREAD);
                Arena peers = Arena.ofShared()) {
            MemorySegment expected = peers.allocate(BYTES, 8);
            try (Arena callers = Arena.ofShared()) {
                MemorySegment input = callers.allocate(BYTES, 8);
                MemorySegment output = callers.allocate(2L * BYTES, 8);
                fillWhatWasSentFromBefore(pair, input, output, peers);
                expected.copyFrom(input);
                form.failInTheMiddle(pair, input, output);
                input.fill((byte) 0);
            }
            pair.pollUntilPeerHas(expected);
            pair.comm(0).close();
            assertThat(pair.nic(0).laneState(1)).isEqualTo(LaneState.READY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatComesForAFailedCallDoesNotReachItsOutput(Form form) throws Exception {
        try (TcpPair pair = new TcpPair(form == Form.THREAD);
                Arena arena = Arena.ofShared()) {
            MemorySegment input = arena.allocate(4096, 8);
            MemorySegment output = arena.allocate(8192, 8);
            form.failInTheMiddle(pair, input, output);
            assertThat(output.mismatch(filled(8192, (byte) 0xff))).isEqualTo(-1);
            output.fill((byte) 0x22);
            MemorySegment late = arena.allocate(4096, 8);
            fill(late, 3);
            pair.comm(1).allGatherAsync(late, 0, arena.allocate(8192, 8), 0, 4096);
            pair.pollUntilArrived(late);
            assertThat(output.mismatch(filled(8192, (byte) 0x22))).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void buffersAreTheCallersOnceTheCommunicatorIsClosed(Form form) throws Exception {
        try (TcpPair pair = new TcpPair(form == Form.THREAD);
                Arena peers = Arena.ofShared()) {
            MemorySegment expected = peers.allocate(BYTES, 8);
            try (Arena callers = Arena.ofShared()) {
                MemorySegment input = callers.allocate(BYTES, 8);
                MemorySegment output = callers.allocate(2L * BYTES, 8);
                fillWhatWasSentFromBefore(pair, input, output, peers);
                expected.copyFrom(input);
                Communicator comm = pair.comm(0);
                long before = Form.posted(pair);
                long ticket = comm.allGatherAsync(input, 0, output, 0, BYTES);
                until(() -> !comm.isOver(ticket) && Form.posted(pair) > before);
                pair.closeZero();
            }
            pair.pollUntilPeerHas(expected);
            assertThat(pair.nic(0).laneState(1)).isEqualTo(LaneState.READY);
        }
    }

    private static MemorySegment filled(int bytes, byte value) {
        return MemorySegment.ofArray(new byte[bytes]).fill(value);
    }
}
