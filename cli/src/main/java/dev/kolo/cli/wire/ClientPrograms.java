package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.Command;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The programs that run the suite from outside: Python's as it lies there, C's compiled on the spot, or any other. */
final class ClientPrograms {
    private static final long COMPILER_NANOS = TimeUnit.SECONDS.toNanos(120);

    private ClientPrograms() {}

    /**
     * How a program is started; a mailbox and a file of cases follow.
     *
     * @param client {@code python}, {@code c}, or the path of a program that takes the same two arguments
     * @param folder a private folder for what is compiled
     */
    static List<String> command(String client, Path folder, ProcessRunner runner) throws InterruptedException {
        return switch (client) {
            case "python" ->
                List.of(
                        "python3",
                        "-B",
                        clients()
                                .resolve("python")
                                .resolve("kolo_mailbox_suite.py")
                                .toString());
            case "c" -> List.of(compiled(folder, runner));
            default -> {
                if (!client.contains("/") || !Files.isExecutable(Path.of(client))) {
                    throw KoloException.badInput("--client \"" + Text.quote(client)
                            + "\": give python, c, or the path of a program (with a slash in it).");
                }
                yield List.of(Path.of(client).toAbsolutePath().toString());
            }
        };
    }

    private static String compiled(Path folder, ProcessRunner runner) throws InterruptedException {
        Path source = clients().resolve("c").resolve("kolo_mailbox_suite.c");
        Path program = folder.resolve("kolo_mailbox_suite");
        if (Files.isExecutable(program)) {
            return program.toString();
        }
        Outcome outcome = runner.run(Command.of(
                COMPILER_NANOS, List.of("cc", "-std=c11", "-O2", "-o", program.toString(), source.toString())));
        return switch (outcome) {
            case Outcome.Exited(int status, var out, var err) when status == 0 -> program.toString();
            case Outcome.NotStarted(String reason) ->
                throw KoloException.refused("the C client cannot be compiled: " + reason + "; install a C compiler.");
            case Outcome.Exited(int status, var out, var err) ->
                throw KoloException.refused("the C client " + source + " cannot be compiled, cc ended with " + status
                        + ": " + Text.quote(err.text()));
            default -> throw KoloException.refused("the C client " + source + " was not compiled within two minutes.");
        };
    }

    /** The folder of clients: beside the launcher, or above the jars. */
    private static Path clients() {
        Optional<String> home = Optional.ofNullable(System.getProperty("kolo.home"));
        Path from = home.map(Path::of).orElseGet(ClientPrograms::ownPlace);
        for (Path at = from.toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("clients").resolve("python").resolve("kolo_mailbox.py"))) {
                return at.resolve("clients");
            }
        }
        throw KoloException.refused("the clients of the mailbox are not here: neither " + from
                + " nor a folder above it has a folder clients. Unpack the whole archive, or give --client a program.");
    }

    private static Path ownPlace() {
        CodeSource source = ClientPrograms.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? Path.of("") : Path.of(source.getLocation().toURI());
        } catch (URISyntaxException unusual) {
            return Path.of("");
        }
    }
}
