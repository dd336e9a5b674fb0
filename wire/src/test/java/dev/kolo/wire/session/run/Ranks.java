package dev.kolo.wire.session.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Ranks as real processes of this machine. */
final class Ranks implements AutoCloseable {
    /** No answer takes so long; it only ends tests that would hang. */
    private static final long BOUND_SECONDS = 90;

    private final Path runtimeFolder;
    private final List<Rank> started = new ArrayList<>();
    private String rendezvous = "127.0.0.1:0";

    Ranks(Path runtimeFolder) {
        this.runtimeFolder = runtimeFolder;
    }

    /** Starts rank 0 and notes where it listens. */
    Rank root(int world, String... settings) throws IOException, InterruptedException {
        rendezvous = "127.0.0.1:0";
        Rank root = start(0, world, settings);
        rendezvous = root.await("listens .*").substring("listens ".length());
        return root;
    }

    /** Lets ranks that start from now on call somewhere else. */
    void callAt(String endpoint) {
        rendezvous = endpoint;
    }

    String rendezvous() {
        return rendezvous;
    }

    Rank start(int rank, int world, String... settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx128m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                RankProcess.class.getName(),
                "rank=" + rank,
                "world=" + world,
                "rendezvous=" + rendezvous,
                "token=secret",
                "limit=64KiB",
                "wait=60s",
                "startup-wait=60s",
                "grace=300ms"));
        command.addAll(List.of(settings));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("XDG_RUNTIME_DIR", runtimeFolder.toString());
        Rank process = new Rank(rank, builder.start());
        started.add(process);
        return process;
    }

    /** All ranks of a world, ready. */
    List<Rank> all(int world, String... settings) throws IOException, InterruptedException {
        List<Rank> ranks = new ArrayList<>(List.of(root(world, settings)));
        for (int rank = 1; rank < world; rank++) {
            ranks.add(start(rank, world, settings));
        }
        for (Rank rank : ranks) {
            rank.await("ready .*");
        }
        return ranks;
    }

    static void tell(List<Rank> ranks, String command) throws IOException {
        for (Rank rank : ranks) {
            rank.tell(command);
        }
    }

    @Override
    public void close() {
        started.forEach(rank -> rank.process.destroyForcibly());
    }

    /** One process. */
    static final class Rank {
        final int rank;
        final Process process;
        private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final List<String> seen = new ArrayList<>();

        Rank(int rank, Process process) {
            this.rank = rank;
            this.process = process;
            Thread.ofPlatform().daemon().start(this::read);
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

        /** The next line that matches; lines before it are kept for {@link #seen}. */
        String await(String pattern) throws InterruptedException {
            Pattern wanted = Pattern.compile(pattern);
            while (true) {
                String line = lines.poll(BOUND_SECONDS, TimeUnit.SECONDS);
                if (line == null || line.equals("output ended")) {
                    throw new AssertionError("rank " + rank + " never said \"" + pattern + "\" but " + seen);
                }
                seen.add(line);
                if (line.startsWith("WRONG")) {
                    throw new AssertionError("rank " + rank + ": " + line);
                }
                if (wanted.matcher(line).matches()) {
                    return line;
                }
            }
        }

        /** Everything that it still says until its output ends. */
        List<String> rest() throws InterruptedException {
            List<String> rest = new ArrayList<>();
            while (true) {
                String line = lines.poll(BOUND_SECONDS, TimeUnit.SECONDS);
                if (line == null) {
                    throw new AssertionError("rank " + rank + " does not end; it said " + rest);
                }
                if (line.equals("output ended")) {
                    return rest;
                }
                rest.add(line);
            }
        }

        List<String> seen() {
            return seen;
        }

        void kill() {
            process.destroyForcibly();
        }

        /** Sends a signal by name. */
        void signal(String name) {
            try {
                Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .inheritIO()
                        .start();
                if (kill.waitFor() != 0) {
                    throw new AssertionError("kill -" + name + " failed");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
