package dev.kolo.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.codec.FindingsJson;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kolo plan} as a user meets it: wishes and recorded facts in, plans, folders, walks and refusals out. */
class PlanCommandTest {
    private static final String RECORDED = "recorded/";

    @TempDir
    private Path folder = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void showsThePlanOfAWishAndSaysThatItIsInvented() {
        assertThat(run("--shape", "ring", "--hosts", "6", "--relays", "auto", "--backend", "kernel"))
                .isEqualTo(ExitCode.FINE);

        assertThat(out())
                .startsWith("Plan for a ring of 6 hosts, 2 relays at most (research-only), invented from a wish\n")
                .contains("ring of 6")
                .contains("Ranks along the cables: 0 spark1, 1 spark2, 2 spark3")
                .contains("spark1 enp1s0f0np0")
                .contains("Relays: research-only, kernel backend")
                .contains("48 routes, 48 neighbour entries, 48 filters, 24 marked functions on 6 hosts")
                .contains("Wire: 2 lanes a peer")
                .contains("Engine: NCCL patched")
                .contains("NCCL_IB_HCA==rocep1s0f0,rocep1s0f1,roceP2p1s0f0,roceP2p1s0f1")
                .contains("Bisection: one link")
                .contains("invented: this plan is for no real hosts")
                .contains("✓ every pair is reached: 132 checked");
        assertThat(err()).isEmpty();
    }

    @Test
    void printsNothingButThePlanForMachines() {
        assertThat(run("--shape", "ring", "--hosts", "4", "--json")).isEqualTo(ExitCode.FINE);

        assertThat(planIn(out()).order()).containsExactly("spark1", "spark2", "spark3", "spark4");
    }

    @Test
    void printsARefusalAsFindingsForMachines() {
        assertThat(run("--shape", "ring", "--hosts", "12", "--relays", "auto", "--backend", "kernel", "--json"))
                .isEqualTo(ExitCode.REFUSED);

        Verdict verdict = verdictIn(out());
        assertThat(verdict.findings())
                .singleElement()
                .satisfies(f -> assertThat(f.code()).isEqualTo(Code.RELAY_REACH));
        assertThat(err()).contains("--relays 5");
    }

