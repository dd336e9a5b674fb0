package dev.kolo.wire.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.WireFailure;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real threads in and before the gate while it is closed: memory may go once {@link PollGate#close} has returned. A gate that
 * does not close lets its poller poll for ever, which the bound makes a failure with a name.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PollGateTest {
    @Test
    void nobodyIsInsideOnceItIsClosed() throws Exception {
        for (int round = 0; round < 300; round++) {
            PollGate gate = new PollGate();
            AtomicBoolean gone = new AtomicBoolean();
            AtomicBoolean started = new AtomicBoolean();
            CompletableFuture<Boolean> sawItGone = new CompletableFuture<>();
            Thread poller = Thread.ofPlatform().daemon().start(() -> {
                boolean seen = false;
                while (gate.enter()) {
                    seen |= gone.getPlain();
                    gate.leave();
                    started.setPlain(true);
                }
                gate.leave();
                sawItGone.complete(seen);
            });
            while (!started.get()) {
                Thread.onSpinWait();
            }
            gate.close();
            gone.set(true);
            poller.join();
            assertThat(sawItGone.get()).as("round %d", round).isFalse();
        }
    }

    @Test
    void closingWaitsForWhoeverIsInside() throws Exception {
        PollGate gate = new PollGate();
        assertThat(gate.enter()).isTrue();
        AtomicBoolean left = new AtomicBoolean();
        CompletableFuture<Boolean> leftBefore = new CompletableFuture<>();
        Thread closer = Thread.ofPlatform().daemon().start(() -> {
            gate.close();
            leftBefore.complete(left.get());
        });
        while (gate.enter()) {
            Thread.onSpinWait();
        }
        assertThat(closer.isAlive()).isTrue();
        left.set(true);
        gate.leave();
        assertThat(leftBefore.get()).isTrue();
    }

    /** A region that is read by address after it was unmapped would end this JVM. */
    @Test
    void aCallThatWaitsEndsByNameWhenItsSessionIsClosed(@TempDir Path folder) throws Exception {
        for (int round = 0; round < 30; round++) {
            ShmRanks ranks = new ShmRanks(folder, 2, 300 + round, false);
            Communicator alone = ranks.comm(0);
            CompletableFuture<Void> call = CompletableFuture.runAsync(
                    alone::barrier, task -> Thread.ofPlatform().daemon().start(task));
            while (alone.engine().counters().get(Counters.Total.LAST_OPERATION) == 0) {
                Thread.onSpinWait();
            }
            ranks.close();
            assertThatThrownBy(call::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(WireFailure.class)
                    .cause()
                    .satisfies(ended ->
                            assertThat(((WireFailure) ended).failure().kind()).isEqualTo(Failure.Kind.CLOSED));
        }
    }

    /** Nobody was in a call when the memory went. */
    @Test
    void anEngineWhoseRegionIsClosedFailsInsteadOfReadingIt(@TempDir Path folder) throws Exception {
        ShmRanks ranks = new ShmRanks(folder, 2, 400, false);
        ranks.close();
        assertThatThrownBy(() -> ranks.comm(0).engine().poll(0)).hasMessageContaining("is closed");
    }
}
