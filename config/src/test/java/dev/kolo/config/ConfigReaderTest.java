package dev.kolo.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.Shape;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {
    private static final String FULL = """
            # Four boxes in a ring.
            hosts:
              - spark1
              - name: spark2
                ssh: owner@spark2.local
                management: 192.168.1.12
              - {name: spark3, management: "fd00::3"}
              - 4
            fabric:
              shape: ring
              planes: 2
              mtu: 9000
              pools: [10.10.0.0/16, 10.11.0.0/16]
            wire:
              use: on
              limit: 64KiB
              lanes: 1
              devices:
                - rocep1s0f0
                - rocep1s0f1
              wait:
            """;

    @Test
    void readsEveryKey() {
        assertThat(sound(FULL))
                .isEqualTo(new KoloConfig(
                        List.of(
                                new HostConfig("spark1", Optional.empty(), Optional.empty()),
                                new HostConfig(
                                        "spark2", Optional.of("owner@spark2.local"), IpAddress.parse("192.168.1.12")),
                                new HostConfig("spark3", Optional.empty(), IpAddress.parse("fd00::3")),
                                new HostConfig("4", Optional.empty(), Optional.empty())),
                        new FabricPolicy(
                                Optional.of(Shape.Kind.RING),
                                OptionalInt.of(2),
                                OptionalInt.of(9000),
                                List.of(
                                        Subnet.parse("10.10.0.0/16").orElseThrow(),
                                        Subnet.parse("10.11.0.0/16").orElseThrow())),
                        Map.of(
                                "use", new PlacedText("on", "kolo.yaml:15:8"),
                                "limit", new PlacedText("64KiB", "kolo.yaml:16:10"),
                                "lanes", new PlacedText("1", "kolo.yaml:17:10"),
                                "devices", new PlacedText("rocep1s0f0,rocep1s0f1", "kolo.yaml:19:5"))));
        assertThat(sound(FULL).hosts().get(1).sshTarget()).isEqualTo("owner@spark2.local");
        assertThat(sound(FULL).hosts().getFirst().sshTarget()).isEqualTo("spark1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uFEFF", ""})
    void readsTheSameWithAByteOrderMarkAndWindowsLineEnds(String mark) {
        assertThat(sound(mark + FULL.replace("\n", "\r\n"))).isEqualTo(sound(FULL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hosts: [a]\nfabric:\n", "hosts: [a]\n", "hosts: [a]\nfabric: {shape: auto}\n"})
    void takesWhatIsAbsentFromWhatIsFound(String text) {
        assertThat(sound(text).fabric()).isEqualTo(FabricPolicy.AUTO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# only a remark\n", "---\n", "~\n", "\uFEFF"})
    void saysThatAFileSaysNothing(String text) {
        assertThat(problems(text))
                .singleElement()
                .asString()
                .isEqualTo("kolo.yaml: the file says nothing: it needs at least \"hosts:\" with a list of names");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "host: [a] | kolo.yaml:1:1: unknown key \"host\" in a cluster file: did you mean \"hosts\"?",
                "fabrik: {} | kolo.yaml:1:1: unknown key \"fabrik\" in a cluster file: did you mean \"fabric\"?",
                "zebra: 1 | kolo.yaml:1:1: unknown key \"zebra\" in a cluster file: known are hosts, fabric, wire",
                "engine: {} | kolo.yaml:1:1: the key \"engine\" is kept for later versions: this Kolo does not know it yet",
                "wire: {lan_grace: 9s} | kolo.yaml:1:8: unknown key \"lan_grace\" in wire: did you mean \"lan-grace\"?",
                "wire: {limit: [1]} | kolo.yaml:1:15: limit must be a text, and this is a list",
                "wire: {devices: [[a]]} | kolo.yaml:1:18: a device must be a text, and this is a list",
                "hosts: [{name: a, mangement: 10.0.0.1}] | kolo.yaml:1:19: unknown key \"mangement\" in a host: did you mean \"management\"?",
                "fabric: {Shape: ring} | kolo.yaml:1:10: unknown key \"Shape\" in fabric: did you mean \"shape\"?",
                "hosts: spark1 | kolo.yaml:1:8: hosts must be a list (one \"- …\" a line), and this is \"spark1\"",
                "hosts: {a: 1} | kolo.yaml:1:8: hosts must be a list (one \"- …\" a line), and this is keys with values",
                "hosts: [[a]] | kolo.yaml:1:9: a host must be a text, and this is a list",
                "hosts: [a, ] | ",
                "hosts: [a, ~] | kolo.yaml:1:12: a host must be a text, and this is nothing",
                "hosts: [{ssh: a}] | kolo.yaml:1:9: a host needs a name: write \"name: …\"",
                "hosts: [a, b, a] | kolo.yaml:1:15: two hosts have the name \"a\": the first is in line 1",
                "hosts: [-oProxyCommand=x] | kolo.yaml:1:9: a host's name has letters, digits, \".\", \"-\" and \"_\" only, and this is \"-oProxyCommand=x\"",
                "hosts: [{name: a, ssh: 'b;reboot'}] | kolo.yaml:1:24: ssh must be what ssh takes as a host (spark1, owner@spark1, ssh://owner@spark1:2222), and this is \"b;reboot\"",
                "hosts: [{name: a, ssh: '-v'}] | kolo.yaml:1:24: ssh must be what ssh takes as a host (spark1, owner@spark1, ssh://owner@spark1:2222), and this is \"-v\"",
                "hosts: [{name: a, management: 10.0.0.1/24}] | kolo.yaml:1:31: management must be an address without a prefix length, like 192.168.1.11, and this is \"10.0.0.1/24\"",
                "fabric: {shape: rnig} | kolo.yaml:1:17: shape must be one of auto, pair, path, ring, switched, and this is \"rnig\": did you mean \"ring\"?",
                "fabric: {shape: none} | kolo.yaml:1:17: shape must be one of auto, pair, path, ring, switched, and this is \"none\"",
                "fabric: {shape: [ring]} | kolo.yaml:1:17: shape must be a text, and this is a list",
                "fabric: {planes: 3} | kolo.yaml:1:18: planes must be a whole number from 1 to 2, and this is \"3\"",
                "fabric: {planes: two} | kolo.yaml:1:18: planes must be a whole number from 1 to 2, and this is \"two\"",
                "fabric: {mtu: '9000'} | kolo.yaml:1:15: mtu must be a whole number from 1280 to 65535, and this is \"9000\"",
                "fabric: {mtu: 9000.0} | kolo.yaml:1:15: mtu must be a whole number from 1280 to 65535, and this is \"9000.0\"",
                "fabric: {mtu: 100} | kolo.yaml:1:15: mtu must be a whole number from 1280 to 65535, and this is \"100\"",
                "fabric: {mtu: 99999999999999999999} | kolo.yaml:1:15: mtu must be a whole number from 1280 to 65535, and this is \"99999999999999999999\"",
                "fabric: {pools: [10.0.0.0/30]} | kolo.yaml:1:18: a pool must be an IPv4 network of at most 26 bits, like 10.10.0.0/16, and this is \"10.0.0.0/30\"",
                "fabric: {pools: [10.0.0.0/8, 10.1.0.0/16]} | kolo.yaml:1:30: the pools 10.0.0.0/8 and 10.1.0.0/16 overlap: each plane needs its own",
                "fabric: {planes: 1, pools: [10.0.0.0/16, 10.1.0.0/16]} | kolo.yaml:1:42: there are 2 pools for 1 plane: one a plane",
                "fabric: ring | kolo.yaml:1:9: fabric must be keys with values (shape, planes, mtu, pools), and this is \"ring\"",
                "[a, b] | kolo.yaml:1:1: a cluster file must be keys with values (hosts, fabric, wire), and this is a list",
                "[a]: b | kolo.yaml:1:1: a key must be a word, and this is a list",
            })
    void namesPlaceAndExpectation(String text, String problem) {
        if (problem == null) {
            assertThat(sound(text).hosts()).hasSize(1);
        } else {
            assertThat(problems(text)).singleElement().asString().isEqualTo(problem);
        }
    }

    @Test
    void wantsKeysWithValuesOfTheWire() {
        assertThat(problems("wire: on"))
                .singleElement()
                .asString()
                .isEqualTo("kolo.yaml:1:7: wire must be keys with values (" + String.join(", ", WireKeys.ALL)
                        + "), and this is \"on\"");
    }

    @Test
    void findsAKeyThatStandsTwice() {
        assertThat(problems("hosts: [a]\nfabric: {}\nhosts: [b]\n"))
                .singleElement()
                .asString()
                .isEqualTo("kolo.yaml:3:1: the key \"hosts\" stands twice: the first is in line 1");
    }

    @Test
    void findsTwoHostsOfOneManagementAddress() {
        assertThat(problems("hosts:\n- {name: a, management: 10.0.0.1}\n- {name: b, management: 10.0.0.1}\n"))
                .singleElement()
                .asString()
                .isEqualTo(
                        "kolo.yaml:3:25: two hosts have the management address \"10.0.0.1\": the first is in line 2");
    }

    @Test
    void keepsManagementOutOfThePools() {
        assertThat(problems("hosts:\n- {name: a, management: 10.10.3.4}\nfabric:\n  pools:\n  - 10.10.0.0/16\n"))
                .singleElement()
                .asString()
                .contains("kolo.yaml:5:5: the management address of a lies in the pool 10.10.0.0/16");
    }

    @Test
    void listsEverythingThatIsWrongInTheFilesOrder() {
        assertThat(problems("host: 1\nhosts: [a, a]\nfabric: {mtu: x, plane: 1}\n"))
                .extracting(ConfigProblem::line)
                .containsExactly(1, 2, 3, 3);
    }

    @Test
    void saysThatATabIsNoIndentation() {
        assertThat(problems("hosts:\n\t- a\n"))
                .singleElement()
                .asString()
                .isEqualTo("kolo.yaml:2:1: a tab stands where only blanks may: indent with blanks");
    }

    @ParameterizedTest
    @CsvSource({"'hosts: [a', 1", "'hosts:\n  - a\n - b\n', 3", "'hosts: \"a', 1", "'a: b: c', 1"})
    void namesTheLineOfBrokenYaml(String text, int line) {
        assertThat(problems(text)).singleElement().satisfies(problem -> {
            assertThat(problem.message()).startsWith("this is not YAML: ").doesNotContain("\n");
            assertThat(problem.line()).isEqualTo(line);
        });
    }

    @Test
    void refusesASecondDocument() {
        assertThat(problems("hosts: [a]\n---\nhosts: [b]\n")).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(2);
            assertThat(problem.message()).startsWith("a second document");
        });
    }

    @Test
    void followsAliasesButNotBombs() {
        assertThat(sound("hosts: [{name: a, ssh: &x owner@a}, {name: b, ssh: *x}]")
                        .hosts()
                        .get(1)
                        .ssh())
                .contains("owner@a");

        StringBuilder bomb = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x]\n");
        for (char c = 'b'; c <= 'z'; c++) {
            bomb.append(c).append(": &").append(c).append(" [").append(("*" + (char) (c - 1) + ", ").repeat(8));
            bomb.append("*").append((char) (c - 1)).append("]\n");
        }
        assertThat(problems(bomb + "hosts: *z\n")).isNotEmpty();
        assertThat(problems("hosts: &a [*a]\n")).isNotEmpty();
    }

    @Test
    void refusesDepthAndSizeWithoutFallingOver() {
        assertThat(problems("[".repeat(200_000))).singleElement().asString().contains("more than 20 levels deep");
        assertThat(problems("# " + "x".repeat(2 << 20)))
                .singleElement()
                .asString()
                .contains("no cluster file");
        assertThat(problems("- a\n".repeat(250_000))).singleElement().asString().contains("no cluster file");
    }

    @Test
    void refusesMoreHostsThanAnyCluster() {
        StringBuilder text = new StringBuilder("hosts:\n");
        for (int i = 0; i <= 1024; i++) {
            text.append("- h").append(i).append('\n');
        }

        assertThat(problems(text.toString()))
                .singleElement()
                .asString()
                .isEqualTo("kolo.yaml:1026:3: there are more than 1024 hosts");
    }

    private static KoloConfig sound(String text) {
        ConfigReading reading = ConfigReader.read("kolo.yaml", text);
        assertThat(reading).isInstanceOf(ConfigReading.Sound.class);
        return ((ConfigReading.Sound) reading).config();
    }

    private static List<ConfigProblem> problems(String text) {
        ConfigReading reading = ConfigReader.read("kolo.yaml", text);
        assertThat(reading).isInstanceOf(ConfigReading.Bad.class);
        return ((ConfigReading.Bad) reading).problems();
    }
}
