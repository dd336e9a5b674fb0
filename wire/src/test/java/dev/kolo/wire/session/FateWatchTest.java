package dev.kolo.wire.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.record.Nonce;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.session.star.Credentials;
import dev.kolo.wire.session.star.LeafStar;
import dev.kolo.wire.session.star.MemoryPipe;
import dev.kolo.wire.session.star.RootStar;
import dev.kolo.wire.session.star.Star;
import dev.kolo.wire.session.star.StarBed;
import dev.kolo.wire.session.star.StarTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What news of the star does to a running session. */
class FateWatchTest {
    private static final long SECOND = StarBed.SECOND;

    private final List<Star> stars = new ArrayList<>();
    private final List<FateWatch> watches = new ArrayList<>();
    private final List<Poison> poisons = new ArrayList<>();
    private final List<MemoryPipe> pipes = new ArrayList<>();
    private final List<Failure> told = new ArrayList<>();
    private long now;

    private void begin(int world) {
        for (int rank = 0; rank < world; rank++) {
            watches.add(new FateWatch(rank, SECOND));
            poisons.add(new Poison());
            Credentials own = new Credentials(world, rank, "host" + rank, "t", new Nonce(rank, 5));
            StarTimes times = StarTimes.of(300 * SECOND, 300 * SECOND);
            if (rank == 0) {
                stars.add(new RootStar(own, times, watches.get(rank)));
                pipes.add(MemoryPipe.joined("", ""));
            } else {
                MemoryPipe pipe = MemoryPipe.joined("root", "host" + rank);
                pipes.add(pipe);
                ((RootStar) stars.getFirst()).accept(pipe.other());
                stars.add(new LeafStar(own, times, watches.get(rank), StarBed.once(pipe)));
            }
        }
        pass(SECOND);
        stars.forEach(Star::settle);
        for (int rank = 0; rank < world; rank++) {
            watches.get(rank).activate(poisons.get(rank), told::add);
        }
    }

    private void pass(long nanos) {
        for (long end = now + nanos; now < end; ) {
            now += SECOND / 50;
            for (int rank = 0; rank < stars.size(); rank++) {
                watches.get(rank).poll(stars.get(rank), now);
            }
        }
    }

    @Test
    void aGoneProcessPoisonsEveryRankAtOnceAndIsTheRoot() {
        begin(3);
        pipes.get(1).die();
        pass(SECOND / 4);
        for (int rank : List.of(0, 2)) {
            Failure failure = poisons.get(rank).failure().orElseThrow();
            assertThat(failure.kind()).isEqualTo(Failure.Kind.PEER_GONE);
            assertThat(failure.root()).isEqualTo(1);
            assertThat(failure.message()).contains("rank 1 (host1): its process is gone");
        }
    }

    @Test
    void theEngineHearsOfAGoneProcessFirstAndItsOwnRecordStands() {
        begin(2);
        pipes.get(1).die();
        pass(SECOND / 50);
        assertThat(told).anySatisfy(f -> assertThat(f.peer()).isEqualTo(1));
        assertThat(poisons.get(0).isSet()).isFalse();
        Failure own = Failure.ofSession(Failure.Kind.PEER_GONE, 0, 1, "in all-gather 7.");
        poisons.get(0).poison(own);
        pass(SECOND);
        assertThat(poisons.get(0).failure()).contains(own);
    }

    @Test
    void anAbortOverTheStarGivesTheLanesTimeToSayMore() {
        begin(3);
        poisons.get(1).poison(Failure.ofSession(Failure.Kind.LATE_PEER, 1, 2, "rank 2 is late."));
        pass(SECOND);
        assertThat(poisons.get(0).isSet()).isFalse();
        // Rank 2's own engine has found out more in the meantime, and its record stands.
        poisons.get(2).poison(Failure.ofSession(Failure.Kind.INTERNAL, 2, 2, "it was me."));
        pass(2 * SECOND);
        Failure heard = poisons.get(0).failure().orElseThrow();
        assertThat(heard.kind()).isEqualTo(Failure.Kind.ABORTED);
        assertThat(heard.peer()).isEqualTo(1);
        assertThat(heard.root()).isEqualTo(2);
        assertThat(heard.message()).contains("Rank 1 said over the star").contains("rank 2 is late");
        assertThat(poisons.get(2).failure().orElseThrow().kind()).isEqualTo(Failure.Kind.INTERNAL);
    }

    @Test
    void aGoodbyeAfterAnAbortDoesNotHideTheRoot() {
        begin(3);
        poisons.get(1).poison(Failure.ofSession(Failure.Kind.LATE_PEER, 1, 2, "rank 2 is late."));
        pass(SECOND / 10);
        stars.get(1).goodbye();
        stars.get(1).close();
        pass(4 * SECOND);
        assertThat(poisons.get(0).failure().orElseThrow().root()).isEqualTo(2);
    }

    @Test
    void silenceIsToldAndEndsNothingUntilItsGraceIsOver() {
        begin(2);
        pipes.get(1).silence(true);
        pass(200 * SECOND);
        assertThat(poisons).noneMatch(Poison::isSet);
        assertThat(watches.get(0).takeLines()).singleElement().asString().contains("has not been heard for 5 s");
        pass(101 * SECOND);
        assertThat(poisons).allSatisfy(p -> {
            assertThat(p.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.SESSION);
            assertThat(p.failure().orElseThrow().message()).contains("longer than lan-grace");
        });
    }

    @Test
    void theAccountLineSaysWhatWasDoneAndHowItEnded() {
        Counters counters = Counters.inMemory(1, 3);
        counters.started(17, 0, 8192);
        counters.done(8192);
        SessionId session = new SessionId(0x1a2b_3c4d_0000_0000L, 1);
        assertThat(AccountLine.of(session, 1, 3, "shm", counters, Optional.empty()))
                .isEqualTo("kolo wire: rank 1 of 3, session 1a2b3c4d over shm: 1 operations, 8,192 bytes, posted 0,"
                        + " completed 0, last operation 17 (8,192 bytes), late waits 0, stale flags 0, foreign flags 0,"
                        + " repairs 0, not poisoned");
        Failure failure = Failure.ofSession(Failure.Kind.PEER_GONE, 1, 2, "It is gone.");
        assertThat(AccountLine.of(session, 1, 3, "shm", counters, Optional.of(failure)))
                .contains("poisoned: rank 1: rank 2 has ended");
    }
}
