package dev.kolo.gpu.cuda;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CudaDriverTest {
    @Test
    void saysThatTheDriverIsMissingAndWhatToDo() {
        assertThatThrownBy(() -> CudaDriver.load("libcuda-of-no-machine.so.1"))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("libcuda-of-no-machine.so.1 is not on this machine")
                .hasMessageContaining("install NVIDIA's driver");
    }

    @Test
    void saysWhichFunctionALibraryLacks() {
        Symbols c = Symbols.load("libc.so.6").orElseThrow();
        assertThatThrownBy(() -> c.status("cuNoSuchThing"))
                .hasMessageContaining("libc.so.6 has no function cuNoSuchThing");
    }
}
