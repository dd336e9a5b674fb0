package dev.kolo.probe.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.names.ShellWord;
import dev.kolo.remote.process.Command;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellWordTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "spark1                | spark1",
                "10.0.0.1/24           | 10.0.0.1/24",
                "\"\"                  | ''",
                "a b                   | 'a b'",
                "it's                  | 'it'\\''s'",
                "$(reboot)             | '$(reboot)'",
                "~                     | '~'",
                "=ls                   | '=ls'",
            })
    void leavesPlainWordsAndQuotesTheRest(String text, String quoted) {
        assertThat(ShellWord.quote(text)).isEqualTo(quoted);
    }

    @Test
    void everyShellGivesBackTheVeryText() throws InterruptedException {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        try (ProcessRunner processes = new ProcessRunner()) {
            for (int round = 0; round < 40; round++) {
                List<String> words = List.of(anyText(random), anyText(random), anyText(random));
                String script = "printf '<%s>' "
                        + String.join(" ", words.stream().map(ShellWord::quote).toList());

                Outcome outcome = processes.run(Command.of(TimeUnit.MINUTES.toNanos(1), List.of("sh", "-c", script)));

                assertThat(outcome).as("seed %d", seed).isInstanceOf(Outcome.Exited.class);
                assertThat(((Outcome.Exited) outcome).stdout().text())
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo("<" + String.join("><", words) + ">");
            }
        }
    }

    private static String anyText(SplittableRandom random) {
        String alphabet = "ab \t\n'\"\\$`!*?[]{}()<>|&;#~=%-\u00e9\u4e2d";
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(10); left > 0; left--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    @Test
    void leavesOutWhatNoShellWordCanHold() {
        assertThat(ShellWord.quote("a\0b")).isEqualTo("'ab'");
    }
}
