package dev.kolo.probe.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever stands in a text, reading it throws nothing. */
class AnyTextTest {
    private static final int ROUNDS = 1500;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "See https://example.org/a/b: it helped me.",
                "xsi:schemaLocation=http://example.org/x",
                "a:b/c",
                "/: /",
                "-> x",
                "[",
                "{\"a\":",
                "### ",
                "### section",
                "\"",
                ":::::::",
                "inet",
                "inet /",
                "link/ether",
                "1:",
                "ports/1/gids/: x",
            })
    void linesWithoutMeaningDoNoHarm(String line) {
        assertReads("before\n" + line + "\nafter\n", line);
        assertReads(line, line);
    }

    @Test
    void brokenRecordingsDoNoHarm() throws IOException {
        List<List<String>> texts = new ArrayList<>();
        for (Path file : Texts.files(Texts.resource("recorded"))) {
            texts.add(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        }
        for (Path file : Texts.files(Texts.resource("cases"))) {
            texts.add(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        }
        long first = new SplittableRandom().nextLong();
        for (long seed = first; seed < first + ROUNDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder();
            for (int pieces = random.nextInt(1, 6); pieces > 0; pieces--) {
                List<String> lines = texts.get(random.nextInt(texts.size()));
                int from = random.nextInt(lines.size());
                int to = Math.min(lines.size(), from + random.nextInt(1, 40));
                lines.subList(from, to)
                        .forEach(line -> text.append(broken(line, random)).append('\n'));
            }
            assertReads(text.toString(), "seed " + seed);
        }
    }

    /** Cuts, doubles, swaps or spoils a line now and then. */
    private static String broken(String line, SplittableRandom random) {
        if (line.isEmpty() || random.nextInt(4) > 0) {
            return line;
        }
        int at = random.nextInt(line.length());
        return switch (random.nextInt(7)) {
            case 0 -> line.substring(0, at);
            case 1 -> line.substring(at);
            case 2 -> line.substring(0, at) + "\n" + line.substring(at);
            case 3 -> line.substring(0, at) + (char) random.nextInt(0x20, 0x250) + line.substring(at);
            case 4 -> line.replace(' ', random.nextBoolean() ? '/' : ':');
            case 5 -> line.replaceAll("[0-9]+", random.nextBoolean() ? "" : "99999999999999999999");
            default -> line.substring(at) + line.substring(0, at);
        };
    }

    private static void assertReads(String text, String what) {
        InventoryReader reader = new InventoryReader();
        SourceText source = SourceText.loose("text", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

        assertThatCode(() -> reader.add(source)).as(what).doesNotThrowAnyException();
        assertThat(reader.finish().inventory()).as(what).isNotNull();
    }
}
