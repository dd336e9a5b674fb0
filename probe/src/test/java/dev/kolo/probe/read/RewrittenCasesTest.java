package dev.kolo.probe.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.json.JsonWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing is keyed to a sample: the cases under other names, addresses and dress give the same facts under those names. */
class RewrittenCasesTest {
    private static final int SEEDS = 8;

    private static final Map<String, List<String>> HOSTS_OF_CASES = hosts();

    private static Map<String, List<String>> hosts() {
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        hosts.put("01-triangle-same-index-cables", List.of("node1", "node2", "node3"));
        hosts.put("04-transfer-uses-unreachable-fabric-address", List.of("n1", "n2", "n3"));
        hosts.put("07-healthy-pair-two-halves", List.of("node-a", "node-b"));
        hosts.put("10-second-plane-zero-bytes", List.of());
        hosts.put("16-prefix-24-but-cables-are-30", List.of("n0", "n1", "n2"));
        hosts.put("18-ibstat-one-port-down", List.of());
        return hosts;
    }

    static Stream<Object[]> rewritings() {
        List<Object[]> all = new ArrayList<>();
        HOSTS_OF_CASES.keySet().forEach(name -> {
            for (int seed = 0; seed < SEEDS; seed++) {
                all.add(new Object[] {name, seed});
            }
        });
        return all.stream();
    }

    /** Words to replace, by seed: host names, device names, the first half of each address. */
    private static Map<String, String> renaming(String name, Random random) {
        Map<String, String> words = new LinkedHashMap<>();
        String stem = List.of("spark", "gx10-", "zulu", "Box-", "worker", "kilo-", "dgx", "r")
                .get(random.nextInt(8));
        int first = 1 + random.nextInt(40);
        for (String host : HOSTS_OF_CASES.getOrDefault(name, List.of())) {
            words.put(host, stem + first++);
        }
        int bus = 2 + random.nextInt(200);
        words.put("enp1s0f", "enp" + bus + "s0f");
        words.put("enP2p1s0f", "enP5p" + bus + "s0f");
        words.put("rocep1s0f", "rocep" + bus + "s0f");
        words.put("roceP2p1s0f", "roceP5p" + bus + "s0f");
        String half = (11 + random.nextInt(80)) + "." + random.nextInt(200);
        for (String old : List.of("10.50", "192.168", "10.100", "10.10", "10.41")) {
            words.put(old, half);
        }
        return words;
    }

    private static String rename(String text, Map<String, String> words) {
        StringBuilder pattern = new StringBuilder();
        for (String word : words.keySet()) {
            pattern.append(pattern.isEmpty() ? "" : "|").append(Pattern.quote(word));
            boolean address = Character.isDigit(word.charAt(0));
            pattern.append(address ? "(?=\\.\\d+\\.\\d)" : word.endsWith("f") ? "(?=\\d)" : "(?![A-Za-z0-9])");
        }
        return Pattern.compile("(?<![A-Za-z0-9.])(?:" + pattern + ")")
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(words.getOrDefault(found.group(), found.group())));
    }

    /** Colours, line ends and quoting that change nothing. */
    private static byte[] dress(String text, Random random) {
        String dressed = text;
        if (random.nextBoolean()) {
            dressed = dressed.replace("UP", "\u001b[32mUP\u001b[0m").replace("Active", "\u001b[1mActive\u001b[m");
        }
        if (random.nextBoolean()) {
            dressed = dressed.replace("\n", "\r\n");
        }
        return dressed.getBytes(random.nextInt(4) == 0 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
    }

    private static ReadResult read(String name, Map<String, String> words, Random random) throws IOException {
        InventoryReader reader = new InventoryReader();
        for (Path file : Texts.files(Texts.resource("cases/" + name))) {
            String shown = file.getFileName() == null ? "" : file.getFileName().toString();
            if (!shown.equals("SOURCE.txt") && !shown.equals("expected.txt")) {
                String text = rename(Files.readString(file), words);
                reader.add(SourceText.loose(shown, new ByteArrayInputStream(dress(text, random))));
            }
        }
        return reader.finish();
    }

    @ParameterizedTest
    @MethodSource("rewritings")
    void factsFollowTheRenaming(String name, int seed) throws IOException {
        Random random = new Random(seed);
        Map<String, String> words = renaming(name, random);
        ReadResult rewritten = read(name, words, random);
        ReadResult original = Texts.readCase(name);

        String expected = rename(InventoryJson.write(original.inventory(), JsonWriter.Layout.INDENTED), words);
        assertThat(InventoryJson.write(rewritten.inventory(), JsonWriter.Layout.INDENTED))
                .as("%s, seed %d", name, seed)
                .isEqualTo(expected);
        assertThat(rewritten.understood()).isEqualTo(original.understood());
    }
}
