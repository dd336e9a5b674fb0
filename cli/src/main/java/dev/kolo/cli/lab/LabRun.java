package dev.kolo.cli.lab;

import dev.kolo.cli.Kolo;
import dev.kolo.cli.KoloException;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.relay.LabRelays;
import dev.kolo.lab.suite.ScriptRun;
import dev.kolo.lab.suite.Suite;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.Foreground;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kolo lab run}: runs a suite or a script against a lab, a fresh one of its own when a shape is given. */
@Command(
        name = "run",
        description = {
            "Runs a suite (links, relays, wire-suite) or a script of yours against a lab.",
            "With --shape or --hosts it brings up a lab of its own and takes it down, however the run ends."
        },
        footer = {
            "",
            "A script finds the command `on HOST CMD` on its path, and in its environment KOLO_LAB_HOSTS,",
            "KOLO_SSH_CONFIG and KOLO_LAB_LINKS: a file with a line a link, plane, then host, netdev, RoCE",
            "device and address of both ends. Its exit status is this command's; 124 when it took too long.",
            "",
            "Examples:",
            "  kolo lab run links                                  on the lab that is up",
            "  kolo lab run relays --shape ring --hosts 4          a ring of its own",
            "  kolo lab run wire-suite --shape ring --hosts 3      the wire over RDMA, a rank on each host",
            "  kolo lab run ./try.sh --shape pair -- first second  a script with arguments"
        })
final class LabRun extends LabVerb {
    private static final String WIRE_SUITE = "wire-suite";

    @Parameters(index = "0", paramLabel = "NAME|SCRIPT", description = "A suite, or a file.")
    private String what = "";

    @Parameters(index = "1..*", paramLabel = "ARG", description = "Arguments for the script.")
    private List<String> arguments = new ArrayList<>();

    @Mixin
    private LabShapeOptions wanted = new LabShapeOptions();

    @Option(names = "--relays", description = "Set up relayed paths first; the suite relays does by itself.")
    private boolean relays;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = "How long it may run. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1800")
    private int limitSeconds;

    LabRun() {
        limitSeconds = 1800;
    }

    @Override
    int run(ProcessRunner processes) throws IOException, InterruptedException {
        Optional<Suite> suite = Suite.ofWord(what);
        Path script = console().path(what);
        boolean wire = what.equals(WIRE_SUITE);
        if (suite.isEmpty() && !wire && !Files.isRegularFile(script)) {
            throw KoloException.badInput("there is no suite and no file \"" + Text.quote(what)
                    + "\": suites are links, relays and wire-suite.");
        }
        if (limitSeconds < 1) {
            throw KoloException.badInput("--limit takes a positive number of seconds, not " + limitSeconds + ".");
        }
        boolean fresh = wanted.isGiven();
        RunningLab lab = fresh ? start(processes) : open(processes);
        boolean fine = false;
        try {
            if (fresh && (relays || suite.map(Suite::isRelayed).orElse(false))) {
                new LabRelays(lab).apply();
            }
            int status = wire ? wireSuite(lab) : run(new ScriptRun(lab), suite, script);
            fine = status == 0;
            return status;
        } finally {
            if (fresh) {
                lab.stop();
                if (fine) {
                    lab.folder().clear();
                } else {
                    tell("The logs of its hosts are in " + lab.folder().path() + ".");
                }
            }
        }
    }

    /** {@code kolo wire suite} over RDMA, a rank on each host; over the planned lanes where the lab has relayed paths. */
    private int wireSuite(RunningLab lab) {
        List<String> words = new ArrayList<>(List.of("wire", "suite", "--nic", "verbs", "--short"));
        words.addAll(List.of("--lab", lab.name(), "--timeout", Integer.toString(limitSeconds)));
        // A guest on a busy machine stands still for longer than a real NIC waits, and soft RoCE of Linux 6.1 sometimes
        // refuses what is sent again in the middle of a message.
        words.addAll(List.of("--nic-timeout", "18"));
        // Emulated guests share cores: one that spins keeps the one that it waits for from running.
        words.addAll(List.of("--spin", "100us"));
        Path plan = lab.folder().path().resolve("plan/plan.json");
        if (Files.exists(plan)) {
            words.addAll(List.of("--plan", plan.toString()));
        }
        words.addAll(arguments);
        return new Kolo(console()).run(words.toArray(String[]::new));
    }

    private int run(ScriptRun run, Optional<Suite> suite, Path script) throws IOException, InterruptedException {
        console().flush();
        long nanos = TimeUnit.SECONDS.toNanos(limitSeconds);
        int status = suite.isPresent()
                ? run.suite(suite.get(), console().path(""), nanos)
                : run.script(script, arguments, console().path(""), nanos);
        if (status == Foreground.TIMED_OUT) {
            tell("It was ended after " + limitSeconds + " s; --limit allows more.");
        }
        return status;
    }

    /** A lab of its own name, which ends with this command, whatever becomes of it. */
    private RunningLab start(ProcessRunner processes) throws IOException, InterruptedException {
        String name = given().orElse("run-" + ProcessHandle.current().pid());
        return RunningLab.start(
                home(), name, wanted.spec(console()), wanted.start().withOwned(true), processes, this::tell);
    }
}
