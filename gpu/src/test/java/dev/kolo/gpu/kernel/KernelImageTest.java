package dev.kolo.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.gpu.layout.DeviceOp;
import dev.kolo.gpu.layout.Form;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernels that the jar carries are those of the sources beside them. */
class KernelImageTest {
    private static final Path SOURCES = Path.of("src/main/cuda");

    @Test
    void carriesTheKernelsOfTheCurrentSources() throws Exception {
        mustBeCurrent();
    }

    private static void mustBeCurrent() throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        sha.update(Files.readAllBytes(SOURCES.resolve("layout.h")));
        sha.update(Files.readAllBytes(SOURCES.resolve("mailbox.cu")));
        assertThat(text("source.sha256").strip())
                .as("the kernels are stale: run gpu/build-kernels with nvcc 13 and commit what it writes")
                .isEqualTo(HexFormat.of().formatHex(sha.digest()));
        assertThat(text("compiler.txt")).startsWith("release 13.");
    }

    @Test
    void hasEveryKernelForBothCapabilities() {
        for (int capability : new int[] {90, 121}) {
            String ptx = new String(KernelImage.ptx(capability).bytes(), StandardCharsets.US_ASCII);
            assertThat(ptx).contains(".target sm_" + capability).endsWith("\0");
            for (DeviceOp op : DeviceOp.values()) {
                for (Form form : Form.values()) {
                    assertThat(ptx)
                            .contains(".visible .entry kolo_" + op.kernel() + "_" + form.word() + "_4(")
                            .contains(".visible .entry kolo_" + op.kernel() + "_" + form.word() + "_16(");
                }
            }
            assertThat(ptx).contains(".visible .entry kolo_finish(").contains(".visible .entry kolo_order(");
            byte[] cubin = KernelImage.of(capability).bytes();
            assertThat(cubin).startsWith(0x7f, 'E', 'L', 'F');
        }
    }

    @Test
    void takesPtxWhereNoMachineCodeFits() {
        assertThat(KernelImage.of(100).name()).isEqualTo("mailbox.compute_90.ptx");
        assertThat(KernelImage.of(130).name()).isEqualTo("mailbox.compute_121.ptx");
        assertThatThrownBy(() -> KernelImage.of(80)).hasMessageContaining("9.0 or newer, this device has 8.0");
    }

    /** Where nvcc 13 is, the PTX is compiled again and compared; elsewhere the digest of the sources stands for it. */
    @Test
    void compilesToWhatItCarries(@TempDir Path folder) throws Exception {
        Optional<String> nvcc = nvcc13();
        if (nvcc.isEmpty()) {
            mustBeCurrent();
            return;
        }
        Path ptx = folder.resolve("mailbox.ptx");
        Process compiler = new ProcessBuilder(
                        nvcc.get(),
                        "-std=c++17",
                        "-O3",
                        "-arch=compute_90",
                        "--ptx",
                        "-o",
                        ptx.toString(),
                        "mailbox.cu")
                .directory(SOURCES.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(compiler.waitFor()).as(said).isZero();
        String carried = new String(KernelImage.ptx(90).bytes(), StandardCharsets.US_ASCII);
        assertThat(code(Files.readString(ptx))).isEqualTo(code(carried));
    }

    private static String code(String ptx) {
        return ptx.lines()
                .filter(l -> !l.startsWith("//"))
                .collect(Collectors.joining("\n"))
                .replace("\0", "")
                .strip();
    }

    private static Optional<String> nvcc13() throws InterruptedException {
        String nvcc = Objects.requireNonNullElse(System.getenv("NVCC"), "nvcc");
        try {
            Process version = new ProcessBuilder(nvcc, "--version")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            version.waitFor();
            return said.toLowerCase(Locale.ROOT).contains("release 13.") ? Optional.of(nvcc) : Optional.empty();
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    private static String text(String resource) throws IOException {
        try (var in = Objects.requireNonNull(KernelImage.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