    @Test
    void refusesAloudWithTheFixAndNothingOnStandardOutput() {
        assertThat(run("--shape", "ring", "--hosts", "4", "--relays", "auto")).isEqualTo(ExitCode.REFUSED);

        assertThat(out()).isEmpty();
        assertThat(err())
                .contains("RELAY_MARKER_MISSING")
                .contains("--marker PATH")
                .contains("kolo explain");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hosts 4 | --hosts needs --shape",
                "--shape star --hosts 4 | --shape takes",
                "--shape ring --hosts 4 --relays 8 | --relays takes auto or 0 to 7",
                "--shape ring --hosts 4 --relays some | --relays takes",
                "--shape ring --hosts 4 --backend magic | --backend takes",
                "--shape ring --hosts 4 --marker rel/path | --marker takes an absolute path",
                "--shape ring --hosts 4 --relay-form new | --relay-form takes",
                "--shape ring --hosts 4 --groups 0,x | --groups takes",
                "--shape ring --hosts 4 --groups 3-1 | --groups takes",
                "--shape ring --hosts 4 --pool 10.0.0.0 | --pool takes",
                "--shape ring --hosts 4 --link-prefix 29 | --link-prefix takes",
                "--shape ring --hosts 4 --prefix-len 33 | --prefix-len takes",
                "--shape ring --hosts 4 --nccl old | --nccl takes",
                "--shape ring --hosts 4 --renderer ifcfg | --renderer takes",
                "--shape ring --hosts 4 --trace 0 | --trace takes",
                "--shape ring --hosts 4 --trace 0:9 | no rank or host",
                "--shape ring --hosts 4 --trace 0:spark1 | names one host twice",
                "--shape ring --hosts 4 --diff | --diff compares with real hosts",
                "--shape ring --hosts 4 --from . | --hosts plans a wish",
                "--shape ring --hosts four | Invalid value"
            })
    void saysWhatAnOptionTakes(String arguments, String message) {
        assertThat(run(arguments.trim().split(" "))).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains(message);
        assertThat(out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "257", "0", "-3"})
    void refusesCountsOutsideTheLimits(String hosts) {
        assertThat(run("--shape", "ring", "--hosts", hosts)).isEqualTo(ExitCode.REFUSED);
        assertThat(err()).contains("PLAN_HOST_COUNT").contains("3 to 256");
    }

    @Test
    void walksAFrameHopByHop() {
        assertThat(run("--shape", "ring", "--hosts", "8", "--relays", "3", "--backend", "kernel", "--trace", "0:4"))
                .isEqualTo(ExitCode.FINE);

        assertThat(out())
                .contains("spark1 (rank 0) to spark5 (rank 4), enp1s0f1np1 10.40.3.2, plane 0: delivered")
                .containsPattern("spark1 +enp1s0f0np0 +0x88b7 +routes and tags 0x88b7")
                .containsPattern("spark2 +enp1s0f1np1 +enp1s0f0np0 +0x88b6 +forwards as 0x88b6")
                .containsPattern("spark4 +enp1s0f1np1 +enp1s0f0np0 +0x0800 +forwards as 0x0800")
                .containsPattern("spark5 +enp1s0f1np1 +0x0800 +takes it");
    }

    @Test
    void walksToWhereAFrameIsLost() {
        assertThat(run("--shape", "ring", "--hosts", "4", "--trace", "spark1:spark3"))
                .isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("no route").contains("ends at spark1: no route to 10.40.2.1");
    }

    @Test
    void writesAFolderThatItMayReplaceItself() throws IOException {
        assertThat(run("--shape", "ring", "--hosts", "4", "--out", "plan")).isEqualTo(ExitCode.FINE);
        Map<String, String> first = contents("plan");
        assertThat(first.keySet())
                .contains("plan.json", "plan.html", "README.md", "SHA256SUMS", "spark1/up.sh", "spark4/down.sh");
        assertThat(Files.isExecutable(folder.resolve("plan/spark1/up.sh"))).isTrue();
        assertThat(planIn(first.getOrDefault("plan.json", "")).hosts()).hasSize(4);

        run("--shape", "ring", "--hosts", "4", "--out", "plan");
        assertThat(contents("plan")).as("same input, same bytes").isEqualTo(first);

        assertThat(run("--shape", "ring", "--hosts", "3", "--out", "plan")).isEqualTo(ExitCode.FINE);
        assertThat(contents("plan").keySet()).doesNotContain("spark4/up.sh");
        assertThat(siblings()).containsExactly("plan");
    }

    @Test
    void overwritesNothingElse() throws IOException {
        Files.createDirectories(folder.resolve("mine"));
        Files.writeString(folder.resolve("mine/letter.txt"), "dear friend");
        assertThat(run("--shape", "ring", "--hosts", "4", "--out", "mine")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("letter.txt, which no plan wrote");
        assertThat(contents("mine")).containsOnlyKeys("letter.txt");

        run("--shape", "ring", "--hosts", "4", "--out", "plan");
        Files.writeString(folder.resolve("plan/spark2/up.sh"), "# changed by hand");
        assertThat(run("--shape", "ring", "--hosts", "3", "--out", "plan")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("spark2/up.sh, which was changed after a plan wrote it");
        assertThat(Files.readString(folder.resolve("plan/spark2/up.sh"))).isEqualTo("# changed by hand");

        Files.writeString(folder.resolve("file"), "");
        assertThat(run("--shape", "ring", "--hosts", "4", "--out", "file")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run("--shape", "ring", "--hosts", "4", "--out", "absent/plan"))
                .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(siblings()).containsExactly("file", "mine", "plan");
    }

    @Test
    void tellsWhatIsInAFolderThatItLeavesAlone() throws IOException {
        assertThat(run("--shape", "ring", "--hosts", "4", "--out", " ")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("--out takes the name of a folder");

        assertThat(run("--shape", "ring", "--hosts", "4", "--out", "/")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("\"/\" holds ", ", which no plan wrote");

        Files.createDirectories(folder.resolve("mine/kept"));
        assertThat(run("--shape", "ring", "--hosts", "4", "--out", "mine")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("\"mine\" holds kept, which no plan wrote");
    }

    @Test
    void writesWhereALinkLeads() throws IOException {
        Files.createDirectory(folder.resolve("real"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
        for (int times = 0; times < 2; times++) {
            assertThat(run("--shape", "ring", "--hosts", "3", "--out", "link")).isEqualTo(ExitCode.FINE);
            assertThat(Files.isSymbolicLink(folder.resolve("link"))).isTrue();
            assertThat(contents("real")).containsKey("plan.json");
        }
    }

    @Test
    void aListOfSumsWithoutAPlanIsSomebodyElses() throws IOException {
        Files.createDirectories(folder.resolve("theirs"));
        Files.writeString(folder.resolve("theirs/a"), "");
        Files.writeString(
                folder.resolve("theirs/SHA256SUMS"),
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n");
        assertThat(run("--shape", "ring", "--hosts", "4", "--out", "theirs")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(contents("theirs")).hasSize(2);
    }

    @Test
    void writesNothingWhenItRefuses() throws IOException {
        assertThat(run("--shape", "ring", "--hosts", "4", "--relays", "auto", "--out", "plan"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(siblings()).isEmpty();
    }

    @Test
    void keepsTheAddressesOfARecordedRing() {
        assertThat(run(recorded("ring4-healthy"))).isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("10.10.0.0/24").contains(" kept").doesNotContain(" new");
    }

    /** The second plane's template reuses the first plane's networks, as in a published guide. */
    @Test
    void saysThatTheSecondPlaneReusesTheFirstOnesNetworks() {
        assertThat(run(recorded("ring4-duplicate-subnets"))).isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("══ 10.10.0.0/24 · 10.41.0.0/24 ══");
        assertThat(out().replaceAll("\\s+", " "))
                .contains("The link spark1:enP2p1s0f0np0 - spark2:enP2p1s0f1np1 gets new addresses: 10.10.0.0/24 is the"
                        + " network of spark1:enp1s0f0np0 - spark2:enp1s0f1np1");
    }

    @Test
    void addressesABareSecondPlaneAndABareRing() {
        assertThat(run(recorded("ring4-plane2-unaddressed"))).isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("10.41.0.0/24").contains(" kept").contains(" new");
        assertThat(run(recorded("ring4-unaddressed"))).isEqualTo(ExitCode.FINE);
    }

    @Test
    void refusesSwappedPlugsAndNamesThem() {
        assertThat(run(recorded("ring4-swap"))).isEqualTo(ExitCode.REFUSED);
        assertThat(err()).contains("Exchange the plugs in spark2 port 0 and port 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring4-unplugged", "ring4-port-down"})
    void refusesARingWithADeadCableUnlessItIsToBeAPath(String ring) {
        assertThat(run(recorded(ring))).isEqualTo(ExitCode.REFUSED);
        assertThat(err()).contains("CABLE_MISSING").contains("spark2 port 0 - spark3 port 1");
        assertThat(run(recorded(ring, "--shape", "path"))).isEqualTo(ExitCode.FINE);
    }

    @Test
    void refusesHardwareRelaysOverSoftNics() {
        assertThat(run(recorded("ring4-healthy", "--relays", "auto", "--marker", "/opt/marker")))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(err()).contains("RELAY_NIC_PROFILE").contains("--backend kernel");
    }

    /** Real kernels to which somebody applied the very objects: nothing differs. */
    @Test
    void findsNoDifferenceOnARecordedRelayedRing() {
        assertThat(run(recorded("ring4-relay", "--relays", "auto", "--backend", "kernel", "--diff")))
                .isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("96 objects compared: all as planned.");
        assertThat(run(recorded("ring4-healthy", "--relays", "auto", "--backend", "kernel", "--diff")))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("missing route 10.10.1.11 dev enp1s0f0np0 src 10.10.0.10 proto 82");
        assertThat(run(recorded("ring4-relay", "--diff"))).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("orphaned route 10.10.1.11 dev enp1s0f0np0");
    }

    @Test
    void comparesAWrittenPlanWithWhatTheFactsShow() {
        run(recorded("ring4-relay", "--relays", "auto", "--backend", "kernel", "--out", "plan"));
        assertThat(run(recorded("ring4-relay", "--out", "plan", "--diff"))).isEqualTo(ExitCode.FINE);
        assertThat(run(recorded("ring4-relay", "--out", "absent", "--diff"))).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void takesPoolAndPlanesFromTheClusterFile() throws IOException {
        Files.writeString(folder.resolve("kolo.yaml"), "hosts: [spark1]\nfabric: {pools: [10.99.0.0/16], planes: 1}\n");
        String[] arguments = recorded("ring4-unaddressed", "--config", "kolo.yaml");
        assertThat(run(arguments)).isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("10.99.0.0/24").doesNotContain("10.40.").doesNotContain("enP2p1s0f0np0  .1");

        Files.writeString(folder.resolve("kolo.yaml"), "hosts: [spark1]\nfabric: {mtu: 1500}\n");
        assertThat(run(arguments)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("a plan sets 9000");
    }

    @Test
    void doesNotPlanAroundAHostThatCouldNotBeRead() {
        assertThat(run("no-such-spark.invalid", "--timeout", "30")).isEqualTo(ExitCode.REFUSED);
        assertThat(err()).contains("HOST_UNREACHABLE: no-such-spark.invalid gave nothing");
    }

    @Test
    void printsWalksAndDifferencesAsJsonToo() {
        run("--shape", "ring", "--hosts", "4", "--relays", "1", "--backend", "kernel", "--trace", "0:2", "--json");
        JsonObject walks = object(out());
        assertThat(walks.string("schema")).hasValue("kolo.trace/1");
        assertThat(walks.objects("walks"))
                .hasSize(4)
                .allSatisfy(w -> assertThat(w.string("disposition")).hasValue("delivered"));

        run(recorded("ring4-relay", "--diff", "--json"));
        JsonObject differences = object(out());
        assertThat(differences.string("schema")).hasValue("kolo.plan-diff/1");
        assertThat(differences.objects("differences"))
                .isNotEmpty()
                .allSatisfy(d -> assertThat(d.string("kind")).hasValue("orphaned"));
    }

    private static JsonObject object(String json) {
        return JsonReader.read(json).value().orElseThrow().asObject().orElseThrow();
    }

    private static String[] recorded(String name, String... more) {
        Path facts = Path.of(System.getProperty("basedir", "."), "..", "probe", "src", "test", "resources")
                .resolve(RECORDED + name)
                .toAbsolutePath();
        return Stream.concat(Stream.of("--from", facts.toString()), Stream.of(more))
                .toArray(String[]::new);
    }

    private int run(String... arguments) {
        out.reset();
        err.reset();
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                new ByteArrayInputStream(new byte[0]),
                folder,
                Console.Style.PLAIN,
                Map.of());
        String[] all = Stream.concat(Stream.of("plan"), Stream.of(arguments)).toArray(String[]::new);
        return new Kolo(console).run(all);
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }

    private static Plan planIn(String json) {
        Decoded<Plan> read = PlanJson.read(json);
        assertThat(read).isInstanceOf(Decoded.Whole.class);
        return ((Decoded.Whole<Plan>) read).value();
    }

    private static Verdict verdictIn(String json) {
        Decoded<Verdict> read = FindingsJson.read(json);
        assertThat(read).isInstanceOf(Decoded.Whole.class);
        return ((Decoded.Whole<Verdict>) read).value();
    }

    private List<String> siblings() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    private Map<String, String> contents(String name) throws IOException {
        Path root = folder.resolve(name);
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(root.relativize(file).toString(), Files.readString(file));
            }
        }
        return contents;
    }
}
