package dev.kolo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The help of every verb. The command line library tells of texts that it cannot format on the process's own stderr. */
@Isolated("looks at the process's stderr")
class HelpTest {
    @Test
    void everyVerbsHelpIsPrintedWithoutAWarning() {
        PrintStream usual = System.err;
        ByteArrayOutputStream warnings = new ByteArrayOutputStream();
        System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
        try {
            int verbs = helpOf("");
            assertThat(verbs).isGreaterThan(20);
        } finally {
            System.setErr(usual);
        }
        assertThat(warnings.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    /** Asks for help of a verb and of the verbs below it, as its help lists them. */
    private static int helpOf(String verb) {
        String help = run((verb + " --help").strip().split(" "));
        assertThat(help).as(verb).contains("Usage: kolo " + verb);
        int asked = 1;
        boolean listed = false;
        for (String line : help.lines().toList()) {
            listed = line.equals("Commands:") || listed && line.startsWith(" ");
            if (listed && line.matches("  [a-z].*")) {
                asked += helpOf((verb + " " + line.strip().split(" ")[0]).strip());
            }
        }
        return asked;
    }

    private static String run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
        Console console = new Console(
                both, both, new ByteArrayInputStream(new byte[0]), Path.of(""), Console.Style.PLAIN, Map.of());
        assertThat(new Kolo(console).run(args)).isEqualTo(ExitCode.FINE);
        console.flush();
        return out.toString(StandardCharsets.UTF_8);
    }
}
