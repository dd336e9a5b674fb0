package dev.kolo.remote.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against a real server of this machine. */
@Timeout(value = 120)
class SshTest {
    private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final SshTarget SPARK1 = new SshTarget("spark1");

    private final ProcessRunner processes = new ProcessRunner();

    @TempDir
    Path folder;

    private SshServer server;
    private Ssh ssh;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        server = SshServer.start(folder);
        ssh = new Ssh(processes, new SshSettings("ssh", Optional.of(server.clientConfig()), 20));
    }

    @AfterEach
    void stop() {
        processes.close();
        server.close();
    }

    @Test
    void pipesAScriptToTheRemoteShell() throws InterruptedException {
        SshOutcome.Answered answered = answered(run("spark1", "sh -s", "echo out; echo err >&2; exit 7\n"));

        assertThat(answered.exited().status()).isEqualTo(7);
        assertThat(answered.exited().stdout().text()).isEqualTo("out\n");
        assertThat(answered.exited().stderr().text()).isEqualTo("err\n");
    }

    @Test
    void quotedArgumentsArriveUntouched() throws InterruptedException {
        String hostile = "a \"$(id)\" `id` \\ ; & *";

        SshOutcome.Answered answered = answered(run("spark1", "printf %s '" + hostile + "'", ""));

        assertThat(answered.exited().stdout().text()).isEqualTo(hostile);
    }

    @Test
    void asksManyHostsAtOnce() throws InterruptedException {
        List<Integer> hosts = IntStream.rangeClosed(1, 9).boxed().toList();

        List<SshOutcome> outcomes = InParallel.map(hosts, 4, i -> run("spark" + i, "echo " + i, ""));

        assertThat(outcomes).allSatisfy(o -> assertThat(o).isInstanceOf(SshOutcome.Answered.class));
        assertThat(outcomes)
                .extracting(
                        o -> ((SshOutcome.Answered) o).exited().stdout().text().strip())
                .isEqualTo(hosts.stream().map(String::valueOf).toList());
    }

    @Test
    void cutsOffAHostThatNeverAnswers() throws InterruptedException {
        SshOutcome outcome =
                ssh.run(SPARK1, "tail -f /dev/null", new Input.Nothing(), TimeUnit.SECONDS.toNanos(3), 1000);

        assertThat(failed(outcome).kind()).isEqualTo(SshFailure.DEADLINE);
        assertThat(failed(outcome).sentence()).isEqualTo("spark1 did not finish in time, and was cut off.");
    }

    @Test
    void cutsOffAHostThatFloods() throws InterruptedException {
        SshOutcome outcome = ssh.run(SPARK1, "yes", new Input.Nothing(), LONG_NANOS, 10_000);

        assertThat(failed(outcome).kind()).isEqualTo(SshFailure.TOO_MUCH_OUTPUT);
    }

    @Test
    void refusesAHostWhoseKeyIsNotKnown() throws Exception {
        Files.writeString(server.knownHosts(), "");

        SshOutcome.Failed failed = failed(run("spark1", "echo hi", ""));

        assertThat(failed.kind()).isEqualTo(SshFailure.HOST_KEY_UNKNOWN);
        assertThat(failed.sentence()).contains("`ssh spark1`");
        assertThat(Files.readString(server.knownHosts())).isEmpty();
    }

    @Test
    void refusesAHostWhoseKeyHasChangedAndQuotesTheRemedy() throws Exception {
        Files.writeString(
                server.knownHosts(), server.knownName() + " " + Files.readString(folder.resolve("user_key.pub")));

        SshOutcome.Failed failed = failed(run("spark1", "echo hi", ""));

        assertThat(failed.kind()).isEqualTo(SshFailure.HOST_KEY_CHANGED);
        assertThat(failed.sentence()).contains("`ssh-keygen -f ").contains(server.knownName());
    }

    @Test
    void saysThatNoKeyIsAccepted() throws Exception {
        Files.writeString(server.authorizedKeys(), "");

        SshOutcome.Failed failed = failed(run("spark1", "echo hi", ""));

        assertThat(failed.kind()).isEqualTo(SshFailure.PERMISSION_DENIED);
        assertThat(failed.sentence()).contains("`ssh-copy-id spark1`");
        assertThat(failed.quoted()).contains("Permission denied (publickey");
    }

    @Test
    void saysThatOthersMayReadTheKey() throws Exception {
        Files.setPosixFilePermissions(folder.resolve("user_key"), PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(failed(run("spark1", "echo hi", "")).kind()).isEqualTo(SshFailure.KEY_FILE_OPEN);
    }

    @Test
    void saysThatNothingListens() throws InterruptedException {
        server.close();

        SshOutcome.Failed failed = failed(run("spark1", "echo hi", ""));

        assertThat(failed.kind()).isEqualTo(SshFailure.REFUSED);
        assertThat(failed.sentence()).startsWith("spark1 answers, but nothing listens");
    }

    @Test
    void saysThatANameHasNoAddress() throws InterruptedException {
        assertThat(failed(run("no-such-spark.invalid", "echo hi", "")).kind()).isEqualTo(SshFailure.UNKNOWN_HOST);
    }

    @Test
    void saysThatAHostTakesTheConnectionAndThenIsSilent() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            append("Host mute\n  HostName 127.0.0.1\n  Port " + silent.getLocalPort() + "\n");
            Ssh hasty = new Ssh(processes, new SshSettings("ssh", Optional.of(server.clientConfig()), 1));

            SshOutcome outcome = hasty.run(new SshTarget("mute"), "echo hi", new Input.Nothing(), LONG_NANOS, 1000);

            assertThat(failed(outcome).kind()).isEqualTo(SshFailure.NO_ANSWER);
        }
    }

    @Test
    void quotesTheLineOfABadConfiguration() throws Exception {
        append("Frobnicate yes\n");

        SshOutcome.Failed failed = failed(run("spark1", "echo hi", ""));

        assertThat(failed.kind()).isEqualTo(SshFailure.BAD_CONFIGURATION);
        assertThat(failed.quoted()).contains("line 8").contains("frobnicate");
    }

    @Test
    void isNotConfusedByForwardingsAndCommandsOfTheConfiguration() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            append("  LocalForward 127.0.0.1:" + taken.getLocalPort() + " 127.0.0.1:1\n  ExitOnForwardFailure yes\n"
                    + "  RemoteCommand top\n  RequestTTY force\n");

            assertThat(answered(run("spark1", "echo hi", "")).exited().stdout().text())
                    .isEqualTo("hi\n");
        }
    }

    @Test
    void doesNotWaitForASharedConnectionThatStaysOpen() throws Exception {
        append("  ControlMaster auto\n  ControlPersist 60\n  ControlPath " + folder.resolve("mux") + "\n");
        try {
            assertThat(answered(run("spark1", "echo hi", "")).exited().stdout().text())
                    .isEqualTo("hi\n");
            assertThat(answered(run("spark1", "echo again", ""))
                            .exited()
                            .stdout()
                            .text())
                    .isEqualTo("again\n");
        } finally {
            new ProcessBuilder("ssh", "-F", server.clientConfig().toString(), "-O", "exit", "spark1")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    private void append(String lines) throws IOException {
        Files.writeString(server.clientConfig(), lines, StandardOpenOption.APPEND);
    }

    private SshOutcome run(String host, String command, String input) throws InterruptedException {
        return ssh.run(new SshTarget(host), command, new Input.Text(input), LONG_NANOS, 1 << 20);
    }

    private static SshOutcome.Answered answered(SshOutcome outcome) {
        assertThat(outcome).isInstanceOf(SshOutcome.Answered.class);
        return (SshOutcome.Answered) outcome;
    }

    private static SshOutcome.Failed failed(SshOutcome outcome) {
        assertThat(outcome).isInstanceOf(SshOutcome.Failed.class);
        return (SshOutcome.Failed) outcome;
    }
}
