package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which ranks to start, for every verb that starts some. */
final class RankOptions {
    private static final int MOST_RANKS = 16;

    @Option(names = "--nic", paramLabel = "shm|tcp", description = "What carries the bytes. Default: ${DEFAULT-VALUE}.")
    private String nic = "shm";

    @Option(names = "--ranks", paramLabel = "N", description = "Number of ranks, 2 to 16. Default: ${DEFAULT-VALUE}.")
    private int ranks = 2;

    @Option(names = "--limit", paramLabel = "SIZE", description = "Largest payload a rank in a slot. Default: 256KiB.")
    private Optional<String> limit = Optional.empty();

    @Option(
            names = "--form",
            paramLabel = "FORM",
            description = "How small payload travels: plain, ll8 or ll16. Default: plain.")
    private Optional<String> form = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Longest time for the whole run. Default: ${DEFAULT-VALUE}.")
    private long timeoutSeconds = 600;

    int ranks() {
        return ranks;
    }

    String nic() {
        return nic;
    }

    long timeoutSeconds() {
        return timeoutSeconds;
    }

    /**
     * Starts the ranks that the options ask for; a usage error where one makes no sense.
     *
     * @param job what they do, as {@link RankMain} knows it
     * @param flags {@code key=value} of that job, beside what these options say
     */
    RankProcesses start(String job, List<String> flags) {
        List<String> all = flags();
        all.addAll(flags);
        return RankProcesses.start(job, ranks, all);
    }

    private List<String> flags() {
        check();
        List<String> flags = new ArrayList<>(List.of("nic=" + nic, "use=on", "fallback=refuse"));
        limit.ifPresent(l -> flags.add("limit=" + l));
        form.ifPresent(f -> flags.add("form=" + f));
        return flags;
    }

    private void check() {
        if (!nic.equals("shm") && !nic.equals("tcp")) {
            throw KoloException.badInput("there is no NIC \"" + Text.quote(nic) + "\": --nic takes shm or tcp.");
        }
        if (ranks < 2 || ranks > MOST_RANKS) {
            throw KoloException.badInput("--ranks " + ranks + ": a session has 2 to 16 ranks.");
        }
        if (timeoutSeconds < 1) {
            throw KoloException.badInput("--timeout " + timeoutSeconds + ": give 1 second or more.");
        }
    }

    /** Who the ranks are, for the first line of progress; a usage error where an option makes no sense. */
    String words() {
        check();
        return ranks + " ranks over " + nic;
    }
}
