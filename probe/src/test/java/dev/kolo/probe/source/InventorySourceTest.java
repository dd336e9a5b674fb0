package dev.kolo.probe.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.fabric.json.JsonWriter.Layout;
import dev.kolo.probe.read.ReadResult;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class InventorySourceTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Layout.class)
    void givesTheVeryFactsThatWereWritten(Layout layout) throws Exception {
        for (String ring : List.of("samples/ring4-two-planes", "ring4-relay")) {
            Inventory read = Scene.read(Scene.recorded(ring)).inventory();
            Inventory sent = new Inventory(
                    read.hosts(), read.statedCables(), List.of(new Inventory.Unreachable("spark9", "It is off.")));
            byte[] text = InventoryJson.write(sent, layout).getBytes(UTF_8);

            ReadResult result = Scene.readStdin(text);

            assertThat(result.inventory()).isEqualTo(sent);
            assertThat(result.understood())
                    .containsExactly(new Verdict.Understood("standard input", List.of("kolo.inventory/1")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16"})
    void readsAnInventoryInAFileOrAnArchive(String charset) throws Exception {
        Inventory sent = Scene.read(Scene.recorded("samples/ring4-two-planes")).inventory();
        Path file = folder.resolve("inventory.json");
        String mark = charset.equals("UTF-8") ? "\uFEFF" : "";
        Files.write(file, (mark + InventoryJson.write(sent, Layout.COMPACT)).getBytes(Charset.forName(charset)));
        Scene.run(folder, "tar", "-czf", "sent.tgz", "inventory.json");

        assertThat(Scene.read(file).inventory()).isEqualTo(sent);
        assertThat(Scene.read(folder.resolve("sent.tgz")).inventory()).isEqualTo(sent);
    }

    @Test
    void joinsAnInventoryWithTextsOfTheSameHost() throws Exception {
        Inventory sent = Scene.read(Scene.recorded("samples/ring4-two-planes")).inventory();
        Files.writeString(folder.resolve("inventory.json"), InventoryJson.write(sent, Layout.INDENTED));
        Files.createDirectory(folder.resolve("spark1"));
        Files.writeString(folder.resolve("spark1/hostname.txt"), "spark1\n");
        Files.writeString(folder.resolve("spark1/limit.txt"), "unlimited\n");

        Inventory joined = Scene.read(folder).inventory();

        assertThat(joined.hosts()).extracting(NodeFacts::host).containsExactly("spark1", "spark2", "spark3", "spark4");
        assertThat(joined.host("spark1").orElseThrow().system().memlockKib()).hasValue(Long.MAX_VALUE);
    }

    @Test
    void keepsTheWholeHostsOfAnInventoryThatWasCutOff() throws Exception {
        Inventory sent = Scene.read(Scene.recorded("samples/ring4-two-planes")).inventory();
        String text = InventoryJson.write(sent, Layout.INDENTED);
        int third = text.indexOf("\"host\": \"spark3\"");

        ReadResult result = Scene.readStdin(text.substring(0, third + 2000).getBytes(UTF_8));

        assertThat(result.inventory().hosts()).extracting(NodeFacts::host).containsExactly("spark1", "spark2");
        assertThat(result.problems())
                .singleElement()
                .asString()
                .contains("ends too early")
                .contains("first 2 hosts");
    }

    @Test
    void refusesAVersionThatItDoesNotKnow() throws Exception {
        ReadResult result = Scene.readStdin("{\n\"schema\": \"kolo.inventory/2\", \"hosts\": []}".getBytes(UTF_8));

        assertThat(Scene.refusal(result, "standard input"))
                .startsWith("line 2: ")
                .contains("kolo.inventory/2");
    }

    @Test
    void namesThePathOfABadValue() throws Exception {
        ReadResult result = Scene.readStdin(
                "{\"schema\": \"kolo.inventory/1\",\n\"hosts\": [{\"host\": 7}]}".getBytes(StandardCharsets.UTF_16));

        assertThat(Scene.refusal(result, "standard input"))
                .isEqualTo("line 2: hosts[0].host must be a text, and is the number 7");
    }
}
