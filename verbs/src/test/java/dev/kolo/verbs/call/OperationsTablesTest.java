package dev.kolo.verbs.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.verbs.abi.VerbsAbi;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose functions are libc's: they say by their results which of them was called. */
class OperationsTablesTest {
    private static final long CONTEXT_BYTES = 512;

    private final OperationsTables tables = new OperationsTables();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachProviderHasItsOwnFunctionsCalled(boolean direct) {
        try (Arena arena = Arena.ofConfined()) {
            OperationsTable one = tables.of(context(arena, "abs", "toupper"), direct);
            OperationsTable other = tables.of(context(arena, "toupper", "abs"), direct);

            assertThat(one.postSend(-5, 0, 0)).isEqualTo(5);
            assertThat(one.pollCq('a', 1, 0)).isEqualTo('A');
            assertThat(other.postSend('a', 0, 0)).isEqualTo('A');
            assertThat(other.pollCq(-5, 1, 0)).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void devicesOfOneProviderShareATable(boolean direct) {
        try (Arena arena = Arena.ofConfined()) {
            OperationsTable first = tables.of(context(arena, "abs", "toupper"), direct);

            assertThat(tables.of(context(arena, "abs", "toupper"), direct)).isSameAs(first);
            assertThat(tables.of(context(arena, "abs", "toupper"), !direct)).isNotSameAs(first);
            assertThat(tables.of(context(arena, "abs", "abs"), direct)).isNotSameAs(first);
        }
    }

    private static long context(Arena arena, String postSend, String pollCq) {
        MemorySegment context = arena.allocate(CONTEXT_BYTES, 8);
        context.set(ValueLayout.JAVA_LONG, VerbsAbi.CONTEXT_POST_SEND, function(postSend));
        context.set(ValueLayout.JAVA_LONG, VerbsAbi.CONTEXT_POLL_CQ, function(pollCq));
        return context.address();
    }

    private static long function(String name) {
        return Linker.nativeLinker().defaultLookup().find(name).orElseThrow().address();
    }
}
