package dev.kolo.gpu.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class RankRecordTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(RankRecord.BYTES, 64);

    @Test
    void travelsAsBytes() {
        byte[] handle = new byte[64];
        handle[63] = 7;
        new RankRecord("", 90, handle).write(memory);
        RankRecord read = RankRecord.read(memory);
        assertThat(read.computeCapability()).isEqualTo(90);
        assertThat(read.handle()).isEqualTo(handle);
        assertThat(read.complaint()).isEmpty();
    }

    @Test
    void cutsALongComplaintAndKeepsItsBeginning() {
        RankRecord.complaint("no device here" + "x".repeat(5000)).write(memory);
        assertThat(RankRecord.read(memory).complaint())
                .startsWith("no device here")
                .hasSizeLessThan(RankRecord.BYTES);
    }
}
