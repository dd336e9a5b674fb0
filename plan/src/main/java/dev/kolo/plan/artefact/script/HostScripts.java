package dev.kolo.plan.artefact.script;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.artefact.text.ShellText;
import dev.kolo.plan.relay.RelaySection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The three scripts of one host: up.sh, down.sh and, where its NIC relays, hairpin.sh. */
public final class HostScripts {
    private final Plan plan;
    private final PlannedHost host;
    private final HostObjects objects;
    private final String origin;
    private final boolean hardware;

    /**
     * Scripts of a host whose names are sound.
     *
     * @param plan the plan
     * @param host the host
     * @param objects what is added to it
     * @param origin which plan they come from, for the first lines
     */
    public HostScripts(Plan plan, PlannedHost host, HostObjects objects, String origin) {
        this.plan = plan;
        this.host = host;
        this.objects = objects;
        this.origin = origin;
        this.hardware = !objects.isEmpty() && plan.relays().backend() == Backend.HARDWARE;
    }

    /** Adds everything, or nothing. */
    public String up() {
        StringBuilder out = new StringBuilder();
        head(
                out,
                "Adds what the relayed paths of " + host.name()
                        + " need, or nothing at all. What is there already stays as it is.",
                "Usage: up.sh [--wait SECONDS]   exit 0: all is in place, 1: failed and taken back, 3: refused beforehand");
        parts(out, ScriptPart.WORDS, ScriptPart.LOOK, ScriptPart.REMOVE, ScriptPart.ADD);
        if (needsHairpin()) {
            parts(out, ScriptPart.OFFLOAD, ScriptPart.OFFLOADING, ScriptPart.HAIRPIN);
        }
        if (hasMarkers()) {
            parts(out, ScriptPart.MARKER, ScriptPart.MARKING);
        }
        title(out, "what this plan wants of this host");
        tools(out, needsHairpin() ? List.of("ip", "tc", "ethtool", "devlink", "rdma") : List.of("ip", "tc"));
        functions(out);
        hairpins(out);
        function(out, "preconditions", preconditions());
        function(
                out,
                "objects",
                objects.inOrder().stream().map(ScriptObject::command).toList());
        function(out, "take_back", undoing());
        function(out, "confirm", hasMarkers() ? List.of("check_started_markers") : List.of());
        if (!needsHairpin()) {
            function(out, "restore_hairpin", List.of());
        }
        parts(out, ScriptPart.UP);
        return out.toString();
    }

    /** Removes everything that up.sh adds, last things first. */
    public String down() {
        StringBuilder out = new StringBuilder();
        head(
                out,
                "Removes what up.sh added to " + host.name() + ", in reverse order, and nothing that is not ours.",
                "Usage: down.sh   exit 0: nothing of ours is left, 1: something is, 3: refused. Hairpin queues keep their size.");
        parts(out, ScriptPart.WORDS, ScriptPart.LOOK, ScriptPart.REMOVE);
        if (needsHairpin()) {
            parts(out, ScriptPart.OFFLOAD);
        }
        if (hasMarkers()) {
            parts(out, ScriptPart.MARKER);
        }
        title(out, "what this plan wanted of this host");
        tools(out, needsHairpin() ? List.of("ip", "tc", "ethtool") : List.of("ip", "tc"));
        function(
                out,
                "remove_all",
                objects.inOrder().reversed().stream().map(ScriptObject::removal).toList());
        parts(out, ScriptPart.DOWN);
        return out.toString();
    }

    /** Gives the relaying functions their hairpin queues: at boot, or by hand while no engine runs. */
    public String hairpin() {
        StringBuilder out = new StringBuilder();
        head(
                out,
                "Gives the relaying functions of " + host.name() + " hairpin queues of " + RelaySection.BEST_QUEUE_SIZE
                        + " entries. A reload drops all that runs on a function.",
                "Usage: hairpin.sh   exit 0: all have them, 1: failed, 3: refused");
        parts(out, ScriptPart.WORDS, ScriptPart.HAIRPIN);
        title(out, "what this plan wants of this host");
        tools(out, List.of("devlink", "rdma"));
        hairpins(out);
        parts(out, ScriptPart.HAIRPIN_RUN);
        return out.toString();
    }

