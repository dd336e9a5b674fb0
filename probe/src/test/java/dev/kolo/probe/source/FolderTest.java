package dev.kolo.probe.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.probe.read.ReadResult;
import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120)
class FolderTest {
    @TempDir
    Path folder;

    @Test
    void readsARecordedRingAsFourHosts() throws Exception {
        ReadResult result = Scene.read(Scene.recorded("samples/ring4-two-planes"));

        assertThat(result.inventory().hosts())
                .extracting(NodeFacts::host)
                .containsExactly("spark1", "spark2", "spark3", "spark4");
        assertThat(result.understood().getFirst().file()).isEqualTo("spark1/hostname.txt");
    }

    @Test
    void readsFilesInNaturalOrderBeforeFolders() throws Exception {
        for (String file : List.of("b10.txt", "b9.txt", "a/x.txt", "c.txt")) {
            write(file, Scene.IP_ADDR);
        }

        assertThat(Scene.read(folder).understood())
                .extracting(Verdict.Understood::file)
                .containsExactly("b9.txt", "b10.txt", "c.txt", "a/x.txt");
    }

    @Test
    void namesHostsAfterFoldersWhenFilesDoNot() throws Exception {
        write("left/ip.txt", Scene.IP_ADDR);
        write(
                "right/ip.txt",
                Scene.IP_ADDR.replace("4c:bb:47:00", "4c:bb:47:01").replace("0.10/", "0.11/"));

        assertThat(Scene.read(folder).inventory().hosts())
                .extracting(NodeFacts::host)
                .containsExactly("left", "right");
    }

    @Test
    void keepsTwoMachinesOfOneNameApart() throws Exception {
        write("a/hostname.txt", "spark\n");
        write("a/ip.txt", Scene.IP_ADDR);
        write("b/hostname.txt", "spark\n");
        write("b/ip.txt", Scene.IP_ADDR.replace("4c:bb:47:00", "4c:bb:47:01"));

        ReadResult result = Scene.read(folder);

        assertThat(result.inventory().hosts()).hasSize(2);
        assertThat(result.problems()).singleElement().asString().contains("two different machines");
    }

    @Test
    void skipsPipesSocketsAndDevicesWithoutOpeningThem() throws Exception {
        write("ip.txt", Scene.IP_ADDR);
        Scene.run(folder, "mkfifo", "pipe");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(folder.resolve("socket")));

            ReadResult result = Scene.read(folder);

            assertThat(Scene.refusal(result, "pipe")).contains("pipe, socket or device");
            assertThat(Scene.refusal(result, "socket")).contains("pipe, socket or device");
            assertThat(result.inventory().hosts()).hasSize(1);
        }
        assertThat(Scene.refusal(Scene.read(folder.resolve("pipe")), "pipe")).contains("name it \"-\"");
        assertThat(Scene.refusal(Scene.read(Path.of("/dev/zero")), "zero")).contains("pipe, socket or device");
    }

    @Test
    void followsNoLinkInsideButSaysWhereEachLeads() throws Exception {
        Path outside = Files.createTempFile("outside", ".txt");
        write("spark1/ip.txt", Scene.IP_ADDR);
        link("spark1/loop", "..");
        link("self", "self");
        link("nowhere", "absent");
        link("same.txt", "spark1/ip.txt");
        link("out.txt", outside.toString());

        ReadResult result = Scene.read(folder);

        assertThat(Scene.refusal(result, "spark1/loop")).contains("link back to the folder");
        assertThat(Scene.refusal(result, "same.txt")).isEqualTo("it is a link to spark1/ip.txt, which is read itself");
        assertThat(Scene.refusal(result, "self")).contains("nowhere, or in a circle");
        assertThat(Scene.refusal(result, "nowhere")).contains("nowhere, or in a circle");
        assertThat(Scene.refusal(result, "out.txt")).contains("leads out of the folder");
        assertThat(result.understood()).hasSize(1);
        Files.delete(outside);
    }

    @Test
    void followsALinkThatTheUserNamed() throws Exception {
        write("real/ip.txt", Scene.IP_ADDR);
        link("alias", "real");

        assertThat(Scene.read(folder.resolve("alias")).understood())
                .extracting(Verdict.Understood::file)
                .containsExactly("ip.txt");
    }

    @Test
    void leavesHiddenFilesAlone() throws Exception {
        write(".git/config", "x");
        write(".DS_Store", "x");
        write("__MACOSX/ip.txt", "x");
        write("ip.txt", Scene.IP_ADDR);

        ReadResult result = Scene.read(folder);

        assertThat(result.notUnderstood()).isEmpty();
        assertThat(result.understood()).hasSize(1);
    }

    @Test
    void putsTheSourceBeforeFileNamesWhenThereAreSeveral() throws Exception {
        write("one/ip.txt", Scene.IP_ADDR);
        write("two/ip.txt", Scene.IP_ADDR.replace("4c:bb:47:00", "4c:bb:47:01"));

        ReadResult result = Scene.read(folder.resolve("one"), folder.resolve("two"));

        assertThat(result.understood())
                .extracting(Verdict.Understood::file)
                .containsExactly("one/ip.txt", "two/ip.txt");
        assertThat(result.inventory().hosts()).extracting(NodeFacts::host).containsExactly("one", "two");
    }

    @Test
    void doesNotFollowFoldersToNoEnd() throws Exception {
        Path deep = folder;
        for (int i = 0; i < 40; i++) {
            deep = deep.resolve("d");
        }
        Files.createDirectories(deep);
        Files.writeString(deep.resolve("ip.txt"), Scene.IP_ADDR);

        ReadResult result = Scene.read(folder);

        assertThat(result.notUnderstood())
                .singleElement()
                .satisfies(n -> assertThat(n.reason()).contains("32 levels"));
        assertThat(result.understood()).isEmpty();
    }

    /** Root reads everything, so a process without root's powers over files looks at the folder. */
    @Test
    void namesWhatThisUserMayNotRead() throws Exception {
        write("ip.txt", Scene.IP_ADDR);
        write("closed/ip.txt", Scene.IP_ADDR);
        write("secret.txt", Scene.IP_ADDR);
        Scene.run(folder, "chmod", "000", "secret.txt", "closed");
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
        }
        command.addAll(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                PrintsRefusals.class.getName(),
                folder.toString()));
        File output = folder.resolveSibling(folder.getFileName() + ".out").toFile();
        try {
            int status = new ProcessBuilder(command)
                    .redirectOutput(output)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();

            assertThat(status).isZero();
            assertThat(Files.readAllLines(output.toPath()))
                    .containsExactlyInAnyOrder(
                            "understood ip.txt",
                            "secret.txt: this user may not read it",
                            "closed: this user may not open this folder");
        } finally {
            Scene.run(folder, "chmod", "700", "secret.txt", "closed");
            Files.delete(output.toPath());
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void link(String file, String target) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.createSymbolicLink(path, Path.of(target));
    }
}
