package dev.kolo.remote.process;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs commands and leaves none behind: not at their deadline, not when the caller is interrupted, not when Kolo itself is
 * ended by Ctrl-C. May be used by many threads at once.
 */
public final class ProcessRunner implements AutoCloseable {
    private static final int STDERR_LIMIT_BYTES = 64 << 10;

    /** After its end, what a process wrote is read within this time, unless a child of its still holds the pipe. */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Set<ProcessTree> running = new LinkedHashSet<>();
    private final String searchPath;
    private final boolean hasSetsid;
    private final Thread atExit = Thread.ofPlatform().name("kolo-end-processes").unstarted(this::endAll);
    private boolean closed;

    public ProcessRunner() {
        searchPath = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
        hasSetsid = ProgramPath.find("setsid", searchPath).isPresent();
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Runs a command to its end, or ends it.
     *
     * @throws InterruptedException when the calling thread is interrupted or this runner is closed meanwhile; the command's
     *     tree has been ended then, so its status would be ours and not its own
     */
    public Outcome run(Command command) throws InterruptedException {
        if (ProgramPath.find(command.program(), searchPath).isEmpty()) {
            return new Outcome.NotStarted("there is no program \"" + command.program() + "\" on this machine's path");
        }
        ProcessTree tree;
        try {
            tree = start(command);
        } catch (IOException failure) {
            return new Outcome.NotStarted("\"" + command.program() + "\" could not be started: "
                    + Optional.ofNullable(failure.getMessage()).orElse("unknown reason"));
        }
        try {
            Outcome outcome = attend(tree, command);
            if (isClosed()) {
                throw new InterruptedException("Kolo is ending");
            }
            return outcome;
        } finally {
            forget(tree);
        }
    }

    /** Starts under the lock, so that nothing starts once {@link #endAll} has begun. */
    private synchronized ProcessTree start(Command command) throws IOException {
        if (closed) {
            throw new IOException("Kolo is ending");
        }
        List<String> argv = new ArrayList<>();
        if (hasSetsid) {
            argv.add("setsid");
        }
        argv.addAll(command.argv());
        ProcessBuilder builder = new ProcessBuilder(argv);
        if (command.input() instanceof Input.Nothing) {
            builder.redirectInput(new File("/dev/null"));
        }
        ProcessTree tree = new ProcessTree(builder.start(), hasSetsid);
        running.add(tree);
        return tree;
    }

    private static Outcome attend(ProcessTree tree, Command command) throws InterruptedException {
        Process process = tree.process();
        long deadline = System.nanoTime() + command.timeoutNanos();
        AtomicBoolean tooLarge = new AtomicBoolean();
        Capture stdout =
                new Capture("stdout", process.getInputStream(), command.outputLimitBytes(), Capture.Keep.FIRST, () -> {
                    tooLarge.set(true);
                    tree.end();
                });
        Capture stderr =
                new Capture("stderr", process.getErrorStream(), STDERR_LIMIT_BYTES, Capture.Keep.LAST, () -> {});
        feed(command.input(), process);
        boolean ended = false;
        try {
            ended = process.waitFor(command.timeoutNanos(), TimeUnit.NANOSECONDS);
        } finally {
            if (!ended) {
                tree.end();
            }
        }
        drain(tree, stdout, stderr, ended ? Math.max(DRAIN_NANOS, deadline - System.nanoTime()) : DRAIN_NANOS);
        if (tooLarge.get()) {
            return new Outcome.OutputTooLarge(command.outputLimitBytes(), stdout.output(), stderr.output());
        }
        return ended
                ? new Outcome.Exited(process.exitValue(), stdout.output(), stderr.output())
                : new Outcome.TimedOut(command.timeoutNanos(), stdout.output(), stderr.output());
    }

    /** A child that outlives its parent can hold the pipes open: it is given a moment, and then ended. */
    private static void drain(ProcessTree tree, Capture stdout, Capture stderr, long nanos)
            throws InterruptedException {
        long moment = Math.min(nanos, DRAIN_NANOS);
        if (!stdout.awaitEnd(moment) || !stderr.awaitEnd(moment)) {
            tree.end();
            stdout.awaitEnd(DRAIN_NANOS);
            stderr.awaitEnd(DRAIN_NANOS);
        }
    }

    private static void feed(Input input, Process process) {
        switch (input) {
            case Input.Nothing none -> {}
            case Input.Text text ->
                feed(new ByteArrayInputStream(text.text().getBytes(StandardCharsets.UTF_8)), process);
            case Input.Stream stream -> feed(stream.stream(), process);
        }
    }

    private static void feed(InputStream from, Process process) {
        Thread.ofPlatform().daemon().name("kolo-stdin").start(() -> {
            try (OutputStream to = process.getOutputStream()) {
                from.transferTo(to);
            } catch (IOException closed) {
                // The process ended or stopped reading, which is its right: its status tells.
            }
        });
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized void forget(ProcessTree tree) {
        running.remove(tree);
    }

    private void endAll() {
        List<ProcessTree> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(running);
        }
        List<Thread> threads = left.stream()
                .map(tree -> Thread.ofPlatform().daemon().start(tree::end))
                .toList();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends whatever still runs; nothing can be started afterwards. */
    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException endingAlready) {
            // Kolo is being ended, and the hook itself does the work.
        }
    }
}
