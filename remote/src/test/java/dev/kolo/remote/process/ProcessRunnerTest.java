package dev.kolo.remote.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120)
class ProcessRunnerTest {
    private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Long enough for a shell to start and to write a line, however busy the machine is. */
    private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ProcessRunner processes = new ProcessRunner();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        processes.close();
    }

    @Test
    void keepsStatusOutputAndComplaintsApart() throws InterruptedException {
        Outcome.Exited exited = exited(sh("echo data; echo complaint >&2; exit 3", LONG_NANOS));

        assertThat(exited.status()).isEqualTo(3);
        assertThat(exited.stdout().text()).isEqualTo("data\n");
        assertThat(exited.stderr().text()).isEqualTo("complaint\n");
    }

    @Test
    void handsArgumentsOverUntouched() throws InterruptedException {
        Outcome.Exited exited = exited(Command.of(LONG_NANOS, List.of("printf", "<%s>", "a b", "$(id)", "'", "", "*")));

        assertThat(exited.stdout().text()).isEqualTo("<a b><$(id)><'><><*>");
    }

    @Test
    void copiesTextAndStreamsToTheInput() throws InterruptedException {
        Command cat = Command.of(LONG_NANOS, List.of("cat"));
        byte[] megabyte = new byte[1 << 20];
        Arrays.fill(megabyte, (byte) 'x');

        assertThat(exited(cat.withInput(new Input.Text("grüße\n"))).stdout().text())
                .isEqualTo("grüße\n");
        assertThat(exited(cat.withInput(new Input.Stream(new ByteArrayInputStream(megabyte))))
                        .stdout()
                        .size())
                .isEqualTo(1 << 20);
        assertThat(exited(cat).stdout().size()).isZero();
    }

    @Test
    void doesNotMindAProcessThatReadsNoInput() throws InterruptedException {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }
        };

        assertThat(exited(Command.of(LONG_NANOS, List.of("true")).withInput(new Input.Stream(endless)))
                        .status())
                .isZero();
    }

    @Test
    void saysThatAProgramIsMissing() throws InterruptedException {
        Outcome missing = processes.run(Command.of(LONG_NANOS, List.of("no-such-program-here")));
        Outcome noFile =
                processes.run(Command.of(LONG_NANOS, List.of(folder.resolve("x").toString())));

        assertThat(missing)
                .isEqualTo(
                        new Outcome.NotStarted("there is no program \"no-such-program-here\" on this machine's path"));
        assertThat(noFile).isInstanceOf(Outcome.NotStarted.class);
    }

    @Test
    void endsACommandThatNeverEndsAndKeepsWhatItWrote() throws InterruptedException {
        Outcome outcome = processes.run(sh("echo first; exec tail -f /dev/null", SHORT_NANOS));

        assertThat(outcome).isInstanceOfSatisfying(Outcome.TimedOut.class, late -> {
            assertThat(late.afterNanos()).isEqualTo(SHORT_NANOS);
            assertThat(late.stdout().text()).isEqualTo("first\n");
        });
    }

    @Test
    void endsACommandThatIgnoresTermination() throws Exception {
        Path pids = folder.resolve("pids");

        Outcome outcome =
                processes.run(sh("trap '' TERM HUP INT; echo $$ >>" + pids + "; exec tail -f /dev/null", SHORT_NANOS));

        assertThat(outcome).isInstanceOf(Outcome.TimedOut.class);
        assertAllGone(pids, 1);
    }

    @Test
    void endsChildrenWhoseParentIsGone() throws Exception {
        Path pids = folder.resolve("pids");
        String orphan = "(trap '' TERM HUP; sh -c 'echo $$ >>" + pids + "; exec tail -f /dev/null' &)";

        Outcome outcome = processes.run(sh(
                orphan + "; " + orphan + "; echo $$ >>" + pids + "; exec tail -f /dev/null",
                TimeUnit.SECONDS.toNanos(3)));

        assertThat(outcome).isInstanceOf(Outcome.TimedOut.class);
        assertAllGone(pids, 3);
    }

    @Test
    void doesNotWaitForAnOrphanThatHoldsTheOutputOpen() throws Exception {
        Path pids = folder.resolve("pids");

        Outcome.Exited exited = exited(sh(
                "sh -c 'echo $$ >>" + pids + "; exec tail -f /dev/null' & while ! test -s " + pids
                        + "; do :; done; echo done",
                LONG_NANOS));

        assertThat(exited.stdout().text()).isEqualTo("done\n");
        assertAllGone(pids, 1);
    }

    @Test
    void endsACommandThatFloodsItsOutput() throws InterruptedException {
        Outcome outcome =
                processes.run(Command.of(LONG_NANOS, List.of("yes", "flood")).withOutputLimitBytes(100_000));

        assertThat(outcome).isInstanceOfSatisfying(Outcome.OutputTooLarge.class, much -> {
            assertThat(much.limitBytes()).isEqualTo(100_000);
            assertThat(much.stdout().size()).isEqualTo(100_000);
            assertThat(much.stdout().isCut()).isTrue();
        });
    }

    @Test
    void keepsTheEndOfEndlessComplaints() throws InterruptedException {
        Outcome.Exited exited = exited(
                sh("i=0; while [ $i -lt 60000 ]; do echo noise; i=$((i+1)); done >&2; echo cause >&2", LONG_NANOS));

        assertThat(exited.stderr().size()).isLessThanOrEqualTo(64 << 10);
        assertThat(exited.stderr().isCut()).isTrue();
        assertThat(exited.stderr().text()).endsWith("noise\ncause\n");
    }

    @Test
    void endsTheTreeWhenTheCallerIsInterrupted() throws Exception {
        Path pids = folder.resolve("pids");
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                processes.run(sh(
                        "echo $$ >" + pids + ".new; mv " + pids + ".new " + pids + "; exec tail -f /dev/null",
                        LONG_NANOS));
                thrown.complete(new AssertionError("ended by itself"));
            } catch (InterruptedException expected) {
                thrown.complete(expected);
            }
        });
        awaitFile(pids);

        caller.interrupt();

        assertThat(thrown.get(1, TimeUnit.MINUTES)).isInstanceOf(InterruptedException.class);
        assertAllGone(pids, 1);
    }

    @Test
    void leavesNoChildBehindWhenKoloIsEndedByCtrlC() throws Exception {
        Path pids = folder.resolve("pids");
        Process kolo = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RunsForever.class.getName(),
                        pids.toString())
                .redirectErrorStream(true)
                .start();
        awaitFile(pids);

        new ProcessBuilder("sh", "-c", "kill -INT " + kolo.pid()).start().waitFor();

        assertThat(kolo.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(kolo.exitValue()).isEqualTo(130);
        assertAllGone(pids, 2);
    }

    @Test
    void isInterruptedWhenItIsClosedMeanwhile() throws Exception {
        Path pids = folder.resolve("pids");
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                processes.run(sh(
                        "echo $$ >" + pids + ".new; mv " + pids + ".new " + pids + "; exec tail -f /dev/null",
                        LONG_NANOS));
                thrown.complete(new AssertionError("taken for an end of its own"));
            } catch (InterruptedException expected) {
                thrown.complete(expected);
            }
        });
        awaitFile(pids);

        processes.close();

        assertThat(thrown.get(1, TimeUnit.MINUTES)).isInstanceOf(InterruptedException.class);
        assertAllGone(pids, 1);
    }

    @Test
    void startsNothingOnceClosed() throws InterruptedException {
        processes.close();

        assertThat(processes.run(Command.of(LONG_NANOS, List.of("true"))))
                .isEqualTo(new Outcome.NotStarted("\"true\" could not be started: Kolo is ending"));
    }

    @Test
    void refusesACommandWithoutLimits() {
        assertThatThrownBy(() -> Command.of(0, List.of("true"))).hasMessageContaining("must be positive, got 0 ns");
        assertThatThrownBy(() -> Command.of(1, List.of())).hasMessageContaining("needs a program");
    }

    private static Command sh(String script, long timeoutNanos) {
        return Command.of(timeoutNanos, List.of("sh", "-c", script));
    }

    private Outcome.Exited exited(Command command) throws InterruptedException {
        Outcome outcome = processes.run(command);
        assertThat(outcome).isInstanceOf(Outcome.Exited.class);
        return (Outcome.Exited) outcome;
    }

    private static void awaitFile(Path file) throws InterruptedException {
        while (!Files.exists(file)) {
            Thread.onSpinWait();
        }
    }

    private static void assertAllGone(Path pids, int count) throws IOException {
        List<String> lines = Files.readAllLines(pids);
        assertThat(lines).hasSize(count);
        for (String pid : lines) {
            Optional<ProcessHandle> left = ProcessHandle.of(Long.parseLong(pid));
            // Gone, or going: an orphan stays visible until its new parent has taken its status.
            left.ifPresent(
                    handle -> handle.onExit().orTimeout(1, TimeUnit.MINUTES).join());
        }
    }
}
