package dev.kolo.gpu.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NcclLibraryTest {
    @Test
    void saysThatItIsMissingAndWhatToDo() {
        assertThatThrownBy(() -> NcclLibrary.load("libnccl-of-no-machine.so.2"))
                .hasMessageContaining("libnccl-of-no-machine.so.2 is not on this machine")
                .hasMessageContaining("KOLO_NCCL");
        assertThat(NcclLibrary.mapped()).isEmpty();
    }

    @Test
    void findsTheOneThatAnEngineHasMapped() {
        assertThat(NcclLibrary.mapped(List.of(
                        "7f00-7f01 r-xp 00000000 08:01 12 /opt/engine/lib with space/libnccl.so.2",
                        "7f01-7f02 r--p 00001000 08:01 12 /opt/engine/lib with space/libnccl.so.2",
                        "7f02-7f03 r--p 00001000 08:01 13 /opt/engine/lib/libnccl-net.so",
                        "7f03-7f04 rw-p 00000000 00:00 0 ")))
                .containsExactly("/opt/engine/lib with space/libnccl.so.2");
    }
}
