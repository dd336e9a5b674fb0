package dev.kolo.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelFinderTest {
    private static final List<String> ALL =
            List.of("virtio_pci", "virtio_net", "9p", "9pnet_virtio", "overlay", "rdma_rxe", "ib_uverbs", "cls_flower");

    @TempDir
    Path root;

    @TempDir
    Path cache;

    private static void kernel(Path root, String release, List<String> modules) throws IOException {
        Path folder = root.resolve("lib/modules/" + release);
        Files.createDirectories(folder);
        Files.createDirectories(root.resolve("boot"));
        Files.writeString(root.resolve("boot/vmlinuz-" + release), "kernel");
        Files.write(
                folder.resolve("modules.dep"),
                modules.stream().map(name -> "kernel/x/" + name + ".ko.xz:").toList());
    }

    private Optional<String> found() throws IOException {
        try (ProcessRunner processes = new ProcessRunner()) {
            return new KernelFinder(processes, Programs.ofMachine(), cache, root)
                    .present()
                    .map(Kernel::release);
        }
    }

    @Test
    void findsNoneWhereThereIsNone() throws IOException {
        assertThat(found()).isEmpty();
    }

    @Test
    void passesOverAKernelWithoutSoftRoceAndTakesTheNewestWithIt() throws IOException {
        kernel(root, "6.12.0-cloud", ALL.subList(0, 5));
        kernel(root, "6.1.0", ALL);
        kernel(root, "6.1.9", ALL);

        assertThat(found()).hasValue("6.1.9");
    }

    @Test
    void takesTheRunningKernelBeforeNewerOnes() throws IOException {
        kernel(root, System.getProperty("os.version"), ALL);
        kernel(root, "99.0.0", ALL);

        assertThat(found()).hasValue(System.getProperty("os.version"));
    }

    @Test
    void countsModulesThatAreBuiltIn() throws IOException {
        kernel(root, "6.1.0", ALL.subList(1, ALL.size()));
        Files.writeString(root.resolve("lib/modules/6.1.0/modules.builtin"), "kernel/drivers/virtio/virtio-pci.ko\n");

        assertThat(found()).hasValue("6.1.0");
    }

    @Test
    void takesWhatAnEarlierLabUnpacked() throws IOException {
        kernel(root, "6.12.0-cloud", ALL.subList(0, 5));
        kernel(cache.resolve("kernels/6.1.0"), "6.1.0", ALL);

        assertThat(found()).hasValue("6.1.0");
    }

    @Test
    void loadsModulesAfterWhatTheyNeed() throws IOException {
        Path folder = root.resolve("modules");
        Files.createDirectories(folder);
        Files.write(
                folder.resolve("modules.dep"),
                List.of(
                        "net/9pnet-virtio.ko: net/9pnet.ko virtio/virtio.ko",
                        "fs/9p.ko: net/9pnet.ko",
                        "virtio/virtio.ko:"));

        List<Path> order = ModuleFiles.read(folder).inOrder(List.of("9p", "9pnet_virtio"));

        assertThat(order.stream().map(file -> folder.relativize(file).toString()))
                .containsExactly("net/9pnet.ko", "fs/9p.ko", "virtio/virtio.ko", "net/9pnet-virtio.ko");
    }
}