    /** Whether hairpin.sh has anything to do. */
    public boolean needsHairpin() {
        return hardware && !objects.relaying().isEmpty();
    }

    private boolean hasMarkers() {
        return !objects.markedDevices().isEmpty();
    }

    private void head(StringBuilder out, String what, String usage) {
        out.append("#!/bin/sh\n");
        comment(out, what);
        comment(out, usage);
        comment(out, "Rank " + host.rank() + " of " + plan.hosts().size() + ". " + origin);
        if (plan.invented()) {
            comment(out, "Names, addresses and MACs are invented: this shows a plan, and fits no machine.");
        }
        if (!objects.isEmpty()) {
            comment(out, "Relayed paths are " + RelaySection.LABEL + ", as their authors say.");
        }
        out.append("set -eu\numask 022\nLC_ALL=C\nexport LC_ALL\n\n");
        out.append("plan_host=").append(ShellText.word(host.name())).append('\n');
        out.append("run=${KOLO_RUN_DIR:-/run/kolo-fabric}\n");
    }

    private static void comment(StringBuilder out, String text) {
        out.append("# ").append(ShellText.comment(text)).append('\n');
    }

    private static void title(StringBuilder out, String text) {
        String line = "\n# ---- " + text + " ";
        out.append(line).append("-".repeat(Math.max(0, 118 - line.length()))).append("\n\n");
    }

    private static void tools(StringBuilder out, List<String> names) {
        function(
                out,
                "find_tools",
                names.stream().map(n -> n + "_tool=$(tool " + n + ")").toList());
    }

    private void functions(StringBuilder out) {
        List<String> lines = new ArrayList<>();
        for (PlannedFunction f : host.functions()) {
            if (f.linked() && f.address().isPresent() && f.prefixLength().isPresent()) {
                lines.add(CommandText.of("function_is")
                        .words(
                                f.netdev(),
                                f.address().get() + "/" + f.prefixLength().getAsInt(),
                                Plan.MTU_BYTES,
                                f.mac().map(Object::toString).orElse("-"))
                        .text());
            }
        }
        function(out, "functions", lines);
    }

    private void hairpins(StringBuilder out) {
        List<String> lines = new ArrayList<>();
        if (hardware) {
            objects.relaying().forEach(f -> lines.addAll(hairpin(f)));
        }
        function(out, "hairpins", lines);
    }

    private static List<String> hairpin(PlannedFunction f) {
        Optional<PciAddress> pci = f.pci();
        if (pci.isEmpty()) {
            return List.of(CommandText.of("without_pci").words(f.netdev()).text());
        }
        return List.of(
                CommandText.of("function_of").words(f.device().orElse("-")).text(),
                "profile_of pci/" + pci.get(),
                "devlink dev param set pci/" + pci.get() + " name hairpin_queue_size value "
                        + RelaySection.BEST_QUEUE_SIZE + " cmode driverinit",
                "devlink dev reload pci/" + pci.get() + " action driver_reinit");
    }

    private List<String> preconditions() {
        List<String> lines = new ArrayList<>();
        if (needsHairpin()) {
            lines.add("hairpins");
        }
        if (hasMarkers()) {
            lines.add(CommandText.of("check_marker_program")
                    .words(plan.relays().marker().orElse(""))
                    .text());
        }
        return lines;
    }

    private List<String> undoing() {
        List<ScriptObject> all = objects.inOrder();
        List<String> lines = new ArrayList<>();
        for (int number = all.size(); number > 0; number--) {
            lines.add("undo " + number + " " + all.get(number - 1).removal());
        }
        return lines;
    }

    /** A function of literal lines; they begin in the first column, so that a search finds them as they are typed. */
    private static void function(StringBuilder out, String name, List<String> lines) {
        out.append(name).append("() {\n");
        (lines.isEmpty() ? List.of(":") : lines).forEach(l -> out.append(l).append('\n'));
        out.append("}\n\n");
    }

    private static void parts(StringBuilder out, ScriptPart... parts) {
        for (ScriptPart part : parts) {
            out.append('\n').append(part.text());
        }
    }
}
