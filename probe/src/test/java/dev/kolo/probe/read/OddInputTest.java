package dev.kolo.probe.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Verdict.NotUnderstood;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.probe.read.ReadResult.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Input as it comes: cut, mixed, binary, wrong. */
class OddInputTest {
    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> hosts(ReadResult result) {
        return result.inventory().hosts().stream().map(NodeFacts::host).toList();
    }

    private static String recorded(String name) throws IOException {
        return Files.readString(Texts.resource("recorded/" + name));
    }

    @Test
    void jsonThatBreaksOffIsReadUpToThereAndSaysWhere() throws IOException {
        String whole = recorded("ring4-lldp/spark1/ip-j-addr.json");
        ReadResult result = Texts.read("ip.json", whole.substring(0, 1500).getBytes(StandardCharsets.UTF_8));
        NodeFacts host = result.inventory().hosts().get(0);

        assertThat(result.problems()).hasSize(1);
        assertThat(result.problems().get(0).toString())
                .startsWith("ip.json:1: ")
                .contains("ends too early", "what came before it was read");
        assertThat(host.netdevs().size()).isBetween(2, 4);
        assertThat(host.netdevs().get(0).addressesObserved()).isTrue();
        assertThat(host.netdevs().get(host.netdevs().size() - 1).addressesObserved())
                .isFalse();
        assertThat(host.observed()).containsEntry(Topic.ADDRESSES, Observation.PARTIAL);
    }

