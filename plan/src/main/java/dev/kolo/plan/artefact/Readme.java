package dev.kolo.plan.artefact;

import dev.kolo.page.text.Markdown;
import dev.kolo.page.text.Table;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.artefact.boot.BootUnits;
import dev.kolo.plan.artefact.network.KeyfileProfile;
import dev.kolo.plan.artefact.network.NetplanProfile;
import dev.kolo.plan.artefact.network.TransitSysctl;
import dev.kolo.plan.page.PlanPage;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.RelayPath;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.RelaySection;
import java.util.Optional;

/** The README of a plan: which steps, in which order, how to check them, how to take them back. */
final class Readme {
    private final Plan plan;
    private final RenderOptions options;
    private final String identity;
    private final boolean relayed;
    private final boolean hardware;
    private final StringBuilder out = new StringBuilder();
    private int step;

    Readme(Plan plan, RenderOptions options, String identity) {
        this.plan = plan;
        this.options = options;
        this.identity = identity;
        this.relayed = !plan.relays().objects().isEmpty();
        this.hardware = relayed && plan.relays().backend() == Backend.HARDWARE;
    }

    String text() {
        line("# " + PlanPage.titleOf(plan));
        line("");
        line("Plan " + Markdown.code(identity) + ", made by `kolo plan`. `plan.json` is the plan itself,"
                + " `plan.html` shows it. Each host has a folder of its name.");
        line("");
        if (plan.invented()) {
            line(
                    "**Names, addresses and MACs are invented.** This shows what such a fabric would need; no host can run it.");
            line("");
        }
        if (relayed) {
            line("**Relayed paths are " + RelaySection.LABEL
                    + "**, as the authors of the mechanism label it. Nothing here"
                    + " needs them for neighbours; they let hosts without a common cable reach each other.");
            line("");
        }
        hosts();
        steps();
        checks();
        rollback();
        notes();
        return out.toString();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void hosts() {
        Table table = new Table("Rank", "Host", "Netdev", "RDMA device", "Port", "Plane", "Address");
        for (PlannedHost host : plan.hosts()) {
            for (PlannedFunction f : host.functions()) {
                table.row(
                        Integer.toString(host.rank()),
                        host.name(),
                        f.netdev(),
                        f.device().orElse("not seen"),
                        Integer.toString(f.port()),
                        Integer.toString(f.plane()),
                        !f.linked()
                                ? "no cable of this plan"
                                : f.address().map(Object::toString).orElse("none") + "/"
                                        + f.prefixLength().orElse(0) + (f.kept() ? " (as now)" : ""));
            }
        }
        line(table.toMarkdown());
    }

    private void step(String title) {
        step++;
        line("### " + step + ". " + title);
        line("");
    }

    private void block(String... lines) {
        out.append(Markdown.block(String.join("\n", lines))).append('\n');
    }

    private void steps() {
        line("## Steps");
        line("");
        line("On every host, with HOST its name; each step on all hosts before the next:");
        line("");
        step("Copy the folder");
        block("scp -r HOST HOST:kolo-plan");
        step("Stop the engine");
        line("Addresses and reloads take queue pairs away under it.");
        line("");
        network();
        if (relayed) {
            relays();
        }
        step("Start the engine");
        line("Each host's `engine.env` is the environment of its rank, every line with its reason. It suits"
                + " `docker run --env-file` and systemd's `EnvironmentFile=`; it is no shell script. On the first start give"
                + " `engine-first-boot.env` besides: without it the log does not show what carries the bytes.");
        line("");
        plan.engine().absence().ifPresent(why -> {
            line("There is no environment in this plan: " + Markdown.text(why));
            line("");
        });
    }

    private void network() {
        step("Give the fabric netdevs their addresses");
        line(
                "The profile names the fabric netdevs alone, never the management network. Over ssh the management address can"
                        + " vanish for about a second; wait five before you judge. Where another file configures the same netdevs"
                        + " (NetworkManager may have written `90-NM-*.yaml`), take those stanzas out first, or their addresses come"
                        + " back later.");
        line("");
        switch (options.renderer()) {
            case NETPLAN ->
                block(
                        "sudo install -m 600 kolo-plan/" + NetplanProfile.FILE + " /etc/netplan/",
                        "sudo netplan generate && sudo netplan try --timeout 60");
            case NETWORK_MANAGER ->
                block(
                        "sudo install -m 600 kolo-plan/" + KeyfileProfile.FOLDER
                                + "/*.nmconnection /etc/NetworkManager/system-connections/",
                        "sudo nmcli connection reload");
        }
        if (!plan.transit().isEmpty()) {
            line(
                    "Transit routes let TCP reach hosts without a common cable; the kernels between must forward. A firewall"
                            + " whose FORWARD policy is DROP (docker sets it) stops that.");
            line("");
            block("sudo install -m 644 kolo-plan/" + TransitSysctl.FILE + " /etc/sysctl.d/", "sudo sysctl --system");
        }
    }

    private void relays() {
        if (hardware) {
            step("Build the marker");
            marker();
        }
        step("Add the relayed paths");
        line(
                "`up.sh` checks that netdevs, addresses and MTU are as planned, that nothing of somebody else is in the way, and"
                        + " then adds everything or nothing. Where the hairpin queues of a relay are not yet "
                        + RelaySection.BEST_QUEUE_SIZE
                        + " entries it reloads that function once. It may be run again at any time.");
        line("");
        block("sudo kolo-plan/up.sh");
        step("Let every boot do the same");
        String folder = BootUnits.INSTALL_FOLDER;
        block(
                "sudo install -d " + folder,
                "sudo install -m 755 kolo-plan/*.sh " + folder,
                "sudo install -m 644 kolo-plan/" + BootUnits.FOLDER + "/* /etc/systemd/system/",
                "sudo systemctl daemon-reload",
                "for unit in kolo-plan/" + BootUnits.FOLDER
                        + "/*[!@].service; do sudo systemctl enable \"${unit##*/}\"; done");
        line("Engines start after `docker.service`, which waits for it. An engine of its own unit needs" + " `Requires="
                + BootUnits.MAIN + "` and `After=" + BootUnits.MAIN + "`.");
        line("");
    }

    private void marker() {
        line("Every sender needs " + Markdown.code(plan.relays().marker().orElse(""))
                + ": a small program that tags the RDMA packets of a device. It is not part of Kolo. Public source:"
                + " FujitsuPolycom/sparkring at commit f16b5f4, `mlx5_rdma_tx_rewrite_probe.c` (SHA-256 8684a696…), built with"
                + " `cc -O2 -Wall -Wextra … -libverbs -lmlx5`.");
        line(
                plan.relays().form() == RelayForm.TAG
                        ? "The program must take `--device DEVICE --rule ADDRESS=TAG … --managed`, as the later markers that match"
                                + " addresses do."
                        : "This plan's older form needs its `--source-port` and `--replacement-ethertype`.");
        line("Check the source's SHA-256 before you build it, and read it: it runs as root.");
        line("");
    }

    private void checks() {
        line("## What to check");
        line("");
        line("- `kolo plan --diff`: what is missing, wrong, foreign or orphaned on the hosts.");
        if (relayed) {
            line("- `tc -s filter show dev NETDEV ingress`: every rule" + (hardware ? " says `in_hw`, and" : "")
                    + " counts no drops.");
            line("- `nstat -az IpForwDatagrams` stays flat on the relays: no processor forwards.");
            farPair();
        }
        line("");
    }

    private void farPair() {
        Optional<RelayPlan> group = plan.relays().groups().stream()
                .filter(g -> !g.paths().isEmpty())
                .findFirst();
        if (group.isEmpty()) {
            return;
        }
        RelayPath path = group.get().paths().getFirst();
        PlannedHost from =
                plan.hosts().get(group.get().group().members().get(path.from()).rank());
        PlannedHost to =
                plan.hosts().get(group.get().group().members().get(path.to()).rank());
        String label = plan.relays().form() == RelayForm.FLOW_LABEL
                ? " --flow_label=" + RelayObject.PortMarker.FLOW_LABEL
                : "";
        line("- A payload goes all the way, which no counter proves. From " + Markdown.text(from.name()) + " to "
                + Markdown.text(to.name()) + " over " + Markdown.text(String.join(", ", path.relays()))
                + ", GID the index of the IPv4 RoCE v2 GID:");
        line("");
        block(
                "# on " + to.name() + ", first",
                "ib_write_lat -d " + deviceOf(to, path.destination().toString()) + " -x GID -s 61440" + label,
                "# on " + from.name() + "; the address after it is the other host's on the management network",
                "ib_write_lat -d " + deviceOf(from, path.source().toString()) + " -x GID -s 61440" + label + " "
                        + to.management()
                                .flatMap(PlannedHost.Management::address)
                                .map(Object::toString)
                                .orElse(to.name()));
    }

    private static String deviceOf(PlannedHost host, String address) {
        return host.functions().stream()
                .filter(f ->
                        f.address().filter(a -> a.toString().equals(address)).isPresent())
                .findFirst()
                .flatMap(PlannedFunction::device)
                .orElse("DEVICE");
    }

    private void rollback() {
        line("## Taking it back");
        line("");
        if (relayed) {
            line(
                    "With the engine stopped, on every host. `down.sh` removes what carries this plan's marks and nothing else,"
                            + " in reverse order; it may be run again. Without the units, a reboot does the same.");
            line("");
            block(
                    "sudo systemctl disable --now " + BootUnits.MAIN + "   # where the units were installed",
                    "sudo kolo-plan/down.sh");
            if (hardware) {
                line("Hairpin queues keep their size until the next boot without `kolo-fabric-hairpin.service`.");
                line("");
            }
        }
        switch (options.renderer()) {
            case NETPLAN ->
                block(
                        "sudo rm /etc/netplan/" + NetplanProfile.FILE,
                        "sudo netplan generate && sudo netplan try --timeout 60");
            case NETWORK_MANAGER ->
                block(
                        "sudo rm /etc/NetworkManager/system-connections/kolo-*.nmconnection",
                        "sudo nmcli connection reload");
        }
    }

    private void notes() {
        if (plan.notes().isEmpty()) {
            return;
        }
        line("## What to know");
        line("");
        plan.notes().forEach(n -> line("- " + Markdown.text(n)));
    }
}
