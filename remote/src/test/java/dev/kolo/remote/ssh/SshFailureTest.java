package dev.kolo.remote.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failures that no local server can show, told by a script in place of ssh. */
class SshFailureTest {
    private final ProcessRunner processes = new ProcessRunner();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        processes.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ssh: connect to host spark1 port 22: No route to host | NO_ROUTE",
                "ssh: connect to host spark1 port 22: Connection timed out | NO_ANSWER",
                "ssh: connect to host spark1 port 22: Operation timed out | NO_ANSWER",
                "kex_exchange_identification: Connection closed by remote host | CLOSED",
                "kex_exchange_identification: read: Connection reset by peer | CLOSED",
                "client_loop: send disconnect: Broken pipe | CLOSED",
                "Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures | PERMISSION_DENIED",
                "Unable to negotiate with 10.0.0.1 port 22: no matching host key type found. | NO_COMMON_METHOD",
                "Bad owner or permissions on /home/me/.ssh/config | BAD_CONFIGURATION",
                "something that nobody has ever seen | OTHER",
            })
    void translatesWhatSshSays(String complaint, SshFailure kind) throws Exception {
        SshOutcome.Failed failed = failed(fake("echo '" + complaint + "' >&2; exit 255"), TimeUnit.MINUTES.toNanos(1));

        assertThat(failed.kind()).isEqualTo(kind);
        assertThat(failed.quoted()).isEqualTo(complaint);
        assertThat(failed.sentence()).contains("spark1").doesNotContain("HOST");
    }

    @Test
    void findsTheCauseAmongManyComplaints() throws Exception {
        SshOutcome.Failed failed = failed(
                fake(
                        "printf 'Warning: old key\\nHost key verification failed.\\r\\nConnection closed by 10.0.0.1\\n' >&2;"
                                + " exit 255"),
                TimeUnit.MINUTES.toNanos(1));

        assertThat(failed.kind()).isEqualTo(SshFailure.HOST_KEY_UNKNOWN);
    }

    @Test
    void aFailureWithoutAWordIsStillNamed() throws Exception {
        assertThat(failed(fake("exit 255"), TimeUnit.MINUTES.toNanos(1)))
                .isEqualTo(new SshOutcome.Failed(SshFailure.OTHER, "ssh to spark1 failed.", ""));
    }

    @Test
    void anSshThatHangsAfterItsComplaintIsNamedByTheComplaint() throws Exception {
        Path hanging = fake("echo 'connect to host spark1 port 22: No route to host' >&2; exec tail -f /dev/null");

        assertThat(failed(hanging, TimeUnit.SECONDS.toNanos(3)).kind()).isEqualTo(SshFailure.NO_ROUTE);
    }

    @Test
    void saysThatThereIsNoSsh() throws Exception {
        assertThat(failed(folder.resolve("absent"), TimeUnit.MINUTES.toNanos(1)).kind())
                .isEqualTo(SshFailure.NO_SSH);
    }

    @Test
    void passesTheTargetAfterAllOptions() throws Exception {
        Path echo = fake("printf '%s\\n' \"$@\"");
        Ssh ssh = new Ssh(processes, new SshSettings(echo.toString(), Optional.of(Path.of("my config")), 7));

        SshOutcome outcome = ssh.run(
                new SshTarget("owner@spark1"), "sh -s", new Input.Nothing(), TimeUnit.MINUTES.toNanos(1), 10_000);

        assertThat(outcome).isInstanceOfSatisfying(SshOutcome.Answered.class, answered -> {
            assertThat(answered.exited().stdout().text().lines())
                    .containsExactly(
                            "-F",
                            "my config",
                            "-o",
                            "BatchMode=yes",
                            "-o",
                            "ConnectTimeout=7",
                            "-o",
                            "LogLevel=ERROR",
                            "-o",
                            "ClearAllForwardings=yes",
                            "-o",
                            "RemoteCommand=none",
                            "-T",
                            "-x",
                            "--",
                            "owner@spark1",
                            "sh -s");
            assertThat(answered.exited().stdout().text()).doesNotContain("StrictHostKeyChecking");
        });
    }

    private Path fake(String script) throws IOException {
        Path file = folder.resolve("ssh");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    private SshOutcome.Failed failed(Path program, long timeoutNanos) throws InterruptedException {
        Ssh ssh = new Ssh(processes, new SshSettings(program.toString(), Optional.empty(), 5));
        SshOutcome outcome = ssh.run(new SshTarget("spark1"), "sh -s", new Input.Nothing(), timeoutNanos, 10_000);
        assertThat(outcome).isInstanceOf(SshOutcome.Failed.class);
        return (SshOutcome.Failed) outcome;
    }
}
