package dev.kolo.cli.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.Kolo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@code --renderer} and {@code --transit-routes} make of a ring of four: the very bytes that the second host's network
 * would be configured with, compared with files that somebody read.
 */
class RenderedNetworkTest {
    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "netplan, --renderer netplan",
        "netplan, ''",
        "netplan-transit, --renderer netplan --transit-routes",
        "networkmanager, --renderer networkmanager",
        "networkmanager-transit, --renderer networkmanager --transit-routes"
    })
    void configuresTheFabricNetdevsAndNothingElse(String golden, String options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("plan", "--shape", "ring", "--hosts", "4", "--out", "plan"));
        Stream.of(options.split(" ")).filter(o -> !o.isEmpty()).forEach(arguments::add);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                new PrintStream(err, true, UTF_8),
                new ByteArrayInputStream(new byte[0]),
                folder,
                Console.Style.PLAIN,
                Map.of());
        assertThat(new Kolo(console).run(arguments.toArray(String[]::new)))
                .as(err.toString(UTF_8))
                .isEqualTo(ExitCode.FINE);

        assertThat(networkFiles(folder.resolve("plan/spark2"))).isEqualTo(resource("golden/" + golden + ".txt"));
    }

    /** The files that configure the network, each after its name; the plan's identity is left out. */
    private static String networkFiles(Path host) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(host)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = host.relativize(file).toString();
                if (!name.endsWith(".sh") && !name.endsWith(".env") && !name.startsWith("systemd")) {
                    text.append("=== ").append(name).append('\n');
                    text.append(Files.readString(file).replaceAll("sha256:[0-9a-f]+", "sha256:IDENTITY"));
                }
            }
        }
        return text.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = RenderedNetworkTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
        }
    }
}
