package dev.kolo.wire.mailbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.wire.mailbox.ClientPrograms;
import dev.kolo.wire.mailbox.MailboxAbi;
import dev.kolo.wire.mailbox.MailboxFacts;
import dev.kolo.wire.record.SessionId;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mailboxes that no client takes and names that no server takes, each for its own reason. */
class RefusedMailboxesTest {
    private static final SessionId SESSION = new SessionId(7, 8);

    @TempDir
    static Path programs;

    @TempDir
    Path folder;

    private Path mailbox() throws Exception {
        Path path = folder.resolve("box");
        MailboxFile.draft(path, LiveMailboxes.facts(SESSION, 0, 2), Arena.ofAuto())
                .publish();
        return path;
    }

    private void refused(String language, Path path, String... why) throws Exception {
        try (ClientProcess client = ClientProcess.start(language, programs)) {
            assertThat(client.ask("attach " + path)).startsWith("refused: ").contains(why);
        }
    }

    private static void change(Path path, int at, int value) throws Exception {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, value), at);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void oneThatIsSoundIsTaken(String language) throws Exception {
        Path path = mailbox();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        try (ClientProcess client = ClientProcess.start(language, programs)) {
            assertThat(client.ask("attach " + path)).isEqualTo("attached to rank 0 of 2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void oneThatIsNotThere(String language) throws Exception {
        refused(language, folder.resolve("box"), "there is no mailbox " + folder.resolve("box"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void oneBehindALink(String language) throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), mailbox());
        refused(language, link, "is a symbolic link, which is not followed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void oneThatIsNoFile(String language) throws Exception {
        Path pipe = folder.resolve("pipe");
        ClientPrograms.run("mkfifo", "-m", "600", pipe.toString());
        refused(language, pipe, "is no regular file");
    }

    @ParameterizedTest
    @CsvSource({"python, 0640", "python, 0666", "c, 0640", "c, 0666"})
    void oneThatOthersMayOpen(String language, String mode) throws Exception {
        Path path = mailbox();
        ClientPrograms.run("chmod", mode, path.toString());
        refused(language, path, "has mode " + mode + ", and must have 0600: somebody else may write to it");
    }

    /** Files cannot be given away without being root, so the client is made another user instead, by what it believes of itself. */
    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void oneOfAnotherUser(String language) throws Exception {
        Path path = mailbox();
        if (language.equals("python")) {
            String client =
                    "import kolo_mailbox as k,sys,os\nos.geteuid = lambda: 4711\ntry:\n  k.Mailbox(sys.argv[1])\n"
                            + "except k.MailboxError as e:\n  print(e)";
            assertThat(ClientPrograms.run("python3", "-c", client, path.toString()))
                    .contains("belongs to user ")
                    .contains("and this process runs as user 4711");
            return;
        }
        Path source = Files.writeString(
                folder.resolve("other.c"),
                "#define _GNU_SOURCE\n#include <unistd.h>\nstatic uid_t other(void) { return 4711; }\n"
                        + "#define geteuid other\n#include \"kolo_mailbox.h\"\n"
                        + "int main(int n, char **w) { struct kolo_mailbox b; if (n == 2 && kolo_mailbox_attach(&b, w[1], NULL))"
                        + " puts(b.error); return 0; }\n");
        Path program = ClientPrograms.compile(source, folder.resolve("other"));
        assertThat(ClientPrograms.run(program.toString(), path.toString()))
                .contains("belongs to user ")
                .contains("and this process runs as user 4711");
    }

    @ParameterizedTest
    @CsvSource({"python, 100", "python, 20000", "c, 100", "c, 20000"})
    void oneThatIsCutOff(String language, long bytes) throws Exception {
        Path path = mailbox();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
        refused(language, path, "has " + bytes + " bytes", "it is cut off");
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void oneOfAnotherKindOrVersion(String language) throws Exception {
        Path path = mailbox();
        change(path, MailboxAbi.VERSION_AT, 2);
        refused(language, path, "has version 2, and this client speaks version 1");
        change(path, MailboxAbi.MAGIC_AT, 1);
        refused(language, path, "is no mailbox: it does not begin with KOLOMBX1");
    }

    @ParameterizedTest
    @CsvSource({
        "python, 44",
        "python, 52",
        "python, 56",
        "python, 72",
        "python, 96",
        "c, 44",
        "c, 52",
        "c, 56",
        "c, 72",
        "c, 96"
    })
    void oneWhosePlacesLieOutside(String language, int at) throws Exception {
        Path path = mailbox();
        change(path, at, 0x7fff_fff0);
        refused(language, path, "has slots or areas outside itself: it is damaged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void oneWhoseServerHasEnded(String language) throws Exception {
        Path path = mailbox();
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        change(path, MailboxAbi.SERVER_PID_AT, (int) ended.pid());
        refused(language, path, "process " + ended.pid() + ", has ended: start `kolo wire serve` again");
    }

    @Test
    void aServerTakesNoNameOfARunningServer() throws Exception {
        Path path = mailbox();
        MailboxFacts facts = LiveMailboxes.facts(SESSION, 0, 2);
        assertThatThrownBy(() -> MailboxFile.draft(path, facts, Arena.ofAuto()))
                .isInstanceOf(MailboxException.class)
                .hasMessageContaining("belongs to a running server, process "
                        + ProcessHandle.current().pid());
        assertThat(path).exists();
    }

    @Test
    void aServerTakesNoNameOfAnythingElse() throws Exception {
        Path file = Files.writeString(folder.resolve("box"), "a letter");
        assertThatThrownBy(() -> MailboxFile.draft(file, LiveMailboxes.facts(SESSION, 0, 2), Arena.ofAuto()))
                .hasMessageContaining("is there already and is no mailbox of yours: it stays");
        assertThat(file).hasContent("a letter");
    }

    @Test
    void aServerTakesNoNameWhoseServerItCannotSee() throws Exception {
        Path path = mailbox();
        change(path, MailboxAbi.SERVER_PID_NAMESPACE_AT, 5);
        assertThatThrownBy(() -> MailboxFile.draft(path, LiveMailboxes.facts(SESSION, 0, 2), Arena.ofAuto()))
                .hasMessageContaining("belongs to a server in another container");
    }

    @Test
    void theMailboxOfADeadServerMakesRoomAndItsClientKeepsTheOldOne() throws Exception {
        Path path = mailbox();
        try (ClientProcess client = ClientProcess.start("c", programs)) {
            assertThat(client.ask("attach " + path)).startsWith("attached");
            change(path, MailboxAbi.SERVER_START_TICKS_AT, 1);
            Object before = Files.getAttribute(path, "unix:ino");
            MailboxFile next = MailboxFile.draft(path, LiveMailboxes.facts(new SessionId(1, 2), 0, 2), Arena.ofAuto());
            next.publish();
            assertThat(Files.getAttribute(path, "unix:ino")).isNotEqualTo(before);
            assertThat(next.memory().get(ValueLayout.JAVA_INT, MailboxAbi.GENERATION_AT))
                    .isEqualTo(MailboxAbi.GENERATION_OPEN);
        }
    }

    @Test
    void twoServersOfOneNameAreToldApartAtTheLastMoment() throws Exception {
        Path path = folder.resolve("box");
        MailboxFile first = MailboxFile.draft(path, LiveMailboxes.facts(SESSION, 0, 2), Arena.ofAuto());
        Files.createFile(path);
        assertThatThrownBy(first::publish).hasMessageContaining("was made by another server meanwhile");
    }

    @Test
    void namesArePlainAndPathsHaveASlash() throws Exception {
        assertThat(MailboxHost.path(Optional.of("r0"), "")).isEqualTo(Path.of("/dev/shm/kolo-mailbox-r0"));
        assertThat(MailboxHost.path(Optional.empty(), "abc-r1")).isEqualTo(Path.of("/dev/shm/kolo-mailbox-abc-r1"));
        assertThat(MailboxHost.path(Optional.of("/tmp/x/../y"), "")).isEqualTo(Path.of("/tmp/y"));
        assertThatThrownBy(() -> MailboxHost.path(Optional.of("a b\u001b"), ""))
                .hasMessageContaining("a mailbox's name has letters");
    }
}
