package dev.kolo.probe.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a shell did with a script that it got on standard input, as {@code ssh HOST sh} hands it over.
 *
 * @param exit its exit status
 * @param stdout what it printed
 * @param stderr what it complained of
 */
record ShellRun(int exit, String stdout, String stderr) {
    private static final long LIMIT_SECONDS = 120;

    /**
     * Runs a script.
     *
     * @param shell the shell's command line
     * @param environment all variables that the shell gets
     * @param folder the working folder
     */
    static ShellRun of(List<String> shell, String script, Map<String, String> environment, Path folder) {
        var builder = new ProcessBuilder(shell).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            var stdout = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
            var stderr = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
            try (var stdin = process.getOutputStream()) {
                stdin.write(script.getBytes(StandardCharsets.UTF_8));
            }
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError(
                        shell + " did not finish in " + LIMIT_SECONDS + " s; it had printed:\n" + stdout.join());
            }
            return new ShellRun(process.exitValue(), stdout.join(), stderr.join());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    shell.getFirst() + " does not run; install it (packages dash, bash, busybox)", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static String read(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
