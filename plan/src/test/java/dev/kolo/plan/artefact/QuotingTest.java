package dev.kolo.plan.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.plan.artefact.text.EnvironmentText;
import dev.kolo.plan.artefact.text.KeyfileText;
import dev.kolo.plan.artefact.text.ShellText;
import dev.kolo.plan.artefact.text.UnitText;
import dev.kolo.plan.artefact.text.YamlText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Each quoting function against the program, or another reader, of its format. */
class QuotingTest {
    private static final List<String> HOSTILE = List.of(
            "",
            " ",
            "a b",
            "it's",
            "\"",
            "\\",
            "\\'",
            "$(reboot)",
            "`reboot`",
            "$HOME",
            "a;reboot",
            "a&b|c<d>e",
            "*",
            "?[a-z]",
            "~",
            "#x",
            "-n",
            "--help",
            "../../etc/passwd",
            "%n%s",
            "!!int 1",
            "&anchor",
            "*alias",
            "key: value",
            "- item",
            "{a: b}",
            "[a, b]",
            "yes",
            "no",
            "null",
            "~",
            "1e3",
            "0x10",
            "1_000",
            "2001-01-01",
            ".inf",
            "=",
            "<<",
            "?",
            ": ",
            "\u2028",
            "\u202egnp.sh",
            "é日本",
            "\ud83d\ude00",
            "x".repeat(5000));

    /** YAML looks no further for the colon after a key. */
    private static final int LONGEST_YAML_KEY = 1000;

    @TempDir
    private Path folder;

    @Test
    void shellReadsEveryWordAsItWas() {
        List<String> words = new ArrayList<>(HOSTILE);
        Random random = new Random(20260101);
        for (int i = 0; i < 500; i++) {
            StringBuilder word = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                word.append((char) (0x20 + random.nextInt(0x5f)));
            }
            words.add(word.toString());
        }
        StringBuilder script = new StringBuilder();
        words.forEach(
                w -> script.append("printf '%s\\0' ").append(ShellText.word(w)).append('\n'));
        Programs.Answer answer = Programs.run(
                folder,
                Map.of("LC_ALL", "C.UTF-8"),
                List.of(Programs.required("dash", "dash").toString(), "-c", script.toString()));
        assertThat(answer.err()).isEmpty();
        assertThat(List.of(answer.out().split("\0", -1))).startsWith(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nreboot", "a\rb", "\u0000", "\u001b[2J", "a\tb"})
    void shellTakesNoControlCharacter(String word) {
        assertThatThrownBy(() -> ShellText.word(word)).isInstanceOf(IllegalArgumentException.class);
        assertThat(ShellText.comment(word)).doesNotContain("\n", "\r", "\u0000", "\u001b", "\t");
    }

    @Test
    void yamlReadsEveryScalarAsItWas() {
        List<String> texts = new ArrayList<>(HOSTILE);
        texts.addAll(List.of("a\nb", "\t", "\u0000\u001b", "\u0085", "y", "N", "Off", "on", "TRUE"));
        Load load = new Load(LoadSettings.builder().build());
        for (String text : texts) {
            String scalar = YamlText.scalar(text);
            assertThat(scalar).doesNotContain("\n");
            assertThat(load.loadFromString("- " + scalar)).as(text).isEqualTo(List.of(text));
            if (text.length() < LONGEST_YAML_KEY) {
                assertThat(load.loadFromString(scalar + ": 1")).as(text).isEqualTo(Map.of(text, 1));
            }
        }
        // Words that YAML 1.1 takes for truth values, which this reader of YAML 1.2 would not notice.
        assertThat(List.of("y", "no", "On", "OFF", "yes"))
                .allSatisfy(w -> assertThat(YamlText.scalar(w)).startsWith("\""));
        assertThat(YamlText.scalar("enp1s0f0np0")).isEqualTo("enp1s0f0np0");
    }

    @Test
    void unitsKeepSpecifiersAndVariablesOut() {
        assertThat(UnitText.word("/usr/local/lib/kolo-fabric/up.sh")).isEqualTo("/usr/local/lib/kolo-fabric/up.sh");
        assertThat(UnitText.word("a b")).isEqualTo("\"a b\"");
        assertThat(UnitText.word("%n $HOME \"x\" \\")).isEqualTo("\"%%n $$HOME \\\"x\\\" \\\\\"");
        assertThat(UnitText.text("100%\nExecStart=/bin/false")).isEqualTo("100%%\\\\nExecStart=/bin/false");
        assertThat(UnitText.comment("ends in \\")).isEqualTo("ends in /");
        assertThat(UnitText.netdevUnit("enp1s0f0np0")).isEqualTo("sys-subsystem-net-devices-enp1s0f0np0.device");
        assertThat(UnitText.netdevUnit("a-b.1")).isEqualTo("sys-subsystem-net-devices-a\\x2db.1.device");
    }

    @Test
    void keyfilesKeepBlanksAndBackslashes() {
        assertThat(KeyfileText.value(" a\\b ")).isEqualTo("\\sa\\\\b\\s");
        assertThatThrownBy(() -> KeyfileText.value("a\n[ipv4]")).hasMessageContaining("0x0a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a'b", "a\"b", "a\\b", " a", "a ", "a\nb", "\u0007"})
    void environmentsTakeNoValueThatDockerAndSystemdReadDifferently(String value) {
        assertThatThrownBy(() -> EnvironmentText.line("NAME", value)).hasMessageContaining("NAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1A", "A-B", "A B", "A=B", "A\nB", "Ä"})
    void environmentsTakeNoOddName(String name) {
        assertThatThrownBy(() -> EnvironmentText.line(name, "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void environmentsTakeWhatNcclNeeds() {
        assertThat(EnvironmentText.line("NCCL_PROTO", "^LL128")).isEqualTo("NCCL_PROTO=^LL128");
        assertThat(EnvironmentText.line("NCCL_IB_HCA", "=rocep1s0f0:1,rocep1s0f1:1"))
                .isEqualTo("NCCL_IB_HCA==rocep1s0f0:1,rocep1s0f1:1");
        assertThat(EnvironmentText.comment("two\nlines")).isEqualTo("# two\\nlines");
    }
}
