package dev.kolo.wire.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Which memory of callers is given to the kernel as it is. */
class LoanViewsTest {
    private final LoanViews views = new LoanViews();

    @Test
    void memoryThatComesAgainGetsABufferThatStays() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(1000);
            assertThat(views.of(memory, 100, 800)).isSameAs(LoanViews.NONE);
            ByteBuffer view = views.of(memory, 100, 800);
            assertThat(view.capacity()).isEqualTo(800);
            assertThat(MemorySegment.ofBuffer(view).address()).isEqualTo(memory.address() + 100);
            assertThat(views.of(memory, 100, 800)).isSameAs(view);
            assertThat(views.of(memory.asSlice(100), 0, 800))
                    .as("the same by another name")
                    .isSameAs(view);
        }
    }

    @Test
    void anotherLengthOrPlaceIsOtherMemory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(1000);
            views.of(memory, 0, 800);
            assertThat(views.of(memory, 0, 800)).isNotSameAs(LoanViews.NONE);
            assertThat(views.of(memory, 0, 900)).isSameAs(LoanViews.NONE);
            assertThat(views.of(memory, 8, 800)).isSameAs(LoanViews.NONE);
        }
    }

    @Test
    @SuppressWarnings("restricted") // the same memory under another arena, as after closing one and opening the next
    void memoryOfAnotherArenaAtTheSameAddressGetsABufferOfItsOwn() {
        try (Arena first = Arena.ofConfined()) {
            MemorySegment memory = first.allocate(1000);
            views.of(memory, 0, 1000);
            ByteBuffer firsts = views.of(memory, 0, 1000);
            try (Arena second = Arena.ofConfined()) {
                ByteBuffer seconds = views.of(memory.reinterpret(second, null), 0, 1000);
                assertThat(seconds).isNotSameAs(LoanViews.NONE).isNotSameAs(firsts);
            }
            assertThatThrownBy(() -> views.of(memory.reinterpret(closed(), null), 0, 1000))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(views.of(memory, 0, 1000).get(999)).isZero();
        }
    }

    private static Arena closed() {
        Arena arena = Arena.ofConfined();
        arena.close();
        return arena;
    }

    @Test
    void memoryThatTakesAnothersPlaceIsKnownTheSecondTimeToo() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(4096);
            for (int round = 0; round < 2; round++) {
                for (int at = 0; at < 2048; at += 8) {
                    views.of(memory, at, 2000);
                    assertThat(views.of(memory, at, 2000)).isNotSameAs(LoanViews.NONE);
                }
            }
        }
    }

    @Test
    void memoryThatNeverComesAgainAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(100_000);
            passThrough(memory);
            long before = threads.getCurrentThreadAllocatedBytes();
            passThrough(memory);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1000);
        }
    }

    private void passThrough(MemorySegment memory) {
        for (int at = 0; at < 50_000; at++) {
            views.of(memory, at, 50_000);
        }
    }

    @Test
    void heapMemoryIsNeverGivenToTheKernel() {
        MemorySegment memory = MemorySegment.ofArray(new byte[1000]);
        assertThat(views.of(memory, 0, 1000)).isSameAs(LoanViews.NONE);
        assertThat(views.of(memory, 0, 1000)).isSameAs(LoanViews.NONE);
    }
}
