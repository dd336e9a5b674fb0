package dev.kolo.plan.artefact;

import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.artefact.boot.BootUnits;
import dev.kolo.plan.artefact.network.KeyfileProfile;
import dev.kolo.plan.artefact.network.NetplanProfile;
import dev.kolo.plan.artefact.network.TransitSysctl;
import dev.kolo.plan.artefact.script.HostObjects;
import dev.kolo.plan.artefact.script.HostScripts;
import dev.kolo.plan.page.PlanPage;
import java.util.ArrayList;
import java.util.List;

/** Renders a plan: one folder a host, and what explains them. {@code plan.json} is the planner's own. */
public final class Artefacts {
    /** "sha256:" and 12 of its digits. */
    private static final int SHOWN_OF_IDENTITY = 19;

    private final Plan plan;
    private final RenderOptions options;
    private final String identity;
    private final String origin;
    private final List<Artefact> files = new ArrayList<>();

    private Artefacts(Plan plan, RenderOptions options) {
        this.plan = plan;
        this.options = options;
        this.identity = PlanJson.identity(plan);
        this.origin = "Rendered by kolo plan, plan " + identity.substring(0, SHOWN_OF_IDENTITY) + ".";
    }

    /**
     * The files of a plan, each path once. The same plan and options give the same bytes.
     *
     * @throws IllegalArgumentException for a plan that the planner would not have made: a name in it cannot stand in a file
     */
    public static List<Artefact> of(Plan plan, RenderOptions options) {
        NameCheck.require(plan);
        return new Artefacts(plan, options).all();
    }

    private List<Artefact> all() {
        files.add(Artefact.text("README.md", new Readme(plan, options, identity).text()));
        files.add(Artefact.text("plan.html", PlanPage.of(plan)));
        plan.hosts().forEach(this::host);
        return files;
    }

    private void host(PlannedHost host) {
        String folder = host.name() + "/";
        HostObjects objects = HostObjects.of(host, plan.relays());
        HostScripts scripts = new HostScripts(plan, host, objects, origin);
        files.add(Artefact.script(folder + "up.sh", scripts.up()));
        files.add(Artefact.script(folder + "down.sh", scripts.down()));
        if (scripts.needsHairpin()) {
            files.add(Artefact.script(folder + "hairpin.sh", scripts.hairpin()));
        }
        switch (options.renderer()) {
            case NETPLAN ->
                files.add(Artefact.text(folder + NetplanProfile.FILE, NetplanProfile.of(plan, host, origin)));
            case NETWORK_MANAGER ->
                KeyfileProfile.of(plan, host, origin)
                        .forEach(k ->
                                files.add(Artefact.text(folder + KeyfileProfile.FOLDER + "/" + k.name(), k.content())));
        }
        if (!plan.transit().isEmpty()) {
            files.add(Artefact.text(folder + TransitSysctl.FILE, TransitSysctl.of(plan, host, origin)));
        }
        BootUnits.of(host, objects, scripts, origin)
                .forEach(u -> files.add(Artefact.text(folder + BootUnits.FOLDER + "/" + u.name(), u.content())));
        plan.engine().ranks().stream()
                .filter(rank -> rank.host().equals(host.name()))
                .forEach(rank -> files.addAll(EnvironmentFiles.of(plan.engine(), rank, origin)));
    }
}
