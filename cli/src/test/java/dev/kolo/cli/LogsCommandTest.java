package dev.kolo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code kolo logs} prints, and with which exit code. */
class LogsCommandTest {
    private static final String HEALTHY = """
            spark1:315:315 [0] NCCL INFO NCCL version 2.30.7+cuda13.2
            spark1:315:315 [0] NCCL INFO NET/IB : Using [0]rocep1s0f0:1/RoCE [1]rocep1s0f1:1/RoCE [RO]; OOB enP7s7:10.0.0.1<0>
            spark1:315:315 [0] NCCL INFO Using network IB
            spark1:315:315 [0] NCCL INFO ncclCommInitRank comm 0x5 rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId f01 commId 0xa8 - Init START
            spark1:315:315 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/1
            spark1:315:401 [0] NCCL INFO NET/IB: ncclIbConnect: NCCL Dev 0 IbDev 0 Port 1 qp_num 71 mtu 5 GID 3 (0/A000A0AFFFF0000) x=1
            spark1:315:315 [0] NCCL INFO Connected all rings, use ring PXN 0 GDR 0
            spark1:315:315 [0] NCCL INFO ncclCommInitRank comm 0x5 rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId f01 commId 0xa8 - Init COMPLETE
            """;
    private static final String FAILED =
            "spark1:315:401 [0] misc/ibvwrap.cc:376 NCCL WARN Call to ibv_modify_qp failed with 110"
                    + " Connection timed out, on dev rocep1s0f0:1, curr state INIT, next state RTR, local GID index 3, local GID"
                    + " ::ffff:10.10.0.10, remote GID ::ffff:10.10.1.10\n";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private int run(String input, String... args) {
        InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                in,
                folder,
                Console.Style.PLAIN,
                Map.of());
        return new Kolo(console).run(args);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void showsRanksAndWhereTheirChannelsLanded() throws IOException {
        write("rank0.log", HEALTHY);
        assertThat(run("", "logs", "rank0.log")).isEqualTo(ExitCode.FINE);
        assertThat(printed())
                .contains("✓ 1 process in 8 lines of NCCL; nothing wrong in what they show.")
                .containsPattern(
                        "0 of 2 +spark1 +2\\.30\\.7\\+cuda13\\.2 +IB +rocep1s0f0 rocep1s0f1 +initialisation complete,")
                .containsPattern("0 +to 1 +0 +IB/1 rocep1s0f1 +rocep1s0f0 10\\.10\\.0\\.10")
                .containsPattern("0 +rocep1s0f0 +10\\.10\\.0\\.10 +3 +4096 +1");
    }

    @Test
    void readsAStream() {
        assertThat(run(HEALTHY, "logs", "-")).isEqualTo(ExitCode.FINE);
        assertThat(printed()).contains("0 of 2");
    }

    @Test
    void namesThePortsWithFactsAndAsksForThemWithout() throws IOException {
        write("rank0.log", HEALTHY.substring(0, HEALTHY.indexOf("spark1:315:315 [0] NCCL INFO Connected")) + FAILED);
        assertThat(run("", "logs", "rank0.log")).isEqualTo(ExitCode.FINDINGS);
        assertThat(printed())
                .contains("PAIR_SHARES_NO_CABLE")
                .contains("10.10.0.10 to 10.10.1.10")
                .contains("kolo logs --from FOLDER");
        out.reset();
        write("facts/spark1/ip.txt", "enp1s0f0np0 UP 10.10.0.10/24\nenp1s0f1np1 UP 10.10.2.11/24\n");
        write("facts/spark2/ip.txt", "enp1s0f0np0 UP 10.10.1.10/24\nenp1s0f1np1 UP 10.10.0.11/24\n");
        write("facts/spark3/ip.txt", "enp1s0f0np0 UP 10.10.2.10/24\nenp1s0f1np1 UP 10.10.1.11/24\n");
        assertThat(run("", "logs", "rank0.log", "--from", "facts")).isEqualTo(ExitCode.FINDINGS);
        assertThat(printed().replaceAll("\\s+", " "))
                .contains("spark1 port 0 (enp1s0f0np0) to spark2 port 0 (enp1s0f0np0)")
                .contains("spark1 port 0 (enp1s0f0np0 10.10.0.10) and spark2 port 1 (enp1s0f1np1 10.10.0.11)")
                .contains("rank0.log:7");
    }

