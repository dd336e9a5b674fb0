package dev.kolo.verbs.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.verbs.device.Devices;
import dev.kolo.wire.memory.NativeMemory;
import dev.kolo.wire.nic.NicException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The real library, without a device: on a machine of the tests it may have none. */
class NativeVerbsTest {
    @Test
    void everyFunctionIsFoundInTheInstalledLibrary() {
        assertThat(NativeVerbs.bind())
                .as("%s, from the package libibverbs1", NativeVerbs.LIBRARY)
                .isPresent();
    }

    @Test
    void theListIsEitherThereOrFailsWithAnErrno() {
        NativeVerbs verbs = NativeVerbs.bind().orElseThrow();
        try (Arena arena = Arena.ofConfined()) {
            long count = arena.allocate(8, 8).address();
            long list = verbs.getDeviceList(count);
            if (list == 0) {
                assertThat(verbs.errno()).isPositive();
            } else {
                assertThat(NativeMemory.getInt(count)).isNotNegative();
                verbs.freeDeviceList(list);
            }
        }
    }

    @Test
    void aMachineWithoutRdmaSaysSoInOneSentence() throws IOException {
        Path kernel = Path.of("/sys/class/infiniband");
        try (var names = Files.isDirectory(kernel) ? Files.list(kernel) : java.util.stream.Stream.<Path>empty()) {
            boolean hasDevices = names.findAny().isPresent();
            try {
                assertThat(Devices.ofThisHost().ports()).isNotEmpty();
                assertThat(hasDevices).isTrue();
            } catch (NicException refused) {
                assertThat(refused.getMessage()).containsAnyOf("ib_uverbs", "no RDMA device", "cannot be opened");
            }
        }
    }
}
