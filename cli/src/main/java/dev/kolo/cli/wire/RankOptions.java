package dev.kolo.cli.wire;

import dev.kolo.cli.ClusterFile;
import dev.kolo.cli.Console;
import dev.kolo.cli.KoloException;
import dev.kolo.cli.SshAccess;
import dev.kolo.config.KoloConfig;
import dev.kolo.page.text.Text;
import dev.kolo.wire.settings.Setting;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which ranks to start and with which settings, for every verb that starts some. */
final class RankOptions {
    private static final int MOST_RANKS = 16;

    /** What a verb that starts all ranks says itself; its token is fresh each time. */
    private static final Set<Setting> OURS =
            EnumSet.of(Setting.USE, Setting.WORLD, Setting.RANK, Setting.TOKEN, Setting.FALLBACK);

    /** A rendezvous that nobody can have meant beside other hosts; on this host it is what the ranks get anyway. */
    private static final String NOT_SAID = "127.0.0.1:0";

    /** How long a host may take until its ranks can start, the copy of their program included. */
    private static final long PREPARATION_SECONDS = 90;

    private final Console console;
    private final WireFlags settings = new WireFlags();
    private Optional<Optional<KoloConfig>> cluster = Optional.empty();
    private Optional<RankPlan> plan = Optional.empty();
    private Optional<LabSite> labSite = Optional.empty();

    @Mixin
    private final HostOptions where = new HostOptions();

    @Option(
            names = "--nic",
            paramLabel = "shm|tcp|verbs",
            description = "What carries the bytes; verbs is RDMA. Default: shm; tcp for ranks on several hosts.")
    private Optional<String> nic = Optional.empty();

    @Option(
            names = "--ranks",
            paramLabel = "N",
            description = "Number of ranks, 2 to 16. Default: one a host, at least 2; with --plan the plan's.")
    private Optional<Integer> wantedRanks = Optional.empty();

    @Option(names = "--lab", paramLabel = "NAME", description = "Run the ranks on the hosts of this lab.")
    private Optional<String> lab = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Longest time for the whole run. Default: ${DEFAULT-VALUE}.")
    private long timeoutSeconds = 600;

