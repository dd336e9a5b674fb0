package dev.kolo.gpu.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class FailureRecordTest {
    private final MemorySegment region = Arena.ofAuto().allocate(4096, 64);

    private void write(int at, int value) {
        region.set(ValueLayout.JAVA_INT, DeviceLayout.RECORD_AT + at, value);
    }

    private FailureRecord record(FailureRecord.Kind kind) {
        write(FailureRecord.KIND, kind.number());
        write(FailureRecord.PEER, 1);
        write(FailureRecord.STEP, 22);
        write(FailureRecord.SEEN, 20);
        write(FailureRecord.DIGEST, 0xf21a8933);
        write(FailureRecord.OTHER, 0x518afbbe);
        region.set(ValueLayout.JAVA_LONG, DeviceLayout.RECORD_AT + FailureRecord.WAITED, 500_001_000L);
        write(FailureRecord.CALLS, 20);
        write(FailureRecord.BYTES, 8192);
        write(FailureRecord.OP, DeviceOp.ALL_GATHER.number());
        write(FailureRecord.STATE, 2);
        return FailureRecord.read(region, 0).orElseThrow();
    }

    @Test
    void isNotThereBeforeItIsComplete() {
        write(FailureRecord.KIND, 1);
        assertThat(FailureRecord.read(region, 0)).isEmpty();
    }

    @Test
    void namesRankPeerStepAndTimeOfALatePeer() {
        assertThat(record(FailureRecord.Kind.TIMEOUT).sentence())
                .isEqualTo(
                        "rank 0, all-gather of 8192 B (call 21), step 22 with rank 1: rank 1 did not arrive within the"
                                + " bound, after 500001 us; seen of it: step 20. Look at rank 1 first; the session is over on every"
                                + " rank.");
    }

    @Test
    void namesBothDigestsOfADesync() {
        assertThat(record(FailureRecord.Kind.DESYNC).sentence())
                .contains("desync: rank 1 called another operation or size (digest 518afbbe, here f21a8933)");
    }

    @Test
    void hasASentenceForEveryKind() {
        for (FailureRecord.Kind kind : FailureRecord.Kind.values()) {
            assertThat(record(kind).sentence())
                    .startsWith("rank 0, all-gather of 8192 B")
                    .endsWith(".");
        }
    }
}
