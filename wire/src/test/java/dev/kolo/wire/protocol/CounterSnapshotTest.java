package dev.kolo.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.protocol.Counters.OfPeer;
import dev.kolo.wire.protocol.Counters.Total;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** What others read of a rank's counters. */
class CounterSnapshotTest {
    private final MemorySegment page = Arena.ofAuto().allocate(Counters.BYTES, Long.BYTES);
    private final Counters counters = new Counters(page, 2, 4);

    @Test
    void readsWhatTheRankHasWritten() {
        counters.started(7, 1, 4096);
        counters.done(4096);
        counters.waited(3, 1500);
        counters.poisoned();
        CounterSnapshot seen = CounterSnapshot.of(bytes()).orElseThrow();
        assertThat(seen.rank()).isEqualTo(2);
        assertThat(seen.world()).isEqualTo(4);
        for (Total total : Total.values()) {
            assertThat(seen.get(total)).as(total.name()).isEqualTo(counters.get(total));
        }
        assertThat(seen.get(Total.POISONED)).isEqualTo(1);
        assertThat(seen.get(OfPeer.WAITED_NANOS, 3)).isEqualTo(1500);
        assertThat(seen.get(OfPeer.LONGEST_WAIT_NANOS, 3)).isEqualTo(1500);
        assertThat(seen.get(OfPeer.WAITED_NANOS, 1)).isZero();
    }

    @Test
    void everyCounterHasAPlaceOfItsOwn() {
        assertThat(java.util.Arrays.stream(Total.values()).map(Counters::at)).doesNotHaveDuplicates();
        assertThat(java.util.Arrays.stream(OfPeer.values()).map(count -> Counters.at(count, 0)))
                .doesNotHaveDuplicates();
        assertThat(java.util.Arrays.stream(Total.values()).map(Counters::at))
                .allMatch(at -> at < Counters.at(OfPeer.POSTED, 0));
        assertThat(Counters.at(OfPeer.AWAITED, Counters.MOST_RANKS - 1)).isLessThan(Counters.BYTES);
    }

    @Test
    void takesNoOtherPageForCounters() {
        assertThat(CounterSnapshot.of(new byte[Counters.BYTES])).isEmpty();
        assertThat(CounterSnapshot.of(new byte[10])).isEmpty();
        page.set(ValueLayout.JAVA_LONG, 8, 2);
        assertThat(CounterSnapshot.of(bytes())).as("another version").isEmpty();
        page.set(ValueLayout.JAVA_LONG, 8, 1);
        page.set(ValueLayout.JAVA_LONG, 24, 1_000_000);
        assertThat(CounterSnapshot.of(bytes())).as("a world that cannot be").isEmpty();
    }

    @Test
    void aStepThatIsWaitedForCountsOnce() {
        Waits waits = new Waits(Timing.SERVING, counters);
        waits.awaits(1, 5);
        waits.awaits(1, 5);
        assertThat(counters.get(OfPeer.AWAITED, 1)).isEqualTo(1);
        waits.awaits(3, 5);
        waits.awaits(1, 6);
        assertThat(counters.get(OfPeer.AWAITED, 1)).isEqualTo(2);
        assertThat(counters.get(OfPeer.AWAITED, 3)).isEqualTo(1);
    }

    private byte[] bytes() {
        return page.toArray(ValueLayout.JAVA_BYTE);
    }
}
