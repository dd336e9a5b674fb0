package dev.kolo.lab.relay;

import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.lab.LabException;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlanOutcome;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.Planner;
import dev.kolo.plan.artefact.Artefact;
import dev.kolo.plan.artefact.Artefacts;
import dev.kolo.plan.artefact.RenderOptions;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Relayed paths between hosts without a common cable: plans them for the kernel backend, which soft RoCE needs, and runs
 * each host's {@code up.sh} as an owner would. The plan's files stay in the lab's folder under {@code plan}.
 */
public final class LabRelays {
    /** The scripts run some dozens of small programs, slowly under emulation. */
    private static final long SCRIPT_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final RunningLab lab;

    public LabRelays(RunningLab lab) {
        this.lab = lab;
    }

    /**
     * The plan for a lab.
     *
     * @throws LabException when the planner refuses; the message is its own
     */
    public static Plan plan(LabLayout layout) {
        PlanRequest request = PlanRequest.DEFAULT
                .with()
                .relays(new PlanRequest.Relays.Auto())
                .backend(PlanRequest.Backend.KERNEL)
                .build();
        return switch (Planner.plan(Fabric.of(LabFacts.of(layout)), request, false)) {
            case PlanOutcome.Planned planned -> planned.plan();
            case PlanOutcome.Refused refused -> throw LabException.refused(sentence(refused.refusal()));
        };
    }

    private static String sentence(Finding refusal) {
        return "relays cannot be planned (" + refusal.code() + "): " + refusal.seen() + "; wanted: " + refusal.wanted()
                + ". " + refusal.fix();
    }

    /**
     * Plans and runs the scripts on all hosts.
     *
     * @return the plan that is in place now
     * @throws LabException when the planner refuses or a script fails; a script that fails takes back what it did
     */
    public Plan apply() throws IOException, InterruptedException {
        Plan plan = plan(lab.layout());
        Map<String, Artefact> files = write(plan);
        run(files, "up.sh");
        return plan;
    }

    /**
     * Takes the relayed paths of a plan back.
     *
     * @throws LabException when a script fails
     */
    public void remove() throws IOException, InterruptedException {
        run(write(plan(lab.layout())), "down.sh");
    }

    private void run(Map<String, Artefact> files, String script) throws InterruptedException {
        List<LabHost> hosts = lab.layout().hosts();
        List<Optional<String>> problems = InParallel.map(hosts, hosts.size(), host -> {
            Artefact file =
                    Optional.ofNullable(files.get(host.name() + "/" + script)).orElseThrow();
            String place = "/run/kolo-lab/" + script;
            Outcome.Exited exited = lab.shell(
                    host.name(),
                    SCRIPT_NANOS,
                    "cat >" + ShellWord.quote(place) + " && sh " + ShellWord.quote(place) + " 2>&1",
                    new Input.Text(file.content()));
            return exited.status() == 0
                    ? Optional.empty()
                    : Optional.of(script + " on " + host.name() + " ended with status " + exited.status() + ": "
                            + exited.stdout().text().strip());
        });
        List<String> failed = problems.stream().flatMap(Optional::stream).toList();
        if (!failed.isEmpty()) {
            throw LabException.failed(String.join("\n", failed));
        }
    }

    private Map<String, Artefact> write(Plan plan) throws IOException {
        Path folder = lab.folder().path().resolve("plan");
        Map<String, Artefact> files = new TreeMap<>();
        for (Artefact artefact : Artefacts.of(plan, new RenderOptions(RenderOptions.Renderer.NETPLAN))) {
            files.put(artefact.path(), artefact);
            Path file = folder.resolve(artefact.path());
            Files.createDirectories(file.getParent());
            Files.writeString(file, artefact.content());
        }
        Files.writeString(folder.resolve("plan.json"), PlanJson.write(plan));
        return files;
    }
}
