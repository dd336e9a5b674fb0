package dev.kolo.probe.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.fabric.json.JsonWriter.Layout;
import dev.kolo.probe.read.ReadResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveTest {
    private static final long AMPLE_BYTES = 1L << 30;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"gnu", "ustar", "pax", "v7"})
    void readsATarLikeTheFolderThatItWasMadeOf(String format) throws Exception {
        Path ring = Scene.recorded("samples/ring4-two-planes");
        Path tar = folder.resolve("ring.tar");
        Scene.run(ring, "tar", "--format=" + format, "--sort=name", "-cf", tar.toString(), ".");

        assertSameAsFolder(ring, tar);
    }

    @Test
    void readsACompressedTarOfBusybox() throws Exception {
        Path ring = Scene.recorded("samples/ring4-two-planes");
        Path tar = folder.resolve("ring.tgz");
        Scene.run(ring, "busybox", "tar", "-czf", tar.toString(), "spark1", "spark2", "spark3", "spark4");

        assertSameAsFolder(ring, tar);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "\\"})
    void readsAZipOfUnixAndOfWindows(String separator) throws Exception {
        Path ring = Scene.recorded("samples/ring4-two-planes");
        Path zip = folder.resolve("ring.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String host : List.of("spark1", "spark2", "spark3", "spark4")) {
                try (var files = Files.list(ring.resolve(host))) {
                    for (Path file : files.sorted().toList()) {
                        out.putNextEntry(new ZipEntry(host + separator + file.getFileName()));
                        Files.copy(file, out);
                    }
                }
            }
        }

        assertSameAsFolder(ring, zip);
    }

    private static void assertSameAsFolder(Path ring, Path archive) throws InterruptedException {
        String name = archive.getFileName() + "/";
        ReadResult direct = Scene.read(ring);
        ReadResult wrapped = Scene.read(archive);

        assertThat(InventoryJson.write(wrapped.inventory(), Layout.INDENTED).replace(name, ""))
                .isEqualTo(InventoryJson.write(direct.inventory(), Layout.INDENTED));
        assertThat(wrapped.understood())
                .extracting(u -> u.file().replace(name, ""))
                .containsExactlyInAnyOrderElementsOf(direct.understood().stream()
                        .map(Verdict.Understood::file)
                        .toList());
        assertThat(wrapped.problems()).isEmpty();
    }

    @Test
    void readsLongAndForeignNamesAndKeepsThemOffTheDisk() throws Exception {
        Path ip = Files.writeString(folder.resolve("ip.txt"), Scene.IP_ADDR);
        String deep = "spark1/" + "x".repeat(90) + "/" + "y".repeat(120) + "/größe.txt";
        for (String format : List.of("gnu", "pax")) {
            Path tar = folder.resolve(format + ".tar");
            Scene.run(
                    folder,
                    "tar",
                    "--format=" + format,
                    "-cf",
                    tar.toString(),
                    "-P",
                    "--transform=s,ip.txt," + deep + ",",
                    ip.getFileName().toString());

            assertThat(Scene.read(tar).understood())
                    .extracting(Verdict.Understood::file)
                    .containsExactly(format + ".tar/" + deep);
        }
        Path zip = zip("evil.zip", "../../../etc/kolo-was-here", Scene.IP_ADDR.getBytes(UTF_8));
        assertThat(Scene.read(zip).inventory().hosts()).hasSize(1);
        assertThat(Path.of("/etc/kolo-was-here")).doesNotExist();
    }

    @Test
    void readsACompressedText() throws Exception {
        Path file = folder.resolve("ip.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(Scene.IP_ADDR.getBytes(UTF_8));
        }

        assertThat(Scene.read(file).understood())
                .extracting(Verdict.Understood::file)
                .containsExactly("ip.txt.gz");
        assertThat(Scene.readStdin(Files.readAllBytes(file)).inventory().hosts())
                .hasSize(1);
    }

    @Test
    void readsArchivesInAnArchiveAndNotDeeper() throws Exception {
        Path inner = zip("spark1.zip", "spark1/ip.txt", Scene.IP_ADDR.getBytes(UTF_8));
        Path outer = zip("outer.zip", "case/spark1.zip", Files.readAllBytes(inner));

        assertThat(Scene.read(outer).understood())
                .extracting(Verdict.Understood::file)
                .containsExactly("outer.zip/case/spark1.zip/spark1/ip.txt");

        byte[] wrapped = Scene.IP_ADDR.getBytes(UTF_8);
        for (int i = 0; i < 5; i++) {
            wrapped = Files.readAllBytes(zip("layer.zip", "layer" + i + ".zip", wrapped));
        }
        ReadResult deep = Scene.read(folder.resolve("layer.zip"));
        assertThat(deep.understood()).isEmpty();
        assertThat(deep.notUnderstood())
                .singleElement()
                .satisfies(n -> assertThat(n.reason()).contains("wrapped in one another"));
    }

    @Test
    void stopsAtABombAndKeepsWhatCameBefore() throws Exception {
        Path bomb = folder.resolve("bomb.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(bomb))) {
            out.putNextEntry(new ZipEntry("a.txt"));
            out.write(Scene.IP_ADDR.getBytes(UTF_8));
            out.putNextEntry(new ZipEntry("b.txt"));
            byte[] lines = new byte[1 << 20];
            Arrays.fill(lines, (byte) 'x');
            lines[lines.length - 1] = '\n';
            for (int i = 0; i < 64; i++) {
                out.write(lines);
            }
            out.putNextEntry(new ZipEntry("c.txt"));
            out.write(Scene.IP_ADDR.getBytes(UTF_8));
        }
        assertThat(Files.size(bomb)).isLessThan(1 << 20);

        ReadResult result = Scene.intake(bomb, 96 << 20);

        assertThat(result.notUnderstood())
                .anySatisfy(n -> assertThat(n.reason()).contains("more than 96 MiB"));
        assertThat(result.understood()).extracting(Verdict.Understood::file).containsExactly("bomb.zip/a.txt");
        assertThat(Scene.intake(bomb, AMPLE_BYTES).understood()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tar", "tgz", "zip"})
    void namesAnArchiveThatWasCutOffAndKeepsWhatCameBefore(String kind) throws Exception {
        Path ring = Scene.recorded("samples/ring4-two-planes");
        Path whole = folder.resolve("whole." + kind);
        if (kind.equals("zip")) {
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(whole))) {
                for (String host : List.of("spark1", "spark2")) {
                    out.putNextEntry(new ZipEntry(host + "/ip-addr.txt"));
                    Files.copy(ring.resolve(host).resolve("ip-addr.txt"), out);
                }
            }
        } else {
            Scene.run(ring, "tar", kind.equals("tgz") ? "-czf" : "-cf", whole.toString(), "spark1", "spark2");
        }
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut." + kind), Arrays.copyOf(bytes, bytes.length * 6 / 10));

        ReadResult result = Scene.read(cut);

        assertThat(result.inventory().hosts()).extracting(NodeFacts::host).contains("spark1");
        assertThat(result.problems().size() + result.notUnderstood().size()).isPositive();
        assertThat(result.problems().toString() + result.notUnderstood())
                .containsAnyOf("cut", "ends", "damaged", "end of");
    }

    @Test
    void namesHostsAfterTheirArchivesWhenThereAreSeveral() throws Exception {
        zip("left.zip", "ip.txt", Scene.IP_ADDR.getBytes(UTF_8));
        zip(
                "right.zip",
                "ip.txt",
                Scene.IP_ADDR.replace("4c:bb:47:00", "4c:bb:47:01").getBytes(UTF_8));

        assertThat(Scene.read(folder).inventory().hosts())
                .extracting(NodeFacts::host)
                .containsExactly("left", "right");
        assertThat(Scene.read(folder.resolve("left.zip"), folder.resolve("right.zip"))
                        .inventory()
                        .hosts())
                .extracting(NodeFacts::host)
                .containsExactly("left", "right");
        assertThat(Scene.read(folder.resolve("left.zip")).inventory().hosts())
                .extracting(NodeFacts::host)
                .containsExactly("");
    }

    @Test
    void skipsLinksInAnArchive() throws Exception {
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/etc/passwd"));
        Scene.run(folder, "tar", "-cf", "links.tar", "link");

        assertThat(Scene.refusal(Scene.read(folder.resolve("links.tar")), "links.tar/link"))
                .contains("link or device");
    }

    @Test
    void saysWhatBytesThatAreNoTextAre() throws Exception {
        byte[] noise = new byte[4096];
        new Random(7).nextBytes(noise);
        noise[0] = 0x1f;
        noise[1] = (byte) 0x8b;
        noise[2] = 8;
        Path file = Files.write(folder.resolve("noise.gz"), noise);

        assertThat(Scene.refusal(Scene.read(file), "noise.gz")).startsWith("it is damaged: ");
    }

    private Path zip(String name, String entry, byte[] content) throws IOException {
        Path zip = folder.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry(entry));
            out.write(content);
        }
        return zip;
    }
}
