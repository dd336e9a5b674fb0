package dev.kolo.remote.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command in the caller's place: it has Kolo's own terminal, reads and writes it directly, and Ctrl-C reaches it. For
 * shells on other machines and for scripts that people watch; it has no deadline, since a person is there.
 */
public final class Foreground {
    private Foreground() {}

    /**
     * Runs a program to its end.
     *
     * @param argv program and arguments
     * @param folder its working folder
     * @param environment what it finds in its environment beside Kolo's own
     * @return its exit status
     * @throws IOException when it cannot be started; the message names the program
     * @throws InterruptedException when the calling thread is interrupted; the program has been ended then
     */
    public static int run(List<String> argv, Path folder, Map<String, String> environment)
            throws IOException, InterruptedException {
        String searchPath = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
        if (ProgramPath.find(argv.getFirst(), searchPath).isEmpty()) {
            throw new IOException("there is no program \"" + argv.getFirst() + "\" on this machine's path");
        }
        ProcessBuilder builder =
                new ProcessBuilder(argv).directory(folder.toFile()).inheritIO();
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            return process.waitFor();
        } finally {
            if (process.isAlive()) {
                new ProcessTree(process, false).end();
            }
        }
    }
}
