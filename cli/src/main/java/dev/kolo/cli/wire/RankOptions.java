package dev.kolo.cli.wire;

import dev.kolo.cli.ClusterFile;
import dev.kolo.cli.Console;
import dev.kolo.cli.KoloException;
import dev.kolo.cli.PlanSource;
import dev.kolo.page.text.Text;
import dev.kolo.wire.session.PlannedLanes;
import dev.kolo.wire.settings.Setting;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Which ranks to start and with which settings, for every verb that starts some. */
final class RankOptions {
    private static final int MOST_RANKS = 16;

    /** What a verb that starts all ranks says itself; its token is fresh each time. */
    private static final Set<Setting> OURS =
            EnumSet.of(Setting.USE, Setting.WORLD, Setting.RANK, Setting.RENDEZVOUS, Setting.TOKEN, Setting.FALLBACK);

    private final Console console;
    private final WireFlags settings = new WireFlags();

    @Option(
            names = "--nic",
            paramLabel = "shm|tcp|verbs",
            description = "What carries the bytes; verbs is RDMA. Default: ${DEFAULT-VALUE}.")
    private String nic = "shm";

    @Option(
            names = "--ranks",
            paramLabel = "N",
            description = "Number of ranks, 2 to 16. Default: 2, with --lab one on each host.")
    private Optional<Integer> wantedRanks = Optional.empty();

    @Option(names = "--lab", paramLabel = "NAME", description = "Run the ranks on the hosts of this lab.")
    private Optional<String> lab = Optional.empty();

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "With verbs: take the lanes of this plan.json, relayed ones among them.")
    private Optional<String> plan = Optional.empty();

    private Optional<LabSite> labSite = Optional.empty();
    private int ranks = 2;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The cluster file, for its settings of the wire. Default: kolo.yaml in this folder.")
    private Optional<String> config = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Longest time for the whole run. Default: ${DEFAULT-VALUE}.")
    private long timeoutSeconds = 600;

    RankOptions(Console console) {
        this.console = console;
    }

    /** Adds the flags of the wire's settings, except those that the verb says itself. */
    CommandLine addSettings(CommandLine verb, Setting... verbs) {
        Set<Setting> flags = EnumSet.complementOf(EnumSet.copyOf(OURS));
        flags.removeAll(List.of(verbs));
        settings.addTo(verb.getCommandSpec(), flags);
        return verb;
    }

    int ranks() {
        return ranks;
    }

    String nic() {
        return nic;
    }

    /** Whether ranks are to run in virtual time; only the suite can. */
    boolean areSimulated() {
        if (!nic.equals("sim")) {
            return false;
        }
        ranks = wantedRanks.orElse(2);
        if (ranks < 2 || ranks > MOST_RANKS) {
            throw KoloException.badInput("--ranks " + ranks + ": a session has 2 to 16 ranks.");
        }
        if (lab.isPresent() || plan.isPresent()) {
            throw KoloException.badInput("--nic sim has hosts and lanes of its own: leave out --lab and --plan.");
        }
        return true;
    }

    /** Whether ranks are to run on other hosts than this one. */
    boolean areElsewhere() {
        return lab.isPresent();
    }

    /** Refuses what ranks with clients beside them cannot have: other hosts, and lanes of a plan. */
    void refuseElsewhere() {
        if (lab.isPresent() || plan.isPresent()) {
            throw KoloException.badInput(
                    "--client runs servers and clients on this host alone: leave out --lab and --plan.");
        }
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
        check();
        List<String> all = new ArrayList<>(List.of("nic=" + nic));
        plan.map(file -> PlanSource.read(console, file).wire())
                .map(wire -> PlannedLanes.of(wire.lanes(), wire.windowBytes().orElse(0)))
                .ifPresent(lanes -> all.add("planned-lanes=" + lanes.text()));
        if (nic.equals("verbs")
                && plan.isEmpty()
                && labSite.filter(LabSite::isRingWithGaps).isPresent()) {
            all.add("reach=neighbours");
        }
        settings().forEach((key, value) -> all.add(key + "=" + value));
        all.addAll(flags);
        return RankProcesses.start(labSite.map(s -> (RankSite) s).orElse(RankSite.THIS_HOST), job, ranks, all);
    }

    /** The settings of every rank, without those that differ from rank to rank. */
    Map<String, String> settings() {
        Map<String, String> fixed = new TreeMap<>(Map.of(
                Setting.USE.key(), "on",
                Setting.FALLBACK.key(), "refuse",
                Setting.WORLD.key(), Integer.toString(ranks),
                Setting.RANK.key(), "0",
                Setting.RENDEZVOUS.key(), "127.0.0.1:0"));
        Map<String, String> all = settings.merged(console, ClusterFile.read(console, config), fixed);
        OURS.stream()
                .filter(s -> s != Setting.USE && s != Setting.FALLBACK)
                .map(Setting::key)
                .forEach(all::remove);
        return all;
    }

    private void check() {
        if (!List.of("shm", "tcp", "verbs").contains(nic)) {
            throw KoloException.badInput("there is no NIC \"" + Text.quote(nic)
                    + "\": --nic takes shm, tcp or verbs, and for the suite sim.");
        }
        if (lab.isPresent() && nic.equals("shm")) {
            throw KoloException.badInput("--lab: hosts share no memory; give --nic verbs or --nic tcp.");
        }
        if (plan.isPresent() && !nic.equals("verbs")) {
            throw KoloException.badInput("--plan: only --nic verbs has lanes that a plan could give.");
        }
        ranks = wantedRanks.orElse(2);
        if (ranks < 2 || ranks > MOST_RANKS) {
            throw KoloException.badInput("--ranks " + ranks + ": a session has 2 to 16 ranks.");
        }
        if (timeoutSeconds < 1) {
            throw KoloException.badInput("--timeout " + timeoutSeconds + ": give 1 second or more.");
        }
        if (lab.isPresent() && labSite.isEmpty()) {
            labSite = lab.map(name -> LabSite.open(console, name));
        }
        labSite.ifPresent(site -> {
            ranks = wantedRanks.orElse(site.size());
            if (ranks > site.size()) {
                throw KoloException.badInput("--ranks " + ranks + ": the lab has " + site.size() + " hosts.");
            }
        });
    }

    /** Who the ranks are, for the first line of progress; a usage error where an option makes no sense. */
    String words() {
        check();
        return ranks + " ranks over " + nic
                + lab.map(name -> " on the hosts of a lab").orElse("");
    }
}
