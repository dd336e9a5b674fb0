package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.Kolo;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** {@code kolo wire serve} of one rank on a thread of this process: for refusals, which need no process of their own. */
final class ServedHere {
    private static final long BOUND_SECONDS = 90;
    private static final String MEETS = "kolo wire: rank 0 meets the others at ";

    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> code = new CompletableFuture<>();

    private ServedHere(Path folder, List<String> command) {
        Console console = new Console(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
                    @Override
                    public void println(String line) {
                        lines.add(line);
                    }
                },
                InputStream.nullInputStream(),
                folder,
                Console.Style.PLAIN,
                Map.of("KOLO_WIRE_TOKEN", "secret"));
        Thread.ofPlatform().daemon().start(() -> code.complete(new Kolo(console).run(command.toArray(String[]::new))));
    }

    /** Both ranks; rank r has the r-th list of options beside the common ones. */
    static List<ServedHere> both(Path folder, List<List<String>> options) throws InterruptedException {
        ServedHere zero = new ServedHere(folder, command(0, "127.0.0.1:0", options.get(0)));
        String meets = zero.await(MEETS).substring(MEETS.length());
        return List.of(zero, new ServedHere(folder, command(1, meets, options.get(1))));
    }

    private static List<String> command(int rank, String rendezvous, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                "wire",
                "serve",
                "--nic=tcp",
                "--world=2",
                "--rank=" + rank,
                "--rendezvous=" + rendezvous,
                "--limit=64KiB",
                "--grace=300ms"));
        command.addAll(options);
        return command;
    }

    /** The next line with some words in it. */
    String await(String words) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        while (true) {
            String line = lines.poll(BOUND_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("nobody said \"" + words + "\" but " + seen);
            }
            seen.add(line);
            if (line.contains(words)) {
                return line;
            }
        }
    }

    int exitCode() throws Exception {
        return code.get(BOUND_SECONDS, TimeUnit.SECONDS);
    }
}
