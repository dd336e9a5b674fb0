package dev.kolo.cli.wire;

import dev.kolo.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of a test that says lines: {@code kolo wire serve}, or a client in Python that does what it is told. */
final class Served implements AutoCloseable {
    /** No line takes so long; it only ends tests that would hang. */
    private static final long BOUND_SECONDS = 90;

    private final Process process;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();

    private Served(ProcessBuilder builder) throws IOException {
        process = builder.redirectErrorStream(true).start();
        Thread.ofPlatform().daemon().start(this::read);
    }

    /** One rank's server. */
    static Served rank(int rank, String rendezvous, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "wire",
                "serve",
                "--world=2",
                "--rank=" + rank,
                "--rendezvous=" + rendezvous,
                "--limit=64KiB",
                "--grace=300ms"));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("KOLO_WIRE_TOKEN", "secret");
        return new Served(builder);
    }

    /** Both ranks, each with a mailbox of a name of its own. */
    static List<Served> both(String name, String... options) throws IOException, InterruptedException {
        List<String> zero = new ArrayList<>(List.of(options));
        zero.add("--mailbox=" + name + "0");
        Served root = rank(0, "127.0.0.1:0", zero.toArray(String[]::new));
        String meets = root.await("kolo wire: rank 0 meets the others at (.*)").group(1);
        List<String> one = new ArrayList<>(List.of(options));
        one.add("--mailbox=" + name + "1");
        Served other = rank(1, meets, one.toArray(String[]::new));
        return List.of(root, other);
    }

    /** A client at the mailbox that a rank says. */
    static Served client(Served rank) throws IOException, InterruptedException {
        Served client = client();
        client.tell("attach " + rank.await("mailbox (.*)").group(1));
        client.await("attached to rank .*");
        return client;
    }

    static Served client() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                "python3", "-B", Path.of("..", "wire", "src", "test", "resources", "mailbox", "client.py") + "");
        builder.environment()
                .putAll(Map.of(
                        "PYTHONPATH",
                        Path.of("..", "clients", "python").toAbsolutePath().toString()));
        return new Served(builder);
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

    void tell(String command) throws IOException {
        Writer input = process.outputWriter(StandardCharsets.UTF_8);
        input.write(command + "\n");
        input.flush();
    }

    /** The next line that matches. */
    Matcher await(String pattern) throws InterruptedException {
        Pattern wanted = Pattern.compile(pattern);
        while (true) {
            String line = lines.poll(BOUND_SECONDS, TimeUnit.SECONDS);
            if (line == null || line.equals("output ended")) {
                throw new AssertionError("nobody said \"" + pattern + "\" but " + seen);
            }
            seen.add(line);
            Matcher matcher = wanted.matcher(line);
            if (matcher.matches()) {
                return matcher;
            }
        }
    }

    /** Waits until it has ended. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the process goes on: " + seen);
        }
        return process.exitValue();
    }

    /** Sends a signal by name. */
    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("kill -" + name + " failed");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
