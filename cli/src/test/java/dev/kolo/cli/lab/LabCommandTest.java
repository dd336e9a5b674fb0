package dev.kolo.cli.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.Kolo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code kolo lab} answers where no lab is up; the tests with labs are those that end in LiveTest. */
class LabCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    private int kolo(String... words) {
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                InputStream.nullInputStream(),
                folder,
                Console.Style.PLAIN,
                Map.of(
                        "HOME",
                        folder.toString(),
                        "KOLO_LAB_HOME",
                        folder.resolve("labs").toString()));
        return new Kolo(console).run(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lab up --shape star|--shape takes pair, path, ring or switched, not \"star\"",
                "lab up --shape ring --hosts 2|a ring has 3 to 64 hosts in a lab, not 2",
                "lab up --shape pair --hosts 3|a pair has 2 hosts in a lab, not 3",
                "lab up --shape ring --cables 2|a pair has 1 or 2 cables",
                "lab up --planes 3|a lab has 1 or 2 planes, not 3",
                "lab up --mtu 70000|the MTU is 1280 to 9000 bytes, not 70000",
                "lab up --memory 16|a guest needs 128 MiB at least, not 16",
                "lab up --swap spark9|--swap names a host of the lab, and \"spark9\" is none",
                "lab up --names nowhere|there is no readable file \"nowhere\" for --names",
                "lab up --accel magic|--accel takes kvm or emulation, not \"magic\"",
                "lab up --timeout 0|--timeout takes a positive number of seconds, not 0",
                "lab down --lab ../x|a lab cannot be called \"../x\"",
                "lab run nothing|there is no suite and no file \"nothing\": suites are links, relays and wire-suite",
                "lab record out ring9|there is no recording \"ring9\"; there are ring4-healthy, ring3-healthy",
                "lab log spark1|there is no log of a host \"spark1\"",
                "lab cable set spark1:0 --shape|Unknown option: '--shape'",
                "lab cable cut spark1:0 --loss 1%|--delay, --loss and --rate stand with set",
                "lab|No command of the lab was given",
            })
    void refusesWhatCannotBe(String words, String said) {
        int exitCode = kolo(words.split(" "));

        assertThat(err.toString(UTF_8)).contains(said);
        assertThat(exitCode).isEqualTo(ExitCode.BAD_INPUT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"lab exec spark1 -- true", "lab ssh spark1", "lab cable", "lab run links", "lab list --names"})
    void saysThatNoLabIsUpAndHowToStartOne(String words) {
        assertThat(kolo(words.split(" "))).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString(UTF_8)).contains("no lab \"lab\" is up: `kolo lab up` starts one");
    }

    @Test
    void listsNothingAsJsonToo() {
        assertThat(kolo("lab", "list", "--json")).isEqualTo(ExitCode.FINE);
        assertThat(out.toString(UTF_8).replaceAll("\\s", "")).isEqualTo("{\"hosts\":[],\"labs\":[]}");
    }

    @Test
    void takesDownWhatIsNotUpWithoutComplaint() {
        assertThat(kolo("lab", "down")).isEqualTo(ExitCode.FINE);
        assertThat(err.toString(UTF_8)).contains("No lab \"lab\" was up.");
    }

    @Test
    void namesTheLineOfAFileOfNamesThatIsWrong() throws IOException {
        Files.writeString(folder.resolve("names"), "host a\nhost b;c\n");

        assertThat(kolo("lab", "up", "--names", "names")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err.toString(UTF_8)).contains("names, line 2: \"b;c\" is no host name");
    }

    @Test
    void saysWhatALabNeedsWithThePackageThatBringsIt() {
        int exitCode = kolo("lab", "check");

        assertThat(exitCode).isIn(ExitCode.FINE, ExitCode.REFUSED);
        assertThat(out.toString(UTF_8)).contains("runs the guests", "answers in a guest", "a kernel", "/dev/kvm");
        if (exitCode == ExitCode.REFUSED) {
            assertThat(out.toString(UTF_8)).contains("MISSING", "sudo apt-get install");
        }
    }
}
