package dev.kolo.probe.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HostFoldersTest {
    @Test
    void aFolderWithFilesIsAHost() {
        assertThat(hosts("spark1/ip.txt", "spark1/log/nccl.txt", "spark2/ip.txt", "notes.txt"))
                .isEqualTo("notes.txt=, spark1/ip.txt=spark1, spark1/log/nccl.txt=spark1, spark2/ip.txt=spark2");
    }

    @Test
    void aFolderOfFoldersIsNone() {
        assertThat(hosts("monday/ring/spark1/ip.txt", "monday/ring/spark2/gids.txt"))
                .isEqualTo("monday/ring/spark1/ip.txt=spark1, monday/ring/spark2/gids.txt=spark2");
    }

    @Test
    void aFolderWhoseChildrenHoldTheSameFilesIsACollection() {
        assertThat(hosts("ring/README", "ring/spark1/ip.txt", "ring/spark2/ip.txt"))
                .isEqualTo("ring/README=, ring/spark1/ip.txt=spark1, ring/spark2/ip.txt=spark2");
    }

    @Test
    void aTreeOfDifferentFilesBelongsToItsTop() {
        assertThat(hosts("sosreport-spark1/date", "sosreport-spark1/proc/meminfo", "sosreport-spark1/ip/addr"))
                .isEqualTo("sosreport-spark1/date=sosreport-spark1, sosreport-spark1/ip/addr=sosreport-spark1, "
                        + "sosreport-spark1/proc/meminfo=sosreport-spark1");
    }

    @Test
    void aFolderCalledLikeAKindOfFilesIsNone() {
        assertThat(hosts("logs/nccl.txt", "Logs/spark1/ip.txt", "./ip.txt"))
                .isEqualTo("./ip.txt=, Logs/spark1/ip.txt=spark1, logs/nccl.txt=");
    }

    private static String hosts(String... paths) {
        HostFolders folders = new HostFolders(List.of(paths));
        TreeMap<String, String> hosts = new TreeMap<>();
        Arrays.stream(paths)
                .forEach(path -> hosts.put(path, folders.hostOf(path).orElse("")));
        String all = hosts.toString();
        return all.substring(1, all.length() - 1);
    }
}
