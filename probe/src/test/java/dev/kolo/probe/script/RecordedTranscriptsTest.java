package dev.kolo.probe.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The recordings are whole outputs of the script as it is documented, one a host, with what the other tests build on. */
class RecordedTranscriptsTest {
    private static final String SUFFIX = ".probe.txt";

    static List<Path> recordings() throws IOException, URISyntaxException {
        var start = Objects.requireNonNull(RecordedTranscriptsTest.class.getResource("/recorded"));
        try (Stream<Path> files = Files.walk(Path.of(start.toURI()))) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void coversEveryRingOfTheList() throws IOException, URISyntaxException {
        assertThat(recordings())
                .extracting(file -> file.getName(file.getNameCount() - 2).toString())
                .containsOnly(
                        "pair",
                        "pair-two-cables",
                        "ring3-healthy",
                        "ring3-swap",
                        "ring4-duplicate-subnets",
                        "ring4-healthy",
                        "ring4-lldp",
                        "ring4-mtu",
                        "ring4-plane2-unaddressed",
                        "ring4-port-down",
                        "ring4-relay",
                        "ring4-swap",
                        "ring4-unaddressed",
                        "ring4-unplugged",
                        "ring6-healthy");
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void isAWholeTranscriptOfItsHost(Path recording) throws IOException {
        Transcript transcript = Transcript.parse(Files.readString(recording));

        String host = recording.getFileName().toString().replace(SUFFIX, "");
        assertThat(transcript.body("hostname")).containsExactly(host);
        assertThat(transcript.body("rights")).containsExactly("0");
        assertThat(List.of(
                        "ip-j-addr",
                        "ip-j-link",
                        "ip-j-route",
                        "ip-j-neigh",
                        "ip-j-neigh6",
                        "sysfs-net",
                        "sysfs-infiniband"))
                .allSatisfy(name -> assertThat(transcript.status(name)).isEqualTo("rc=0"));
        assertThat(transcript.body("rdma-link")).hasSize(4);
    }
}
