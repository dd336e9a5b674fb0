package dev.kolo.wire.mailbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.mailbox.MailboxFacts.Party;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.shm.ProcessId;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a server knows that its client has ended, also where the client's process number means nothing to it. */
class ProcessWatchTest {
    private static final long ANOTHER_NAMESPACE = 5;

    @TempDir
    static Path programs;

    @TempDir
    Path folder;

    private Path mailbox() throws Exception {
        Path path = folder.resolve("box");
        MailboxFile.draft(path, LiveMailboxes.facts(new SessionId(7, 8), 0, 2), Arena.ofAuto())
                .publish();
        return path;
    }

    private static Party party(ClientProcess client, long namespace) {
        return new Party(
                (int) client.pid(), ProcessId.startTicksOf(client.pid()).orElseThrow(), namespace);
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aClientInTheSameNamespaceIsWatchedByItsProcess(String language) throws Exception {
        Path path = mailbox();
        try (ProcessWatch watch = ProcessWatch.over(path, Arena.ofAuto());
                ClientProcess client = ClientProcess.start(language, programs)) {
            assertThat(client.ask("attach " + path)).startsWith("attached");
            watch.attached(party(client, OwnProcess.namespace()));
            assertThat(watch.hasEnded()).isFalse();
            client.kill();
            assertThat(watch.hasEnded()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "c"})
    void aClientInAContainerIsWatchedByItsLock(String language) throws Exception {
        Path path = mailbox();
        try (ProcessWatch watch = ProcessWatch.over(path, Arena.ofAuto());
                ClientProcess client = ClientProcess.start(language, programs)) {
            assertThat(client.ask("attach " + path)).startsWith("attached");
            watch.attached(party(client, ANOTHER_NAMESPACE));
            assertThat(watch.hasEnded()).isFalse();
            client.kill();
            assertThat(watch.hasEnded()).isTrue();
        }
    }

    @Test
    void aProcessNumberThatWentToAnotherProcessFoolsNobody() throws Exception {
        try (ProcessWatch watch = ProcessWatch.over(mailbox(), Arena.ofAuto());
                ClientProcess other = ClientProcess.start("c", programs)) {
            Party party = party(other, OwnProcess.namespace());
            watch.attached(new Party(party.pid(), party.startTicks() - 1, party.namespace()));
            assertThat(watch.hasEnded()).isTrue();
        }
    }

    @Test
    void aClientThatIsGoneBeforeTheServerLooksHasEnded() throws Exception {
        try (ProcessWatch watch = ProcessWatch.over(mailbox(), Arena.ofAuto())) {
            ClientProcess client = ClientProcess.start("c", programs);
            Party party = party(client, OwnProcess.namespace());
            client.kill();
            watch.attached(party);
            assertThat(watch.hasEnded()).isTrue();
        }
    }
}
