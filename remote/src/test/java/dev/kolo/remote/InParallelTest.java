package dev.kolo.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InParallelTest {
    @Test
    void givesResultsInTheOrderOfTheItems() throws InterruptedException {
        List<Integer> items = IntStream.range(0, 200).boxed().toList();

        assertThat(InParallel.map(items, 16, item -> item * item))
                .isEqualTo(items.stream().map(item -> item * item).toList());
    }

    @Test
    void runsAsManyAtATimeAsAllowedAndNoMore() throws InterruptedException {
        int limit = 5;
        CountDownLatch full = new CountDownLatch(limit);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        InParallel.map(IntStream.range(0, 50).boxed().toList(), limit, item -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            full.countDown();
            full.await();
            now.decrementAndGet();
            return item;
        });

        assertThat(most.get()).isEqualTo(limit);
    }

    @Test
    void interruptsTheOthersWhenOneFails() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch waiting = new CountDownLatch(2);

        assertThatThrownBy(() -> InParallel.map(List.of("bad", "slow", "slow"), 3, item -> {
                    if (item.equals("bad")) {
                        waiting.await();
                        throw new IllegalStateException("as planned");
                    }
                    waiting.countDown();
                    try {
                        never.await();
                    } catch (InterruptedException expected) {
                        interrupted.incrementAndGet();
                        throw expected;
                    }
                    return item;
                }))
                .hasMessage("as planned");
        assertThat(interrupted).hasValue(2);
    }
}