    @Test
    void jsonCutBeforeAnotherOutputDoesNotSwallowIt() {
        ReadResult result = Texts.read("""
                == spark1
                [
                  {
                    "ifname": "enp1s0f0np0",
                    "flags": ["UP"],
                    "mtu": 9000,
                == spark2
                enp1s0f0np0 UP 10.10.0.11/24
                """);

        assertThat(hosts(result)).containsExactly("spark1", "spark2");
        assertThat(result.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.line()).isBetween(2, 7));
    }

    @Test
    void jsonThatNobodyKnowsIsNotUnderstood() {
        ReadResult result = Texts.read("{\"some\": [1, 2, 3], \"thing\": {\"else\": true}}");

        assertThat(result.notUnderstood()).hasSize(1);
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void saysWhyAFileIsNotUnderstood() {
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.loose("empty.txt", bytes("")));
        reader.add(SourceText.loose("blank.txt", bytes("\n \n")));
        reader.add(SourceText.loose("prose.txt", bytes("It does not work.\nPlease help me, thank you.\n")));
        reader.add(SourceText.loose("x.gz", new ByteArrayInputStream(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0})));
        reader.refuse("secret.txt", "permission denied");

        assertThat(reader.finish().notUnderstood())
                .containsExactly(
                        new NotUnderstood("empty.txt", "it is empty"),
                        new NotUnderstood("blank.txt", "it holds no text"),
                        new NotUnderstood("prose.txt", "none of its 2 lines has the form of anything that Kolo reads"),
                        new NotUnderstood("x.gz", "it is a gzip archive"),
                        new NotUnderstood("secret.txt", "permission denied"));
    }

    @Test
    void aStreamThatFailsGivesWhatCameBefore() {
        InputStream failing = new InputStream() {
            private final InputStream start = bytes("enp1s0f0np0 UP 10.10.0.10/24\n");

            @Override
            public int read() throws IOException {
                int next = start.read();
                if (next < 0) {
                    throw new IOException("connection reset");
                }
                return next;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int read = start.read(into, offset, length);
                if (read < 0) {
                    throw new IOException("connection reset");
                }
                return read;
            }
        };
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.loose("cut.txt", failing));
        ReadResult result = reader.finish();

        assertThat(result.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.text()).contains("connection reset"));
    }

    @Test
    void coloursPrefixesQuotingAndWindowsLineEndsChangeNothing() {
        String plain = "### spark3\nlink rocep1s0f0/1 state ACTIVE physical_state LINK_UP netdev enp1s0f0np0\n";
        String dressed = "> ### spark3\r\n> ```\r\n> \u001b[32mlink\u001b[0m rocep1s0f0/1 state \u001b[1mACTIVE\u001b[m"
                + " physical_state LINK_UP netdev enp1s0f0np0\r\n> ```\r\n";

        assertThat(facts(Texts.read(dressed))).isEqualTo(facts(Texts.read(plain)));
        assertThat(facts(Texts.read("p", plain.getBytes(StandardCharsets.UTF_16))))
                .isEqualTo(facts(Texts.read(plain)));
    }

    /** Facts without the places where they were read. */
    private static String facts(ReadResult result) {
        return InventoryJson.write(result.inventory(), JsonWriter.Layout.COMPACT)
                .replaceAll("\"(file|line|text)\":[^,}]*", "");
    }

    @Test
    void interleavedHostsKeepTheirOwnStanzas() {
        ReadResult result = Texts.read("""
                spark1: CA 'rocep1s0f0'
                spark2: CA 'rocep1s0f0'
                spark1: \tPort 1:
                spark2: \tPort 1:
                spark1: \t\tState: Active
                spark2: \t\tState: Down
                spark2: \t\tRate: 40
                spark1: \t\tRate: 200
                """);

        assertThat(result.inventory()
                        .host("spark1")
                        .orElseThrow()
                        .rdmaDevices()
                        .get(0)
                        .rateGbps())
                .hasValue(200);
        assertThat(result.inventory()
                        .host("spark2")
                        .orElseThrow()
                        .rdmaDevices()
                        .get(0)
                        .state()
                        .toString())
                .isEqualTo("DOWN");
    }

    @Test
    void promptsSayWhoSpeaksAndThatAnAnswerIsComplete() {
        ReadResult result = Texts.read("""
                me@spark1:~$ ip neigh
                me@spark1:~$ ibstat
                bash: ibstat: command not found
                me@spark1:~$ lldpctl
                Permission denied
                me@spark1:~$ ssh spark2 ip -br addr
                enp1s0f0np0      UP             10.10.0.11/24
                me@spark1:~$ ip -br addr
                enp1s0f0np0      UP             10.10.0.10/24
                me@spark1:~$
                """);
        NodeFacts one = result.inventory().host("spark1").orElseThrow();

        assertThat(hosts(result)).containsExactly("spark1", "spark2");
        assertThat(one.observed())
                .containsEntry(Topic.NEIGHBOURS, Observation.OBSERVED)
                .containsEntry(Topic.RDMA_PORTS, Observation.TOOL_MISSING)
                .containsEntry(Topic.LLDP, Observation.DENIED)
                .containsEntry(Topic.ADDRESSES, Observation.OBSERVED);
    }

    @Test
    void twoMachinesOfOneNameAreKeptApart() throws IOException {
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.inFolder("a/hostname.txt", "a", bytes("spark1\n")));
        reader.add(SourceText.inFolder("a/ip.json", "a", bytes(recorded("ring4-lldp/spark1/ip-j-addr.json"))));
        reader.add(SourceText.inFolder("b/hostname.txt", "b", bytes("spark1\n")));
        reader.add(SourceText.inFolder("b/ip.json", "b", bytes(recorded("ring4-lldp/spark2/ip-j-addr.json"))));
        reader.add(SourceText.inFolder("b/route.txt", "b", bytes("10.10.1.0/24 dev enp1s0f0np0 proto kernel\n")));
        ReadResult result = reader.finish();

        assertThat(hosts(result)).containsExactly("spark1", "spark1 (2)");
        assertThat(result.inventory().host("spark1 (2)").orElseThrow().routes()).hasSize(1);
        assertThat(result.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.toString())
                        .contains("two different machines are called \"spark1\"", "enp1s0f0np0 has the MAC"));
    }

    @Test
    void machinesThatNobodyNamedAreCalledAfterTheirFiles() throws IOException {
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.loose("left.txt", bytes(recorded("ring4-lldp/spark1/ip-addr.txt"))));
        reader.add(SourceText.loose("right.txt", bytes(recorded("ring4-lldp/spark2/ip-addr.txt"))));
        ReadResult result = reader.finish();

        assertThat(hosts(result)).containsExactly("left", "right");
        assertThat(result.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.text()).contains("called after its file"));
    }

    @Test
    void aHostKnownByItsAddressIsTheHostThatHasIt() {
        ReadResult result = Texts.read("""
                == n1 (10.0.0.133)
                enp1s0f0np0   UP 192.168.0.1/24
                == n2
                enP7s7        UP 10.0.0.134/24
                == 10.0.0.133
                rocep1s0f0 port 1 ==> enp1s0f0np0 (Up)
                == 10.0.0.134
                rocep1s0f1 port 1 ==> enp1s0f1np1 (Up)
                == 10.0.0.135
                rocep1s0f1 port 1 ==> enp1s0f1np1 (Up)
                """);

        assertThat(hosts(result)).containsExactly("10.0.0.135", "n1", "n2");
        assertThat(result.inventory().host("n1").orElseThrow().rdmaDevices()).hasSize(1);
    }

    @Test
    void oneMachineUnderTwoNamesIsOneHostAndThatIsSaid() throws IOException {
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.ofHost("ssh spark1", "spark1", bytes(recorded("ring4-lldp/spark1/ip-addr.txt"))));
        reader.add(SourceText.ofHost("ssh head", "head", bytes(recorded("ring4-lldp/spark1/ip-j-addr.json"))));
        reader.add(SourceText.ofHost("ssh spark2", "spark2", bytes(recorded("ring4-lldp/spark2/ip-addr.txt"))));
        reader.add(SourceText.loose("paste.txt", bytes(recorded("ring4-lldp/spark2/ip-addr.txt"))));
        ReadResult result = reader.finish();

        assertThat(hosts(result)).containsExactly("spark1", "spark2");
        assertThat(result.problems())
                .singleElement()
                .satisfies(
                        p -> assertThat(p.toString())
                                .startsWith(
                                        "ssh head: \"spark1\" and \"head\" are one machine (enp1s0f0np0 has the MAC 4c:bb:47:00:00:00"));
    }

    @Test
    void emulatedMachinesThatShareAManagementMacAreKeptApart() {
        String left = """
                Linux vm 6.1.0 #1 SMP x86_64 GNU/Linux
                2: eth0: <UP,LOWER_UP> mtu 1500 state UP group default
                    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff
                3: enp1s0f0np0: <UP> mtu 9000 state UP group default
                    link/ether 4c:bb:47:00:00:00 brd ff:ff:ff:ff:ff:ff
                4: enp1s0f1np1: <UP> mtu 9000 state UP group default
                    link/ether 4c:bb:47:00:01:00 brd ff:ff:ff:ff:ff:ff
                """;
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.inFolder("a/x", "a", bytes(left)));
        reader.add(SourceText.inFolder("b/x", "b", bytes(left.replace("47:00", "47:01"))));

        assertThat(hosts(reader.finish())).containsExactly("vm", "vm (2)");
    }

    @Test
    void looseFilesOfOneMachineJoinTheOneNameAmongThem() {
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.loose("a.txt", bytes("enp1s0f0np0 UP 10.10.0.10/24\n")));
        reader.add(SourceText.loose("b.txt", bytes("Linux spark1 6.17.0 #1 SMP aarch64 GNU/Linux\n")));

        assertThat(hosts(reader.finish())).containsExactly("spark1");
    }

    @Test
    void aGivenNameWinsOverWhatTheMachineCallsItself() throws IOException {
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.ofHost("ssh left", "left", bytes(recorded("ring4-healthy/spark1.probe.txt"))));

        assertThat(hosts(reader.finish())).containsExactly("left");
    }

    @Test
    void twoProbeOutputsInOneFileAreTwoHosts() throws IOException {
        ReadResult result =
                Texts.read(recorded("ring4-healthy/spark1.probe.txt") + recorded("ring4-healthy/spark2.probe.txt"));

        assertThat(hosts(result)).containsExactly("spark1", "spark2");
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void aProbeOutputThatBreaksOffSaysSo() throws IOException {
        String whole = recorded("ring4-healthy/spark1.probe.txt");
        int cut = whole.indexOf("### section sysfs-infiniband") + 400;
        ReadResult result = Texts.read(whole.substring(0, cut));
        NodeFacts host = result.inventory().hosts().get(0);

        assertThat(result.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.text()).contains("cut off in its section sysfs-infiniband"));
        assertThat(host.hasObserved(Topic.ADDRESSES)).isTrue();
        assertThat(host.observed().get(Topic.GIDS)).isEqualTo(Observation.PARTIAL);
        assertThat(host.observed()).doesNotContainKey(Topic.ENVIRONMENT);
    }

    @Test
    void anUnknownProbeFormatIsRefusedByName() {
        ReadResult result = Texts.read(
                "### kolo-probe/7\n### section hostname x\nspark1\n### end hostname rc=0\n### done kolo-probe/7\n");

        assertThat(result.problems())
                .containsExactly(new Problem(
                        "paste.txt",
                        1,
                        "this is probe output of format kolo-probe/7, and only kolo-probe/1 is known here: run the probe script of this"
                                + " Kolo (kolo scan --print-script)"));
        assertThat(result.inventory().hosts()).isEmpty();
    }

    @Test
    void aMarkerInsideAProbesBodyIsNoMarker() {
        ReadResult result = Texts.read("""
                ### kolo-probe/1
                ### section hostname cat /proc/sys/kernel/hostname
                spark1
                ### end hostname rc=0
                ### section environment env
                NCCL_DEBUG=INFO
                \\### end environment rc=0
                NCCL_ALGO=Ring
                ### end environment rc=0
                ### denied lldpctl-json lldpctl
                ### missing sysfs-infiniband /sys/class/infiniband
                ### done kolo-probe/1
                """);
        NodeFacts host = result.inventory().host("spark1").orElseThrow();

        assertThat(host.settings()).extracting(Setting::name).containsExactly("NCCL_DEBUG", "NCCL_ALGO");
        assertThat(host.observed())
                .containsEntry(Topic.LLDP, Observation.DENIED)
                .containsEntry(Topic.RDMA_PORTS, Observation.OBSERVED);
    }

    @Test
    void inventoriesThatKoloWroteAreTakenAsTheyAre() throws IOException {
        Inventory inventory = Texts.readFolder("recorded/ring4-healthy", file -> file.endsWith(".probe.txt"))
                .inventory();
        for (JsonWriter.Layout layout : JsonWriter.Layout.values()) {
            ReadResult again = Texts.read(InventoryJson.write(inventory, layout));

            assertThat(again.inventory()).isEqualTo(inventory);
            assertThat(again.understood().get(0).kinds()).containsExactly("Kolo inventory");
        }
    }

    @Test
    void theSameInputGivesTheSameResult() {
        ReadResult first = Texts.readFolder("cases", file -> true);
        ReadResult second = Texts.readFolder("cases", file -> true);

        assertThat(second).isEqualTo(first);
        assertThat(InventoryJson.write(second.inventory(), JsonWriter.Layout.INDENTED))
                .isEqualTo(InventoryJson.write(first.inventory(), JsonWriter.Layout.INDENTED));
    }

    @Test
    void saysOfJsonThatIsOfNoUseWhetherItWasCut() {
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.loose("cut.json", bytes("{\"a\": 1, \"b\": [1,2")));
        reader.add(SourceText.loose("other.json", bytes("{\"weather\": \"fine\"}")));

        assertThat(reader.finish().notUnderstood())
                .containsExactly(
                        new NotUnderstood(
                                "cut.json", "it is JSON that was cut off before anything in it could be used"),
                        new NotUnderstood("other.json", "it is JSON, but of no kind that Kolo reads"));
    }
}