    @Test
    void namesThePortsOfAPlan() throws IOException {
        run("", "plan", "--shape", "ring", "--hosts", "3", "--json");
        write("plan.json", printed());
        out.reset();
        write(
                "rank0.log",
                HEALTHY.substring(0, HEALTHY.indexOf("spark1:315:315 [0] NCCL INFO Connected"))
                        + FAILED.replace("10.10.0.10", "10.40.0.1").replace("10.10.1.10", "10.40.1.1"));
        assertThat(run("", "logs", "rank0.log", "--plan", "plan.json")).isEqualTo(ExitCode.FINDINGS);
        assertThat(printed().replaceAll("\\s+", " "))
                .contains("spark1 port 0 (enp1s0f0np0) to spark2 port 0 (enp1s0f0np0)")
                .contains("a cable does join spark1 port 0 and spark2 port 1");
        assertThat(run("", "logs", "rank0.log", "--plan", "rank0.log")).isEqualTo(ExitCode.BAD_INPUT);
        out.reset();
        write(
                "rank0.log",
                HEALTHY + "spark1:315:315 [0] NCCL INFO NCCL_IB_SUBNET_AWARE_ROUTING set by environment to 0.\n");
        run("", "logs", "rank0.log", "--plan", "plan.json");
        assertThat(printed().replaceAll("\\s+", " "))
                .contains("ENV_PLAN_VS_PROCESS_MISMATCH")
                .contains("NCCL_IB_SUBNET_AWARE_ROUTING: planned 1, actual 0");
    }

    @Test
    void readsFoldersAndGzip() throws IOException {
        Files.createDirectories(folder.resolve("logs"));
        try (var packed = new GZIPOutputStream(Files.newOutputStream(folder.resolve("logs/rank0.log.gz")))) {
            packed.write(HEALTHY.getBytes(StandardCharsets.UTF_8));
        }
        write("logs/rank1.log", HEALTHY.replace("spark1", "spark2").replace("rank 0", "rank 1"));
        assertThat(run("", "logs", "logs")).isEqualTo(ExitCode.FINE);
        assertThat(printed()).contains("0 of 2  spark1").contains("1 of 2  spark2");
    }

    @Test
    void printsJsonAndNothingElse() throws IOException {
        write("rank0.log", HEALTHY + FAILED);
        assertThat(run("", "logs", "rank0.log", "--json")).isEqualTo(ExitCode.FINDINGS);
        assertThat(printed())
                .startsWith("{")
                .contains("\"schema\": \"kolo.logs/1\"")
                .contains("\"remote\": \"10.10.1.10\"")
                .contains("\"landedIbDevice\": 0")
                .contains("\"stage\": \"rings_connected\"")
                .contains("\"code\": \"PAIR_SHARES_NO_CABLE\"");
    }

    @Test
    void refusesWhatIsNoLog() throws IOException {
        write("notes.txt", "nothing of NCCL here but its name\n");
        assertThat(run("", "logs", "notes.txt")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no line of NCCL stands in the 1 lines");
        assertThat(run("", "logs", "missing.log")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("missing.log: there is no such file");
        assertThat(run("", "logs")).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void letsNoLineOfALogReachTheTerminalRaw() throws IOException {
        write("rank0.log", HEALTHY + "spark1:1:1 [0] NCCL WARN evil \u001b[2Jtext \u0007\n");
        run("", "logs", "rank0.log");
        assertThat(printed()).doesNotContain("\u001b").doesNotContain("\u0007");
    }
}
