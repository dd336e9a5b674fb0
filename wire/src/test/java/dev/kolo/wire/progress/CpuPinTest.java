package dev.kolo.wire.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thread that is kept on a CPU stays there and no other thread with it; a CPU that is not there is a sentence. */
class CpuPinTest {
    @TempDir
    Path folder;

    private static String allowedOf(Path status) throws IOException {
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElseThrow();
    }

    private static int lastAllowed() throws IOException {
        String[] parts = allowedOf(Path.of("/proc/self/status")).split("[-,]");
        return Integer.parseInt(parts[parts.length - 1]);
    }

    @Test
    void aCpuOfThisHostIsFineAndLeavesTheCallerWhereItWas() throws Exception {
        String before = allowedOf(Path.of("/proc/thread-self/status"));
        assertThat(CpuPin.problem(lastAllowed())).isEmpty();
        assertThat(allowedOf(Path.of("/proc/thread-self/status"))).isEqualTo(before);
    }

    @Test
    void aCpuThatIsNotThereIsNamedWithThoseThatAre() throws Exception {
        assertThat(CpuPin.problem(4095).orElseThrow())
                .contains("CPU 4095")
                .contains("errno 22")
                .contains("may run on CPUs " + allowedOf(Path.of("/proc/self/status")));
        assertThat(CpuPin.problem(1 << 20).orElseThrow()).contains("no number of a CPU");
    }

    @Test
    void theProgressThreadStaysOnItsCpu() throws Exception {
        int cpu = lastAllowed();
        try (ShmRanks ranks = new ShmRanks(folder, 2, 31, false)) {
            ranks.run(comm -> {
                comm.drive(
                        e -> new ThreadProgress(e, true, 100_000, ThreadProgress.FIRST_NAP_NANOS, OptionalInt.of(cpu)));
                comm.barrier();
                assertThat(allowedOf(threadNamed("kolo-wire-rank-" + comm.rank())))
                        .isEqualTo("" + cpu);
                comm.barrier();
            });
        }
    }

    /** The kernel keeps the first 15 characters of a thread's name. */
    private static Path threadNamed(String name) throws IOException {
        String known = name.substring(0, 15);
        try (var tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                if (Files.readString(task.resolve("comm")).strip().equals(known)) {
                    return task.resolve("status");
                }
            }
        }
        throw new AssertionError("no thread " + known);
    }
}
