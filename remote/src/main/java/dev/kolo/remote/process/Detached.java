package dev.kolo.remote.process;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process that outlives Kolo: a virtual machine, or the watcher of some. It leads a session of its own, so that Ctrl-C in
 * the caller's terminal does not reach it, and writes into a file. Whoever starts one is answerable for its end: nothing
 * here ends it.
 */
public final class Detached {
    private final Process process;

    private Detached(Process process) {
        this.process = process;
    }

    /** Whether the process reads what {@link #tell} writes. */
    public enum Stdin {
        /** It reads nothing. */
        NOTHING,
        /** It reads a pipe, whose end it sees when it is closed by {@link #tell}, or when Kolo ends in whatever way. */
        PIPE
    }

    /**
     * Starts a program.
     *
     * @param argv program and arguments
     * @param folder its working folder
     * @param log where both of its outputs are appended
     * @throws IOException when it cannot be started; the message names the program
     */
    public static Detached start(List<String> argv, Path folder, Path log, Stdin stdin) throws IOException {
        String searchPath = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
        if (ProgramPath.find(argv.getFirst(), searchPath).isEmpty()) {
            throw new IOException("there is no program \"" + argv.getFirst() + "\" on this machine's path");
        }
        List<String> words = new ArrayList<>();
        if (ProgramPath.find("setsid", searchPath).isPresent()) {
            words.add("setsid");
        }
        words.addAll(argv);
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        if (stdin == Stdin.NOTHING) {
            builder.redirectInput(new File("/dev/null"));
        }
        return new Detached(builder.start());
    }

    /** Its process id; {@code setsid} hands its own on to the program. */
    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Writes a last line to its standard input and closes it; a process that has gone already does not mind. */
    public void tell(String line) {
        try (OutputStream to = process.getOutputStream()) {
            to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException gone) {
            // It has ended, so there is nobody to tell.
        }
    }
}
