package dev.kolo.cli.wire.beside;

import dev.kolo.cli.KoloException;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.ProgramPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Which programs Kolo can be compared with, what each needs, and which package brings it. */
public final class Peers {
    /** Everything that is installed. */
    public static final String INSTALLED = "installed";

    private static final List<String> ALL = List.of(OpenMpi.NAME, Perftest.NAME, NcclTests.NAME);
    private static final Path RDMA_DEVICES = Path.of("/sys/class/infiniband");

    private Peers() {}

    /**
     * Starts the peers that were asked for.
     *
     * @param asked names with commas between them, or {@link #INSTALLED}
     * @param say takes a sentence about each that is left out
     * @throws KoloException for a name that nobody has, and for a peer that was named and cannot run here: bad input
     */
    public static List<Peer> start(String asked, Terms terms, Consumer<String> say) {
        boolean whatever = asked.strip().equals(INSTALLED);
        Set<String> names = whatever ? new LinkedHashSet<>(ALL) : names(asked);
        List<String> lacking = new ArrayList<>();
        List<String> chosen = new ArrayList<>();
        for (String name : names) {
            missing(name, terms).ifPresentOrElse(lacking::add, () -> chosen.add(name));
        }
        if (!whatever && !lacking.isEmpty()) {
            throw KoloException.badInput(String.join("\n      ", lacking));
        }
        lacking.forEach(say);
        if (chosen.isEmpty()) {
            throw KoloException.badInput("--beside installed: nothing is installed that Kolo could be compared with.");
        }
        List<Peer> peers = new ArrayList<>();
        try {
            for (String name : chosen) {
                peers.add(start(name, terms));
            }
        } catch (RuntimeException e) {
            peers.forEach(Peer::close);
            throw e;
        }
        return peers;
    }

    private static Set<String> names(String asked) {
        Set<String> names = new LinkedHashSet<>();
        for (String word : asked.split(",", -1)) {
            if (!ALL.contains(word.strip())) {
                throw KoloException.badInput("--beside knows nobody called \"" + Text.quote(word) + "\": name some of "
                        + String.join(", ", ALL) + ", or say " + INSTALLED + ".");
            }
            names.add(word.strip());
        }
        return names;
    }

    private static Peer start(String name, Terms terms) {
        return switch (name) {
            case OpenMpi.NAME -> OpenMpi.start(terms);
            case Perftest.NAME -> new Perftest(terms.rdmaDevices());
            default -> new NcclTests(terms.ranks());
        };
    }

    /** Why a peer cannot run here, and what to do; empty when it can. */
    static Optional<String> missing(String name, Terms terms) {
        return switch (name) {
            case OpenMpi.NAME ->
                lacks(terms, "mpirun", "mpicc", "gcc")
                        .map(what -> "openmpi is left out: " + what
                                + " not on the PATH. Install it with: apt-get install openmpi-bin libopenmpi-dev gcc");
            case Perftest.NAME ->
                lacks(terms, Perftest.PROGRAM)
                        .map(what -> "perftest is left out: " + what
                                + " not on the PATH. Install it with: apt-get install perftest")
                        .or(() -> devices(terms));
            default ->
                lacks(terms, NcclTests.PROGRAM)
                        .map(what ->
                                "nccl is left out: " + what + " not on the PATH. No Debian package brings it: build"
                                        + " NVIDIA's nccl-tests (github.com/NVIDIA/nccl-tests) and put its build folder on the"
                                        + " PATH");
        };
    }

    private static Optional<String> lacks(Terms terms, String... programs) {
        List<String> absent = Stream.of(programs)
                .filter(p -> ProgramPath.find(p, terms.searchPath()).isEmpty())
                .toList();
        return absent.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(" and ", absent) + (absent.size() == 1 ? " is" : " are"));
    }

    private static Optional<String> devices(Terms terms) {
        List<String> here = new ArrayList<>();
        try (Stream<Path> all = Files.list(RDMA_DEVICES)) {
            all.map(device -> device.getFileName().toString()).sorted().forEach(here::add);
        } catch (IOException none) {
            // A machine without RDMA has no such folder.
        }
        if (here.isEmpty()) {
            return Optional.of("perftest is left out: this host has no RDMA device (nothing in " + RDMA_DEVICES + ")");
        }
        if (terms.rdmaDevices().isEmpty()) {
            return Optional.of("perftest is left out: say between which devices it shall write, with --rdma-devices"
                    + " FROM[:GID],TO[:GID]; here are " + Text.quote(String.join(", ", here)));
        }
        for (String device : terms.rdmaDevices()) {
            if (!here.contains(device.replaceFirst(":.*", ""))) {
                return Optional.of("perftest is left out: this host has no RDMA device \"" + Text.quote(device)
                        + "\"; here are " + Text.quote(String.join(", ", here)));
            }
        }
        return Optional.empty();
    }
}
