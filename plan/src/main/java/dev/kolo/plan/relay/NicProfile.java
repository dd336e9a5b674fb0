package dev.kolo.plan.relay;

import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.Names;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What a NIC must be set to before it can relay in hardware, judged from facts. A setting that differs refuses the plan; one
 * that nobody showed is listed as not observed, which is not the same as right.
 */
public final class NicProfile {
    /** RDMA path MTU in bytes of a netdev MTU of 9000. */
    private static final int PATH_MTU_BYTES = 4096;

    private static final String ENGINE_STOPPED = " (with the engine stopped: a reload drops every queue pair)";

    private final Map<FunctionId, Function> functions = new HashMap<>();
    private final List<Finding> refusals = new ArrayList<>();
    private final Map<String, List<String>> unseen = new TreeMap<>();
    private OptionalInt smallestQueue = OptionalInt.empty();
    private final List<String> queueUnseen = new ArrayList<>();
    private int cases;

    private NicProfile(Fabric fabric) {
        fabric.functions().forEach(f -> functions.put(f.id(), f));
    }

    /** Judges every function that relayed frames of hardware groups pass. */
    public static NicProfile of(Fabric fabric, List<Group> groups) {
        NicProfile profile = new NicProfile(fabric);
        for (Group group : groups) {
            for (Group.Member member : group.members()) {
                member.up().forEach(f -> profile.judge(member.host(), f));
                member.down().forEach(f -> profile.judge(member.host(), f));
            }
        }
        return profile;
    }

    /** The first setting that differs. */
    Optional<Finding> refusal() {
        return refusals.stream().findFirst();
    }

    /** Everything that differs. */
    public List<Finding> refusals() {
        return List.copyOf(refusals);
    }

    /** Settings that were seen and are right, or differ. */
    public int cases() {
        return cases;
    }

    /** Settings that nobody showed, with the functions they concern; settings of the same functions together. */
    public List<String> notObserved() {
        Map<List<String>, List<String>> byPlaces = new LinkedHashMap<>();
        unseen.forEach((setting, where) ->
                byPlaces.computeIfAbsent(where, w -> new ArrayList<>()).add(setting));
        List<String> sentences = new ArrayList<>();
        byPlaces.forEach((where, settings) -> sentences.add(String.join(", ", settings) + " of " + Names.few(where)));
        return sentences;
    }

    /** The smallest hairpin_queue_size seen, in entries. */
    OptionalInt smallestQueue() {
        return smallestQueue;
    }

    /** Functions of which no queue size was seen. */
    List<String> queueUnseen() {
        return List.copyOf(queueUnseen);
    }

    private void judge(String host, PlannedFunction planned) {
        FunctionId id = new FunctionId(host, planned.netdev());
        Function function = functions.get(id);
        if (function == null) {
            return;
        }
        String pci = planned.pci().map(p -> "pci/" + p).orElse("pci/ADDRESS");
        word(function, id, "hw-tc-offload", "on", "sudo ethtool -K " + id.name() + " hw-tc-offload on");
        word(
                function,
                id,
                "hairpin_num_queues",
                "4",
                "sudo devlink dev param set " + pci + " name hairpin_num_queues value 4 cmode driverinit"
                        + " && sudo devlink dev reload " + pci + " action driver_reinit" + ENGINE_STOPPED);
        word(
                function,
                id,
                "flow_steering_mode",
                "hmfs",
                "sudo devlink dev param set " + pci + " name flow_steering_mode value hmfs cmode runtime"
                        + ENGINE_STOPPED);
        word(function, id, "eswitch", "legacy", "sudo devlink dev eswitch set " + pci + " mode legacy");
        number(
                id,
                "MTU",
                function.netdev().map(Netdev::mtu).orElse(OptionalInt.empty()),
                Plan.MTU_BYTES,
                "sudo ip link set " + id.name() + " mtu " + Plan.MTU_BYTES);
        number(
                id,
                "RDMA active MTU",
                function.device().map(RdmaDevice::activeMtu).orElse(OptionalInt.empty()),
                PATH_MTU_BYTES,
                "Set the MTU of " + id.name() + " and of the port at the other end of its cable to " + Plan.MTU_BYTES
                        + "; the RDMA MTU follows.");
        gid(function, id, planned);
        queue(function, id);
    }

    private void word(Function function, FunctionId id, String setting, String wanted, String fix) {
        Optional<String> seen = setting(function, setting);
        if (seen.isEmpty()) {
            notSeen(setting, id);
            return;
        }
        cases++;
        // Tools print "off [fixed]" for what the driver cannot do.
        String first = seen.get().trim().split("\\s+", 2)[0];
        if (!first.equalsIgnoreCase(wanted)) {
            boolean soft = function.device().filter(RdmaDevice::isSoft).isPresent();
            refuse(
                    id,
                    setting,
                    seen.get(),
                    wanted,
                    soft ? "This NIC cannot relay in hardware; plan with --backend kernel." : fix);
        }
    }

    private void number(FunctionId id, String setting, OptionalInt seen, int wanted, String fix) {
        if (seen.isEmpty()) {
            notSeen(setting, id);
            return;
        }
        cases++;
        if (seen.getAsInt() != wanted) {
            refuse(id, setting, Integer.toString(seen.getAsInt()), Integer.toString(wanted), fix);
        }
    }

    private void gid(Function function, FunctionId id, PlannedFunction planned) {
        boolean observed = function.device().filter(RdmaDevice::gidsObserved).isPresent();
        if (!observed || !planned.kept()) {
            notSeen(planned.kept() ? "the GID table" : "the GID of the new address", id);
            return;
        }
        cases++;
        boolean found = function.device().stream()
                .flatMap(d -> d.gids().stream())
                .filter(GidEntry::isIpv4RoceV2)
                .anyMatch(g -> g.gid().ipv4().equals(planned.address()));
        if (!found) {
            refuse(
                    id,
                    "GID",
                    "no RoCE v2 entry",
                    "a RoCE v2 entry of "
                            + planned.address().map(Object::toString).orElse("its address"),
                    "sudo ip addr replace "
                            + planned.address().map(Object::toString).orElse("ADDRESS") + "/"
                            + planned.prefixLength().orElse(24) + " dev " + id.name()
                            + ", and look at show_gids again.");
        }
    }

    private void queue(Function function, FunctionId id) {
        Optional<String> seen =
                setting(function, "hairpin_queue_size").map(String::trim).filter(s -> s.matches("[0-9]{1,9}"));
        if (seen.isEmpty()) {
            queueUnseen.add(id.toString());
            return;
        }
        int size = Integer.parseInt(seen.get());
        smallestQueue = OptionalInt.of(Math.min(size, smallestQueue.orElse(size)));
    }

    private static Optional<String> setting(Function function, String name) {
        return function.netdev()
                .flatMap(n -> Optional.ofNullable(n.features().get(name)))
                .or(() -> function.device()
                        .flatMap(d -> Optional.ofNullable(d.parameters().get(name))));
    }

    private void notSeen(String setting, FunctionId id) {
        unseen.computeIfAbsent(setting, s -> new ArrayList<>()).add(id.toString());
    }

    private void refuse(FunctionId id, String setting, String seen, String wanted, String fix) {
        refusals.add(Refusal.at(
                id.host(),
                Code.RELAY_NIC_PROFILE,
                id.name(),
                setting + " is " + seen,
                setting + " " + wanted,
                "The hardware would not forward relayed frames, or would do so in software.",
                fix,
                List.of()));
    }
}
