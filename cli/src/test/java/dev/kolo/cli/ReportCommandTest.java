package dev.kolo.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.source.FileTexts;
import dev.kolo.probe.source.InventoryTaker;
import dev.kolo.probe.source.Source;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code kolo report} as a user meets it: what is written, what is refused, and what a bundle gives away. */
class ReportCommandTest {
    private static final String TRIANGLE = """
            == ring1
            enp1s0f0np0 UP 10.50.12.1/24
            enp1s0f1np1 UP 10.50.31.1/24
            == ring2
            enp1s0f0np0 UP 10.50.12.2/24
            enp1s0f1np1 UP 10.50.23.2/24
            == ring3
            enp1s0f0np0 UP 10.50.31.3/24
            enp1s0f1np1 UP 10.50.23.3/24
            """;

    @TempDir
    private Path folder = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        out.reset();
        err.reset();
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                new ByteArrayInputStream(TRIANGLE.getBytes(UTF_8)),
                folder,
                Console.Style.PLAIN,
                Map.of());
        int code = new Kolo(console).run(args);
        console.flush();
        return code;
    }

    private String err() {
        return err.toString(UTF_8);
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private String page(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void writesOnePageOfWhatFilesShow() throws IOException {
        write("pasted/a.txt", TRIANGLE);

        assertThat(run("report", "pasted")).isEqualTo(ExitCode.FINE);
        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(err()).contains("1 error in a ring of 3 hosts.", "Wrote kolo-report.html.");
        assertThat(page("kolo-report.html"))
                .startsWith("<!DOCTYPE html>")
                .contains("</svg>", "CABLE_SAME_INDEX", "on ring2 exchange the plugs", "10.50.12.1/24", "a.txt");
    }

    @Test
    void readsStandardInput() throws IOException {
        assertThat(run("report", "-", "--out", "r.html")).isEqualTo(ExitCode.FINE);
        assertThat(page("r.html")).contains("CABLE_SAME_INDEX");
    }

    @Test
    void writesTheSameBytesAgain() throws IOException {
        write("pasted/a.txt", TRIANGLE);
        for (String name : List.of("r.html", "r.tar.gz", "r.zip")) {
            String[] args = name.endsWith("html")
                    ? new String[] {"report", "pasted", "--force", "--out", name}
                    : new String[] {"report", "pasted", "--redact", "--force", "--out", name};
            assertThat(run(args)).isEqualTo(ExitCode.FINE);
            byte[] first = Files.readAllBytes(folder.resolve(name));
            assertThat(run(args)).isEqualTo(ExitCode.FINE);
            assertThat(Files.readAllBytes(folder.resolve(name))).as(name).isEqualTo(first);
        }
    }

    @Test
    void overwritesNothingUnlessForced() throws IOException {
        write("pasted/a.txt", TRIANGLE);
        write("kolo-report.html", "mine");

        assertThat(run("report", "pasted")).isEqualTo(ExitCode.REFUSED);
        assertThat(err()).contains("\"kolo-report.html\" exists", "--force");
        assertThat(page("kolo-report.html")).isEqualTo("mine");
        assertThat(run("report", "pasted", "--force")).isEqualTo(ExitCode.FINE);
        assertThat(page("kolo-report.html")).contains("CABLE_SAME_INDEX");
    }

    @ParameterizedTest
    @CsvSource({
        "2, '', no file or folder was named",
        "2, nowhere, there is no file or folder \"nowhere\"",
        "2, prose, nothing of the input was understood",
        "2, pasted --redact-map m, goes with --redact",
        "2, pasted --redact --out r.html, ends in .tar.gz",
        "2, pasted --out r.zip, add --redact",
        "2, - --redact, more than once",
        "2, pasted --plan pasted/a.txt, pasted/a.txt",
        "2, pasted --plan none.json, no readable plan",
        "2, pasted --since nowhere, there is no file or folder \"nowhere\"",
        "2, pasted --shape star, --shape takes",
        "3, pasted --out nowhere/r.html, make it first",
        "3, pasted --out pasted, is a folder"
    })
    void saysWhatIsWrongWithItsInput(int code, String args, String words) throws IOException {
        write("pasted/a.txt", TRIANGLE);
        write("prose/a.txt", "It does not work.\n");

        assertThat(run(("report " + args).strip().split(" "))).isEqualTo(code);
        assertThat(err()).contains(words);
        assertThat(folder.resolve("kolo-report.html")).doesNotExist();
    }

    @Test
    void packsABundleThatGivesNothingAwayAndJudgesAlike() throws IOException {
        write("lab/athens/ip.txt", """
                anna@athens:~$ ip -br addr
                enp1s0f0np0 UP 129.132.7.1/24 fe80::4ebb:47ff:fe03:1/64
                enp1s0f1np1 UP 129.132.9.1/24
                anna@athens:~$ env
                HF_TOKEN=hf_secretsecretsecret
                NCCL_DEBUG=INFO
                """);
        write("lab/berlin/ip.txt", """
                anna@berlin:~$ ip -br addr
                enp1s0f0np0 UP 129.132.7.2/24
                enp1s0f1np1 UP 129.132.9.2/24
                """);
        Files.write(
                folder.resolve("lab/athens/photo.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0});

        assertThat(run("report", "lab", "--redact", "--out", "b.zip", "--redact-map", "map.txt"))
                .isEqualTo(ExitCode.FINE);
        StringBuilder all = new StringBuilder();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(folder.resolve("b.zip")))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                all.append(entry.getName()).append('\n').append(new String(zip.readAllBytes(), UTF_8));
            }
        }
        assertThat(all.toString())
                .doesNotContain("athens", "berlin", "anna", "129.132", "hf_secret", "4ebb:47ff", "map.txt")
                .contains("NCCL_DEBUG=INFO", "photo.png", "PNG image", "keys, tokens and passwords")
                .contains("The doctor says the same of these texts as of the originals");
        assertThat(page("map.txt")).contains("host\tathens\tanon-a", "secret\thf_secretsecretsecret\tREDACTED-1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("map.txt"))))
                .isEqualTo("rw-------");
        assertThat(run("doctor", "--from", "b.zip")).isEqualTo(run("doctor", "--from", "lab"));
    }

    @Test
    void itsOwnPageInTheFolderIsNoFact() throws IOException {
        write("pasted/a.txt", TRIANGLE);
        assertThat(run("report", "pasted", "--out", "pasted/kolo-report.html")).isEqualTo(ExitCode.FINE);

        InventoryReader reader = new InventoryReader();
        FileTexts.read(List.of(new Source.Files(folder.resolve("pasted"), "pasted")), new InventoryTaker(reader));
        assertThat(reader.finish().understood()).extracting(u -> u.file()).containsExactly("a.txt");
    }

    @Test
    void showsByWhatCountersGrew() throws IOException {
        String reading = """
                ### kolo-probe/1
                ### section hostname cat /proc/sys/kernel/hostname
                spark1
                ### end hostname rc=0
                ### section clock date -u +%%Y-%%m-%%dT%%H:%%M:%%SZ
                2026-11-29T18:0%d:00Z
                ### end clock rc=0
                ### section sysfs-infiniband grep
                /sys/class/infiniband/rocep1s0f0/ports/1/state:4: ACTIVE
                /sys/class/infiniband/rocep1s0f0/ports/1/counters/port_xmit_data:%d
                /sys/class/infiniband/rocep1s0f0/ports/1/counters/port_rcv_data:%d
                /sys/class/infiniband/rocep1s0f0/ports/1/hw_counters/out_of_sequence:%d
                ### end sysfs-infiniband rc=0
                """;
        write("before/s.txt", reading.formatted(1, 1000, 1000, 7));
        write("now/s.txt", reading.formatted(2, 1_000_001_000L, 501_000, 19));

        assertThat(run("report", "now", "--since", "before")).isEqualTo(ExitCode.FINE);
        assertThat(page("kolo-report.html"))
                .contains("What the counters grew by", "4.00 GB", "2.00 MB", "in 60 s", "out_of_sequence", ">12<");
    }

    @Test
    void comparesWithAPlanAndRedactsTheDifferences() throws IOException {
        assertThat(run("demo", "--no-wire", "--hosts", "4", "--fault", "mtu", "--no-report"))
                .isZero();
        assertThat(run("demo", "--no-wire", "--hosts", "4", "--fault", "mtu", "--out", "d"))
                .isZero();
        assertThat(run("plan", "--from", "d/after", "--out", "p")).isZero();

        assertThat(run("report", "d/before", "--plan", "p/plan.json")).isEqualTo(ExitCode.FINE);
        assertThat(page("kolo-report.html")).contains("Against the plan", "objects compared", "spark");
        assertThat(run("report", "d/before", "--plan", "p/plan.json", "--redact", "--out", "b.zip"))
                .isEqualTo(ExitCode.FINE);
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(folder.resolve("b.zip")))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String text = new String(zip.readAllBytes(), UTF_8);
                assertThat(text).as(entry.getName()).doesNotContain("spark", "fc:4c:ea");
                assertThat(!entry.getName().equals("report.html") || text.contains("Against the plan"))
                        .isTrue();
            }
        }
    }

    @Test
    void hostileNamesStayText() throws IOException {
        write(
                "pasted/a.txt",
                TRIANGLE.replace("ring1", "<script>alert(1)</script>").replace("enp1s0f0np0", "a\"onload=x"));
        write("pasted/<img src=x onerror=alert(1)>.txt", TRIANGLE);

        assertThat(run("report", "pasted")).isEqualTo(ExitCode.FINE);
        assertThat(page("kolo-report.html")).doesNotContain("<script", "<img").contains("&lt;img src=x");
    }
}
