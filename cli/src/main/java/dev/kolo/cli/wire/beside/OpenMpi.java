package dev.kolo.cli.wire.beside;

import dev.kolo.cli.KoloException;
import dev.kolo.remote.process.LineProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * OpenMPI over the same kind of transport: a small program of ours ({@code mpi_exchanges.c}, built by the mpicc that is
 * installed) times each exchange as Kolo's ranks do. Its ranks live as long as this object; between two cells they wait in a
 * blocking read.
 */
final class OpenMpi implements Peer {
    static final String NAME = "openmpi";
    private static final long START_SECONDS = 60;
    private static final long CELL_SECONDS = 300;
    private static final int KEPT_LINES = 20;

    private final Path folder;
    private final RankSockets sockets;
    private final LineProcess mpirun;
    private final List<String> command;
    private final String description;
    private final Deque<String> said = new ArrayDeque<>();
    private final Thread hook = new Thread(this::end, "kolo-mpi-end");

    private OpenMpi(Terms terms, Path folder, String version) throws IOException {
        this.folder = folder;
        Path socket = folder.resolve("ranks");
        this.sockets = RankSockets.listen(socket);
        this.command = command(terms, version, folder.resolve("mpi_exchanges").toString(), socket.toString());
        this.description = version + ": " + String.join(" ", command.subList(0, command.size() - 2));
        this.mpirun = LineProcess.start(command, Map.of(), this::hear, sockets::stop);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Builds the program and starts its ranks. */
    static OpenMpi start(Terms terms) {
        try {
            Path folder = Files.createTempDirectory("kolo-mpi-");
            try {
                String version = Programs.output(NAME, START_SECONDS, List.of("mpirun", "--version"))
                        .lines()
                        .findFirst()
                        .orElse("")
                        .replaceFirst("^mpirun ", "")
                        .strip();
                build(folder);
                OpenMpi peer = new OpenMpi(terms, folder, version);
                peer.meet(terms.ranks());
                return peer;
            } catch (IOException | RuntimeException e) {
                remove(folder);
                throw e;
            }
        } catch (IOException e) {
            throw KoloException.failure("openmpi could not be started: " + e.getMessage() + ".");
        }
    }

    private static void build(Path folder) throws IOException {
        Path source = folder.resolve("mpi_exchanges.c");
        try (InputStream own = OpenMpi.class.getResourceAsStream("mpi_exchanges.c")) {
            if (own == null) {
                throw new IOException("this build of Kolo lacks mpi_exchanges.c");
            }
            Files.copy(own, source);
        }
        Programs.output(
                NAME,
                START_SECONDS,
                List.of("mpicc", "-O2", "-o", folder.resolve("mpi_exchanges").toString(), source.toString()));
    }

    /** What is started: the transport that corresponds to Kolo's and no other, so that nothing else is compared by mistake. */
    static List<String> command(Terms terms, String version, String program, String socket) {
        List<String> argv = new ArrayList<>(List.of("mpirun", "-np", Integer.toString(terms.ranks())));
        if (System.getProperty("user.name", "").equals("root")) {
            argv.add("--allow-run-as-root");
        }
        argv.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl"));
        if (terms.nic().equals("tcp")) {
            argv.addAll(List.of("tcp,self", "--mca", "btl_tcp_if_include", "lo"));
        } else {
            // The shared-memory transport was called vader before release 5.
            argv.add(version.matches(".* [1-4]\\..*") ? "vader,self" : "sm,self");
        }
        if (terms.crowded()) {
            argv.addAll(List.of("--oversubscribe", "--mca", "mpi_yield_when_idle", "1"));
        }
        argv.addAll(List.of(program, socket));
        return List.copyOf(argv);
    }

    private void meet(int ranks) {
        if (!sockets.await(ranks, START_SECONDS)) {
            RuntimeException failure =
                    failure("did not bring up its " + ranks + " ranks within " + START_SECONDS + " s");
            close();
            throw failure;
        }
    }

    private synchronized void hear(String line) {
        said.addLast(line);
        if (said.size() > KEPT_LINES) {
            said.removeFirst();
        }
    }

    private synchronized RuntimeException failure(String how) {
        return Programs.failure(NAME, command, how, String.join("\n", said));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public List<String> caveats() {
        return List.of();
    }

    @Override
    public boolean measures(Cell cell) {
        return true;
    }

    @Override
    public Measured measure(Cell cell) {
        Optional<Measured> measured = sockets.measure(cell.withoutSlots(), CELL_SECONDS);
        return measured.orElseThrow(() -> failure("did not answer \"" + cell.order() + "\""));
    }

    /** Ends the ranks, which see the end of their orders, and takes the folder away; also when the command is interrupted. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The hook does the same.
        }
    }

    private void end() {
        sockets.close();
        mpirun.close();
        remove(folder);
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException left) {
            // A temporary folder that only its owner may enter; the system clears it.
        }
    }
}
