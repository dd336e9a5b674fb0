package dev.kolo.remote.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A local process that is spoken with line by line while it runs. It has no deadline of its own: whoever starts it waits with
 * one and calls {@link #close}. Both of its outputs come as one.
 */
public final class LineProcess implements AutoCloseable {
    private final Process process;

    private LineProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param command program and arguments
     * @param environment variables beside those of this process
     * @param line takes each line of its output, in order, on a thread of its own
     * @param ended called on that thread after the last line
     * @throws IOException when it cannot be started
     */
    public static LineProcess start(
            List<String> command, Map<String, String> environment, Consumer<String> line, Runnable ended)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        LineProcess started = new LineProcess(builder.start());
        Thread.ofPlatform()
                .daemon()
                .name("kolo-lines-of-" + started.process.pid())
                .start(() -> {
                    started.read(line);
                    ended.run();
                });
        return started;
    }

    private void read(Consumer<String> each) {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                each.accept(line);
            }
        } catch (IOException closed) {
            // The process was ended; what it had to say has been read.
        }
    }

    /** Tells it a line; one that has ended hears nothing, and its exit code tells. */
    public void tell(String line) {
        try {
            Writer input = process.outputWriter(StandardCharsets.UTF_8);
            input.write(line + "\n");
            input.flush();
        } catch (IOException gone) {
            // It has ended.
        }
    }

    /** Waits until it has ended and returns its exit code. */
    public int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** Ends it at once, if it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
