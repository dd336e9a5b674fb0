package dev.kolo.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.Kolo;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import dev.kolo.remote.ssh.SshServer;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks on other hosts, over a real ssh server: hosts that are this machine under several names. */
class HostsTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @SuppressWarnings("NullAway.Init") // made before each test
    private SshServer server;

    @BeforeEach
    void start() throws Exception {
        server = SshServer.start(folder);
    }

    @AfterEach
    void stop() {
        ranks().forEach(ProcessHandle::destroyForcibly);
        server.close();
    }

    @Test
    void runsTheSuiteOnTwoHostsAndCopiesTheProgramOnce() throws Exception {
        assertThat(kolo("suite", "--short", "--limit", "4KiB", "spark1", "spark2"))
                .as(err())
                .isEqualTo(ExitCode.FINE);
        assertThat(out().lines())
                .hasSize(2)
                .allMatch(l -> l.matches("SUMMARY rank [01]: [1-9][0-9]+ passed, 0 failed"));
        assertThat(err())
                .contains("Trying 2 ranks over tcp on spark1, spark2.")
                .contains("copying the rank's program")
                .contains("on the wire (tcp)");
        try (var files = Files.list(server.cache().resolve("kolo"))) {
            assertThat(files.map(f -> f.getFileName().toString()).toList())
                    .singleElement()
                    .asString()
                    .matches("kolo-rank-[0-9a-f]{16}\\.jar");
        }
        err.reset();
        assertThat(kolo("suite", "--short", "--limit", "4KiB", "--hosts", "spark2,spark3"))
                .isEqualTo(ExitCode.FINE);
        assertThat(err()).contains("on spark2, spark3.").doesNotContain("copying");
        assertThat(ranks()).isEmpty();
    }

    @Test
    void takesTheHostsOfANamedClusterFileThisHostAmongThem() throws Exception {
        Files.writeString(folder.resolve("kolo.yaml"), """
                hosts:
                  - {name: localhost, management: 127.0.0.1}
                  - {name: two, ssh: spark2}
                wire: {limit: 8KiB}
                """);
        assertThat(kolo("suite", "--short", "--config", "kolo.yaml", "--ranks", "3"))
                .as(err())
                .isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("SUMMARY rank 2: ");
        assertThat(err()).contains("3 ranks over tcp on localhost, two.").contains("gathers up to 8 KiB a rank");
    }

    @Test
    void tellsOfEveryHostThatCannotRunARankBeforeAnyRankStarts() throws Exception {
        Files.writeString(server.knownHosts(), "");
        assertThat(kolo("suite", "spark1", "spark2")).isEqualTo(ExitCode.REFUSED);
        assertThat(err())
                .contains("The host key of spark1 is not known here yet.")
                .contains("The host key of spark2 is not known here yet.");
    }

    @Test
    void refusesAHostWhoseKeyHasChangedAndPrintsTheWayToForgetIt() throws Exception {
        String known = Files.readString(server.knownHosts());
        String other = Files.readString(folder.resolve("user_key.pub"));
        Files.writeString(server.knownHosts(), known.substring(0, known.indexOf(' ') + 1) + other);
        assertThat(kolo("suite", "spark1", "spark2")).isEqualTo(ExitCode.REFUSED);
        assertThat(err())
                .contains(
                        "spark1", "spark2", "ssh-keygen -f", server.knownHosts().toString());
        assertThat(Files.readString(server.knownHosts())).doesNotContain(known);
        assertThat(ranks()).isEmpty();
    }

    @Test
    void measuresBetweenHosts() throws Exception {
        assertThat(kolo("bench", "--sizes", "16", "--json", "spark1", "spark2"))
                .as(err())
                .isEqualTo(ExitCode.FINE);
        assertThat(JsonReader.read(out())).isInstanceOfSatisfying(JsonReading.Whole.class, whole -> {
            List<JsonObject> results = ((JsonObject) whole.root()).objects("results");
            assertThat(results)
                    .extracting(r -> r.string("payload").orElse(""))
                    .contains("repeated", "rewritten", "slot");
            assertThat(results).allMatch(r -> r.decimal("p50_us").orElse(0) > 0);
        });
        assertThat(err()).contains("2 ranks over tcp on spark1, spark2");
    }

    @Test
    void saysThatThereIsNoJavaAndWhichThereIs() throws Exception {
        Path old = Files.writeString(folder.resolve("java"), "#!/bin/sh\necho 'openjdk version \"17.0.1\"' >&2\n");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(koloWithJava(old.toString(), "suite", "spark1", "spark2")).isEqualTo(ExitCode.REFUSED);
        assertThat(err())
                .contains("spark1: there is no Java 25 at " + old + " (--remote-java); found: " + old
                        + " (17). Install one")
                .contains("spark2: there is no Java 25");
        assertThat(server.cache()).doesNotExist();
    }

    @Test
    void namesAHostThatIsOutOfReach() throws Exception {
        Files.writeString(
                server.clientConfig(),
                "Host spark7\n  HostName 127.0.0.1\n  Port 1\n" + Files.readString(server.clientConfig()));
        assertThat(kolo("suite", "spark1", "spark7")).isEqualTo(ExitCode.REFUSED);
        assertThat(err())
                .contains("spark7 answers, but nothing listens on the ssh port.")
                .doesNotContain("spark1 answers");
    }

    @Test
    void refusesWhatMakesNoSenseBeforeItAsksAnyHost() throws Exception {
        assertThat(kolo("suite", "--nic", "shm", "spark1", "spark2")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(kolo("suite", "spark1", "spark1")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(kolo("suite", "--ranks", "2", "spark1", "spark2", "spark3")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(kolo("suite", "spark1", "-oProxyCommand=reboot")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(kolo("bench", "--beside", "openmpi", "spark1", "spark2")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err())
                .contains("shared memory joins ranks of one host, and 2 hosts are named: use --nic tcp.")
                .contains("the host \"spark1\" is named twice.")
                .contains("--ranks 2 for 3 hosts")
                .contains("--beside measures on this host alone");
    }

    @Test
    void holdsThePlanAgainstTheDevicesOfTheHosts() throws Exception {
        assertThat(new Kolo(console()).run("plan", "--shape", "pair", "--hosts", "2", "--out", "plan"))
                .isEqualTo(ExitCode.FINE);
        assertThat(kolo("suite", "--plan", "plan", "spark2", "spark1")).isEqualTo(ExitCode.REFUSED);
        assertThat(err())
                .containsPattern("spark1: the plan uses the RDMA devices [a-zA-Z0-9, ]+, which it does not have")
                .contains("plan again from facts of today");
    }

    @Test
    void namesARankThatIsKilledOnItsHost() throws Exception {
        CompletableFuture<Integer> run =
                CompletableFuture.supplyAsync(() -> kolo("suite", "spark1", "spark2", "spark3"));
        until(() -> err().contains("on the wire (tcp)"));
        ranks().stream().filter(p -> commandLine(p).contains(" rank=2 ")).forEach(ProcessHandle::destroyForcibly);
        assertThat(run.get(60, TimeUnit.SECONDS)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .containsPattern("FAILED rank 0: rank [12]")
                .contains("FAILED rank 2 (spark3): a signal ended it there, or ssh lost the connection")
                .contains("It began at rank 2 itself");
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "KILL"})
    void ranksEndWhenTheirOperatorDoes(String signal) throws Exception {
        ProcessBuilder starting = new ProcessBuilder(
                        JAVA,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.kolo.cli.Main",
                        "wire",
                        "suite",
                        "--remote-java",
                        JAVA,
                        "spark1",
                        "spark2")
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("operator.err").toFile());
        starting.environment().put("KOLO_SSH_CONFIG", server.clientConfig().toString());
        Process operator = starting.start();
        try {
            until(() -> ranks().size() == 2);
            new ProcessBuilder("kill", "-" + signal, Long.toString(operator.pid()))
                    .start()
                    .waitFor();
            operator.waitFor();
            until(() -> ranks().isEmpty());
        } finally {
            operator.destroyForcibly();
        }
    }

    @Test
    void noTokenStandsOnACommandLine() throws Exception {
        CompletableFuture<Integer> run =
                CompletableFuture.supplyAsync(() -> kolo("suite", "--short", "spark1", "spark2"));
        until(() -> err().contains("on the wire (tcp)"));
        assertThat(ProcessHandle.allProcesses().map(HostsTest::commandLine).filter(c -> c.contains("kolo-rank-")))
                .isNotEmpty()
                .noneMatch(c -> c.contains("token"));
        assertThat(run.get(60, TimeUnit.SECONDS)).isEqualTo(ExitCode.FINE);
    }

    /** The ranks that run from this test's own cache folder. */
    private List<ProcessHandle> ranks() {
        String jar = server.cache().resolve("kolo/kolo-rank-").toString();
        return ProcessHandle.allProcesses()
                .filter(p -> p.info().command().orElse("").endsWith("java")
                        && commandLine(p).contains(jar))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }

    private static void until(BooleanSupplier reached) {
        long untilNanos = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime() - untilNanos)
                    .as("still not reached after 60 s")
                    .isNegative();
            LockSupport.parkNanos(10_000_000);
        }
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private int kolo(String... arguments) {
        return koloWithJava(JAVA, arguments);
    }

    private int koloWithJava(String java, String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "wire";
        all[1] = arguments[0];
        all[2] = "--remote-java";
        all[3] = java;
        System.arraycopy(arguments, 1, all, 4, arguments.length - 1);
        return new Kolo(console()).run(all);
    }

    private Console console() {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                InputStream.nullInputStream(),
                folder,
                Console.Style.PLAIN,
                Map.of("KOLO_SSH_CONFIG", server.clientConfig().toString()));
    }
}
