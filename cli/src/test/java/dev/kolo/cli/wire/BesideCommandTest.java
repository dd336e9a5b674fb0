package dev.kolo.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.Kolo;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kolo wire bench --beside}. The first test needs OpenMPI and a C compiler. */
class BesideCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path empty;

    @Test
    void measuresOpenMpiInTheSameRunAndWritesAReceipt() {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        assertThat(kolo(
                        path,
                        "wire",
                        "bench",
                        "--beside",
                        "openmpi",
                        "--sizes",
                        "16,8KiB",
                        "--limit",
                        "4KiB",
                        "--rounds",
                        "2",
                        "--exchanges",
                        "20",
                        "--json"))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(JsonReader.read(out.toString(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(JsonReading.Whole.class, whole -> {
                    JsonObject root = (JsonObject) whole.root();
                    assertThat(root.objects("results"))
                            .extracting(r -> r.string("payload").orElse(""))
                            .contains("repeated", "rewritten", "slot", "slot-repeated");
                    assertThat(root.objects("results"))
                            .filteredOn(r -> r.integer("bytes").orElse(0) == 8192)
                            .extracting(r -> r.string("payload").orElse(""))
                            .containsOnly("repeated", "rewritten");
                    assertThat(root.objects("peers"))
                            .singleElement()
                            .satisfies(peer -> assertThat(
                                            peer.string("description").orElse(""))
                                    .contains("Open MPI")
                                    .contains("btl"));
                    List<JsonObject> beside = root.objects("beside");
                    assertThat(beside)
                            .hasSize(9)
                            .allMatch(c -> c.integer("rounds").orElse(0) == 2);
                    assertThat(beside)
                            .allMatch(c -> c.decimal("kolo_p50_us").orElse(0) > 0)
                            .allMatch(c -> c.decimal("peer_p50_us").orElse(0) > 0);
                });
        assertThat(err.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("8192 bytes are not measured from a send slot, which holds 4096 (--limit).");
    }

    @Test
    void saysWhichPackageBringsAPeerThatIsMissing() {
        assertThat(kolo(empty.toString(), "wire", "bench", "--beside", "openmpi,perftest,nccl"))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("mpirun and mpicc and gcc are not on the PATH")
                .contains("apt-get install openmpi-bin libopenmpi-dev gcc")
                .contains("apt-get install perftest")
                .contains("nccl-tests");
        assertThat(out.size()).isZero();
    }

    @Test
    void refusesNamesRoundsAndDevicesThatMakeNoSense() {
        assertThat(kolo("", "wire", "bench", "--beside", "mvapich\u001b[1m")).isEqualTo(2);
        assertThat(kolo("", "wire", "bench", "--beside", "openmpi", "--rounds", "0"))
                .isEqualTo(2);
        assertThat(kolo("", "wire", "bench", "--beside", "perftest", "--rdma-devices", "a b"))
                .isEqualTo(2);
        assertThat(kolo("", "wire", "bench", "--rounds", "3")).isEqualTo(2);
        assertThat(kolo("", "wire", "bench", "--beside", "openmpi", "--exchanges", "9"))
                .isEqualTo(2);
        assertThat(kolo("", "wire", "bench", "--beside", "openmpi", "--nic", "verbs"))
                .isEqualTo(2);
        assertThat(kolo("", "wire", "bench", "--beside", "openmpi", "--lab", "nowhere"))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("name some of openmpi, perftest, nccl")
                .contains("--rounds 0: give 1 to 1000")
                .contains("\"a b\" is no device")
                .contains("--exchanges 9: give 10 to 1000000")
                .contains("--rounds belongs to --beside")
                .contains("leave out --lab, and give --nic shm or --nic tcp")
                .doesNotContain("\u001b");
    }

    private int kolo(String path, String... arguments) {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                InputStream.nullInputStream(),
                Path.of("."),
                Console.Style.PLAIN,
                Map.of("PATH", path));
        return new Kolo(console).run(arguments);
    }
}