    @Option(
            names = "--plan",
            paramLabel = "PLAN",
            description =
                    "Join the ranks as a plan does (`kolo plan --out DIR`): its ranks, its lanes, and so its schedules.")
    private Optional<String> planName = Optional.empty();

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
        return wantedRanks
                .or(() -> plan().map(p -> p.order().size()))
                .or(() -> labSite().map(LabSite::size))
                .orElseGet(() -> Math.max(2, hosts().size()));
    }

    String nic() {
        return nic.orElse(hosts().size() > 1 ? "tcp" : "shm");
    }

    /** True when every rank is a process of this machine. */
    boolean isLocal() {
        return lab.isEmpty() && hosts().stream().allMatch(RankHost::isHere);
    }

    private List<RankHost> hosts() {
        List<RankHost> hosts = where.hosts(cluster());
        boolean here = hosts.stream().allMatch(RankHost::isHere);
        return here ? hosts : plan().map(p -> p.ordered(hosts)).orElse(hosts);
    }

    private Optional<LabSite> labSite() {
        if (labSite.isEmpty() && lab.isPresent()) {
            labSite = lab.map(name -> LabSite.open(console, name));
        }
        return labSite;
    }

    private Optional<RankPlan> plan() {
        if (plan.isEmpty() && planName.isPresent()) {
            plan = Optional.of(RankPlan.read(console, planName.get()));
        }
        return plan;
    }

    private Optional<KoloConfig> cluster() {
        if (cluster.isEmpty()) {
            cluster = Optional.of(ClusterFile.read(console, where.config()));
        }
        return cluster.get();
    }

    /** Whether ranks are to run in virtual time; only the suite can. */
    boolean areSimulated() {
        if (!nic().equals("sim")) {
            return false;
        }
        if (lab.isPresent() || planName.isPresent() || !isLocal()) {
            throw KoloException.badInput(
                    "--nic sim has hosts and lanes of its own: leave out hosts, --lab and --plan.");
        }
        if (ranks() < 2 || ranks() > MOST_RANKS) {
            throw KoloException.badInput("--ranks " + ranks() + ": a session has 2 to 16 ranks.");
        }
        return true;
    }

    /** Whether ranks are to run on other hosts than this one. */
    boolean areElsewhere() {
        return !isLocal();
    }

    /** Refuses what ranks with clients beside them cannot have: other hosts, and lanes of a plan. */
    void refuseElsewhere() {
        if (areElsewhere() || planName.isPresent()) {
            throw KoloException.badInput(
                    "--client runs servers and clients on this host alone: leave out hosts, --lab and --plan.");
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
        Map<String, String> chosen = settings();
        RankSite site = site();
        String rendezvous =
                Optional.ofNullable(chosen.remove(Setting.RENDEZVOUS.key())).orElseGet(site::rendezvous);
        List<String> all = new ArrayList<>(List.of("nic=" + nic()));
        chosen.forEach((key, value) -> all.add(key + "=" + value));
        plan().ifPresent(p -> all.add("planned-lanes=" + p.lanes().text()));
        if (nic().equals("verbs")
                && plan().isEmpty()
                && labSite().filter(LabSite::isRingWithGaps).isPresent()) {
            all.add("reach=neighbours");
        }
        all.addAll(flags);
        return RankProcesses.start(site, job, ranks(), all, List.of(), rendezvous);
    }

    private RankSite site() {
        if (labSite().isPresent()) {
            return labSite().get();
        }
        return isLocal()
                ? RankSite.THIS_HOST
                : HostSite.prepare(
                        hosts(),
                        new HostSite.Needs(
                                where.remoteJava(),
                                host -> plan().map(p -> p.devicesOf(host)).orElse(List.of())),
                        SshAccess.settings(console, timeoutSeconds),
                        Math.min(timeoutSeconds, PREPARATION_SECONDS),
                        line -> console.tell(Text.quote(line)));
    }

    /** The settings of every rank, without those that differ from rank to rank. */
    Map<String, String> settings() {
        Map<String, String> fixed = new TreeMap<>(Map.of(
                Setting.USE.key(), "on",
                Setting.FALLBACK.key(), "refuse",
                Setting.WORLD.key(), Integer.toString(ranks()),
                Setting.RANK.key(), "0",
                Setting.TOKEN.key(), "fresh"));
        Map<String, String> all =
                settings.merged(console, cluster(), fixed, Map.of(Setting.RENDEZVOUS.key(), NOT_SAID));
        List.of(Setting.WORLD, Setting.RANK, Setting.TOKEN).forEach(s -> all.remove(s.key()));
        all.remove(Setting.RENDEZVOUS.key(), NOT_SAID);
        return all;
    }

    private void check() {
        if (!List.of("shm", "tcp", "verbs").contains(nic())) {
            throw KoloException.badInput("there is no NIC \"" + Text.quote(nic())
                    + "\": --nic takes shm, tcp or verbs, and for the suite sim.");
        }
        if (timeoutSeconds < 1) {
            throw KoloException.badInput("--timeout " + timeoutSeconds + ": give 1 second or more.");
        }
        checkPlace();
        if (ranks() < 2 || ranks() > MOST_RANKS) {
            throw KoloException.badInput("--ranks " + ranks() + ": a session has 2 to 16 ranks.");
        }
        if (ranks() < hosts().size()) {
            throw KoloException.badInput(
                    "--ranks " + ranks() + " for " + hosts().size() + " hosts: each host runs one rank or more.");
        }
        plan().ifPresent(p -> p.check(ranks()));
        labSite().filter(site -> ranks() > site.size()).ifPresent(site -> {
            throw KoloException.badInput("--ranks " + ranks() + ": the lab has " + site.size() + " hosts.");
        });
    }

    private void checkPlace() {
        if (lab.isPresent() && !hosts().equals(List.of(RankHost.HERE))) {
            throw KoloException.badInput("--lab has hosts of its own: name no others with it.");
        }
        if (lab.isPresent() && nic().equals("shm")) {
            throw KoloException.badInput("--lab: hosts share no memory; give --nic verbs or --nic tcp.");
        }
        if (nic().equals("shm") && hosts().size() > 1) {
            throw KoloException.badInput("shared memory joins ranks of one host, and " + hosts().size()
                    + " hosts are named: use --nic tcp.");
        }
    }

    /** Who the ranks are, for the first line of progress; a usage error where an option makes no sense. */
    String words() {
        check();
        String on = lab.isPresent()
                ? " on the hosts of a lab"
                : isLocal()
                        ? ""
                        : " on "
                                + hosts().stream()
                                        .map(h -> Text.quote(h.name()))
                                        .collect(Collectors.joining(", "));
        return ranks() + " ranks over " + nic() + on
                + planName.map(name -> ", joined as in " + Text.quote(name)).orElse("");
    }
}
