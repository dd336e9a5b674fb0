package dev.kolo.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.gpu.kernel.Shape;
import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.gpu.layout.DeviceOp;
import dev.kolo.gpu.layout.DevicePath;
import dev.kolo.gpu.layout.Form;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The Python package without torch and without a GPU, and that it counts as Java does: ranks of both kinds could meet. */
class KoloTorchTest {
    private static final String SCRIPT = "src/test/python/test_kolo_torch.py";

    @Test
    void passesItsOwnTests() throws Exception {
        python();
    }

    @Test
    void countsAsJavaDoes() throws Exception {
        List<String> java = new ArrayList<>();
        for (int[] size : new int[][] {{2, 4096}, {3, 262144}, {16, 1 << 20}}) {
            DeviceLayout layout = new DeviceLayout(size[0], size[1]);
            StringBuilder line = new StringBuilder("places " + size[0] + " " + size[1] + " " + layout.regionBytes());
            for (Form form : Form.values()) {
                line.append(' ').append(layout.receive(form, size[0] - 1));
            }
            java.add(line.toString());
        }
        for (DeviceOp op : DeviceOp.values()) {
            StringBuilder line = new StringBuilder("digest " + op.number());
            for (Form form : Form.values()) {
                for (int[] lengths : new int[][] {{7}, {8192, 0, 5}}) {
                    line.append(' ').append(Integer.toUnsignedString(op.digest(lengths, form)));
                }
            }
            java.add(line.toString());
        }
        for (int size : new int[] {0, 1, 16, 1000, 1024, 4096, 8192, 65536, 262144}) {
            for (int capability : new int[] {90, 121}) {
                for (DevicePath path : List.of(DevicePath.PEER_MEMORY, DevicePath.PEER_HOST)) {
                    Shape shape = Shape.of(path, size, capability);
                    java.add("shape " + size + " " + capability + " " + (path == DevicePath.PEER_MEMORY ? 1 : 0) + " "
                            + shape.form().number() + " " + shape.blocks() + " " + shape.threads() + " "
                            + shape.unitsEach(size));
                }
            }
        }
        assertThat(python("numbers").strip().lines()).containsExactlyElementsOf(java);
    }

    private static String python(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("python3", "-B", SCRIPT));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
