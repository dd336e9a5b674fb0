package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.cli.wire.beside.Terms;
import dev.kolo.page.text.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** With what Kolo is compared, and how often. */
final class BesideOptions {
    private static final int DEFAULT_ROUNDS = 9;
    private static final int MOST_ROUNDS = 1000;
    private static final int MOST_EXCHANGES = 1_000_000;

    @Option(
            names = "--beside",
            paramLabel = "PEERS",
            description = {
                "Measure these in the same run, in turns: openmpi, perftest, nccl (comma-separated), or installed: those of"
                        + " them that are here."
            })
    private Optional<String> peers = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "Rounds of a comparison; six or more give an interval of 95%%. Default: " + DEFAULT_ROUNDS + ".")
    private Optional<Integer> rounds = Optional.empty();

    @Option(
            names = "--exchanges",
            paramLabel = "N",
            description =
                    "Exchanges timed in a round of a comparison. Default: 4000 to 16 KiB, 1000 to 128 KiB, then 300.")
    private Optional<Integer> exchanges = Optional.empty();

    @Option(
            names = "--rdma-devices",
            paramLabel = "FROM[:GID],TO[:GID]",
            split = ",",
            description =
                    "Between which RDMA devices of this host perftest writes, with GID indices if it shall not choose.")
    private List<String> rdmaDevices = List.of();

    /** The peers, as they were named; empty when nothing is to be compared. */
    Optional<String> peers() {
        if (peers.isEmpty() && (rounds.isPresent() || exchanges.isPresent() || !rdmaDevices.isEmpty())) {
            throw KoloException.badInput(
                    (rounds.isPresent() ? "--rounds" : exchanges.isPresent() ? "--exchanges" : "--rdma-devices")
                            + " belongs to --beside: say with what Kolo is to be compared.");
        }
        return peers;
    }

    int rounds() {
        int count = rounds.orElse(DEFAULT_ROUNDS);
        if (count < 1 || count > MOST_ROUNDS) {
            throw KoloException.badInput("--rounds " + count + ": give 1 to " + MOST_ROUNDS + ".");
        }
        return count;
    }

    /** How many exchanges are timed in a round; empty: by size. */
    OptionalInt exchanges() {
        if (exchanges.filter(n -> n < 10 || n > MOST_EXCHANGES).isPresent()) {
            throw KoloException.badInput("--exchanges " + exchanges.get() + ": give 10 to " + MOST_EXCHANGES + ".");
        }
        return exchanges.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    Terms terms(RankOptions ranks, Map<String, String> environment) {
        for (String device : rdmaDevices) {
            if (!device.matches("[A-Za-z0-9_.-]{1,64}(:[0-9]{1,3})?")) {
                throw KoloException.badInput("--rdma-devices: \"" + Text.quote(device)
                        + "\" is no device; write NAME or NAME:GID, e.g. rocep1s0f0:3.");
            }
        }
        if (rdmaDevices.size() > 2) {
            throw KoloException.badInput("--rdma-devices takes two devices, not " + rdmaDevices.size() + ".");
        }
        boolean crowded = ranks.ranks() > Runtime.getRuntime().availableProcessors();
        return new Terms(ranks.nic(), ranks.ranks(), crowded, rdmaDevices, environment);
    }
}
