package dev.kolo.wire.mailbox.run;

import dev.kolo.wire.mailbox.ClientPrograms;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client of a mailbox as a process of this machine, in Python or in C, that does what it is told. */
final class ClientProcess implements AutoCloseable {
    /** No answer takes so long; it only ends tests that would hang. */
    private static final long BOUND_SECONDS = 90;

    private static final Path SOURCES =
            Path.of("src", "test", "resources", "mailbox").toAbsolutePath();

    private final Process process;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ClientProcess(ProcessBuilder builder) throws IOException {
        builder.environment().put("PYTHONPATH", ClientPrograms.PYTHON.toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        process = builder.redirectErrorStream(true).start();
        Thread.ofPlatform().daemon().start(this::read);
    }

    /**
     * Starts one.
     *
     * @param language {@code python} or {@code c}
     * @param folder where the C program lies or is made
     */
    static ClientProcess start(String language, Path folder) throws IOException, InterruptedException {
        if (language.equals("python")) {
            return new ClientProcess(
                    new ProcessBuilder("python3", SOURCES.resolve("client.py").toString()));
        }
        Path program = folder.resolve("client");
        if (!program.toFile().exists()) {
            ClientPrograms.compile(SOURCES.resolve("client.c"), program);
        }
        return new ClientProcess(new ProcessBuilder(program.toString()));
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException ended) {
            // The process was killed.
        }
        lines.add("output ended");
    }

    /** Tells it a command. */
    void tell(String command) throws IOException {
        Writer input = process.outputWriter(StandardCharsets.UTF_8);
        input.write(command + "\n");
        input.flush();
    }

    /** Its next answer. */
    String answer() throws InterruptedException {
        String line = lines.poll(BOUND_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("the client said nothing for " + BOUND_SECONDS + " s");
        }
        return line;
    }

    /** Tells it a command and returns the answer. */
    String ask(String command) throws IOException, InterruptedException {
        tell(command);
        return answer();
    }

    /** Whether it has answered; does not wait. */
    boolean hasAnswered() {
        return !lines.isEmpty();
    }

    long pid() {
        return process.pid();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Sends a signal by name. */
    void signal(String name) throws IOException, InterruptedException {
        ClientPrograms.run("kill", "-" + name, Long.toString(process.pid()));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
