package dev.kolo.probe.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.json.JsonWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real samples, cut, doubled, shuffled and sprinkled with noise by seed: nothing is thrown and nothing hangs. */
class FuzzTest {
    private static final int SEEDS = 120;
    private static final int TEXTS_PER_SEED = 12;
    private static final int LINES_PER_TEXT = 400;

    private static final String[] NOISE = {
        "[",
        "{",
        "]",
        "}",
        "\"",
        "network:",
        "  - x: [",
        "### section a b",
        "### end a rc=0",
        "### kolo-probe/1",
        "### done",
        "== x",
        "spark9:",
        "user@spark9:~$ ",
        "$ ip addr",
        "CA '",
        "CA ''",
        "hca_id:",
        "Settings for :",
        "filter pref ",
        "GID[: ,",
        "1: : <",
        "2: x: <",
        "inet",
        "inet ",
        "inet6 /",
        "RX:",
        "key #0",
        "action order 1:",
        "NCCL INFO ",
        "NCCL WARN ",
        "Interface: , via:",
        "\u0000",
        "\u001b[",
        "|",
        "||",
        "> > >",
        "```",
        "a ==> b",
        "port ==> ",
        "LINK",
        "dev  via",
        "t=",
        "(pid=",
        "0: x: node_type",
        "/0 state ACTIVE x",
        "Chain X (policy",
        ":X DROP [",
        "-P",
        "-A x",
        "pci/",
        "name",
        "cmode value",
        "=",
        "export =",
        "-e",
        "NCCL_=",
        "gids/ ",
        "/sys/class/infiniband/",
        "/sys/class/net//",
        "/infiniband/:",
        " -> ",
        "overriding dev ",
        "ListenerRouting advertised=",
        "NET/IB : Using [",
        "DEVICE TYPE STATE",
        "before after port",
        "#bytes BW average",
    };

    static IntStream seeds() {
        return IntStream.range(0, SEEDS);
    }

    private static List<List<String>> samples() throws IOException {
        List<List<String>> samples = new ArrayList<>();
        for (String folder : List.of("cases", "recorded/ring4-relay", "recorded/ring4-lldp", "nccl")) {
            for (Path file : Texts.files(Texts.resource(folder))) {
                samples.add(Files.readString(file, StandardCharsets.ISO_8859_1)
                        .lines()
                        .toList());
            }
        }
        return samples;
    }

    private static String mutate(List<List<String>> samples, Random random) {
        List<String> lines = new ArrayList<>();
        int parts = 1 + random.nextInt(4);
        for (int i = 0; i < parts; i++) {
            List<String> sample = samples.get(random.nextInt(samples.size()));
            if (!sample.isEmpty()) {
                int from = random.nextInt(sample.size());
                int length = Math.min(sample.size() - from, 1 + random.nextInt(LINES_PER_TEXT / parts));
                lines.addAll(sample.subList(from, from + length));
            }
        }
        if (random.nextInt(4) == 0) {
            Collections.shuffle(lines, random);
        }
        for (int i = 0; i < lines.size(); i++) {
            switch (random.nextInt(12)) {
                case 0 -> lines.set(i, cut(lines.get(i), random));
                case 1 -> lines.set(i, lines.get(i) + NOISE[random.nextInt(NOISE.length)]);
                case 2 -> lines.add(i, NOISE[random.nextInt(NOISE.length)]);
                case 3 -> lines.set(i, twist(lines.get(i), random));
                case 4 -> lines.add(i, lines.get(i));
                default -> {}
            }
            if (lines.size() > 2 * LINES_PER_TEXT) {
                break;
            }
        }
        return String.join(random.nextInt(5) == 0 ? "\r\n" : "\n", lines);
    }

    private static String cut(String line, Random random) {
        int from = random.nextInt(line.length() + 1);
        return random.nextBoolean() ? line.substring(from) : line.substring(0, from);
    }

    private static String twist(String line, Random random) {
        if (line.isEmpty()) {
            return line;
        }
        char[] chars = line.toCharArray();
        for (int i = 0; i < 3; i++) {
            chars[random.nextInt(chars.length)] =
                    (char) (random.nextInt(10) == 0 ? random.nextInt(0xffff) : 32 + random.nextInt(95));
        }
        return new String(chars);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsThrownForAnyText(int seed) throws IOException {
        Random random = new Random(seed);
        List<List<String>> samples = samples();
        InventoryReader reader = new InventoryReader();
        for (int i = 0; i < TEXTS_PER_SEED; i++) {
            byte[] bytes = mutate(samples, random).getBytes(StandardCharsets.UTF_8);
            byte[] given = random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
            String name = "seed" + seed + "-" + i;
            SourceText source = switch (random.nextInt(3)) {
                case 0 -> SourceText.inFolder(name, "spark" + random.nextInt(3), new ByteArrayInputStream(given));
                case 1 -> SourceText.ofHost(name, "spark" + random.nextInt(3), new ByteArrayInputStream(given));
                default -> SourceText.loose(name, new ByteArrayInputStream(given));
            };
            assertThatCode(() -> reader.add(source))
                    .as("seed %d, text %d", seed, i)
                    .doesNotThrowAnyException();
        }
        ReadResult result = reader.finish();
        assertThat(result.problems())
                .as("seed %d", seed)
                .noneMatch(p -> p.text().contains("fault of Kolo"));
        assertThat(result.understood().size() + result.notUnderstood().size()).isEqualTo(TEXTS_PER_SEED);
        // Whatever was read can be written, read again and is the same.
        String json = InventoryJson.write(result.inventory(), JsonWriter.Layout.COMPACT);
        assertThat(Texts.read(json).inventory()).as("seed %d", seed).isEqualTo(result.inventory());
    }

    @Test
    void theOrderOfFilesDoesNotChangeWhoIsWho() {
        ReadResult forward = Texts.readFolder("recorded/ring4-healthy", file -> true);
        List<String> names =
                forward.inventory().hosts().stream().map(NodeFacts::host).toList();

        assertThat(names).containsExactly("spark1", "spark2", "spark3", "spark4");
    }
}
