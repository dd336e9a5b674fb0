package dev.kolo.plan.proof;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.relay.Group;
import dev.kolo.plan.relay.RelayPath;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.Tag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Proofs about relayed frames: every one is walked, and frames that should die are sent on purpose. */
final class RelayProofs {
    private final Plan plan;
    private final FrameWalker walker;
    private final boolean labelled;
    private final Map<FunctionId, FunctionId> cableEnds = new HashMap<>();
    private final Map<FunctionId, PlannedFunction> functions = new HashMap<>();

    RelayProofs(Plan plan, FrameWalker walker) {
        this.plan = plan;
        this.walker = walker;
        this.labelled = plan.relays().form() == RelayForm.FLOW_LABEL;
        for (PlannedLink link : plan.links()) {
            cableEnds.put(link.a(), link.b());
            cableEnds.put(link.b(), link.a());
        }
        for (PlannedHost host : plan.hosts()) {
            host.functions().forEach(f -> functions.put(new FunctionId(host.name(), f.netdev()), f));
        }
    }

    /** Every path's frames come back by the same hosts: acknowledgements need the way, too. */
    Proof reciprocal() {
        List<String> failures = new ArrayList<>();
        int cases = 0;
        for (RelayPlan relayed : plan.relays().groups()) {
            Set<String> ways = new HashSet<>();
            relayed.paths().forEach(p -> ways.add(p.source() + " " + p.destination() + " " + p.relays()));
            for (RelayPath path : relayed.paths()) {
                cases++;
                String back = path.destination() + " " + path.source() + " "
                        + path.relays().reversed();
                Trace trace = walker.walk(hostOf(relayed, path.to()), path.source(), labelled);
                List<String> expected = new ArrayList<>(path.relays().reversed());
                expected.addFirst(hostOf(relayed, path.to()));
                expected.addLast(hostOf(relayed, path.from()));
                if (!ways.contains(back)
                        || trace.disposition() != Trace.Disposition.DELIVERED
                        || !trace.hosts().equals(expected)) {
                    failures.add("what answers " + path.source() + " > " + path.destination() + " goes by "
                            + String.join(", ", trace.hosts()) + " ("
                            + trace.disposition().word() + "), not by "
                            + String.join(", ", expected));
                }
            }
        }
        return new Proof(
                "every way has its reverse",
                "each relayed way is walked back from receiver to sender, over the same hosts in reverse",
                cases,
                failures);
    }

    /** Frames stay among the hosts of their group, and those from outside die at its edge. */
    Proof confined() {
        List<String> failures = new ArrayList<>();
        int cases = 0;
        for (RelayPlan relayed : plan.relays().groups()) {
            Set<String> members = new HashSet<>();
            relayed.group().members().forEach(m -> members.add(m.host()));
            for (RelayPath path : relayed.paths()) {
                cases++;
                Trace trace = walker.walk(hostOf(relayed, path.from()), path.destination(), labelled);
                trace.hosts().stream()
                        .filter(h -> !members.contains(h))
                        .findFirst()
                        .ifPresent(h -> failures.add("a frame from " + path.source() + " to " + path.destination()
                                + " passes " + h + ", outside its group"));
            }
            cases += fromOutside(relayed, members, failures);
        }
        return new Proof(
                "no frame leaves its group",
                "every relayed frame passes members only; frames of every tag sent into a group from a neighbour outside"
                        + " it die at the first host",
                cases,
                failures);
    }

    private int fromOutside(RelayPlan relayed, Set<String> members, List<String> failures) {
        int cases = 0;
        for (Map.Entry<FunctionId, FunctionId> cable : List.copyOf(cableEnds.entrySet())) {
            FunctionId out = cable.getKey();
            FunctionId in = cable.getValue();
            if (members.contains(out.host()) || !members.contains(in.host())) {
                continue;
            }
            Optional<MacAddress> mac = Optional.ofNullable(functions.get(in)).flatMap(PlannedFunction::mac);
            Optional<Ipv4Address> target =
                    relayed.paths().stream().map(RelayPath::destination).findFirst();
            for (int left = 1; left <= Tag.MOST_RELAYS && mac.isPresent() && target.isPresent(); left++) {
                cases++;
                Trace trace = walker.inject(out, mac.get(), Tag.of(left), target.get());
                if (trace.disposition() != Trace.Disposition.NO_RULE
                        || !trace.end().equals(in.host())) {
                    failures.add("a frame with " + Tag.text(Tag.of(left)) + " from " + out + " gets as far as "
                            + trace.end() + " (" + trace.disposition().word() + ")");
                }
            }
        }
        return cases;
    }

    /** No frame can go round: each rule lowers the tag, whoever sent the frame. */
    Proof tagsDecrease() {
        List<String> failures = new ArrayList<>();
        int cases = 0;
        for (RelayPlan relayed : plan.relays().groups()) {
            for (RelayPath path : relayed.paths()) {
                cases++;
                Trace trace = walker.walk(hostOf(relayed, path.from()), path.destination(), labelled);
                if (!falls(trace)) {
                    failures.add("the tags from " + path.source() + " to " + path.destination() + " do not fall: "
                            + trace.tags());
                }
            }
            cases += strays(relayed, failures);
        }
        return new Proof(
                "tags strictly decrease",
                "the tag falls at every host of every way; a frame of any tag put on any cable of a group ends within "
                        + Tag.MOST_RELAYS + " hosts and is taken by none that it is not addressed to",
                cases,
                failures);
    }

    /** True when every host that sends the frame on gives it a lower type; plain IPv4 is the lowest. */
    private static boolean falls(Trace trace) {
        int last = Integer.MAX_VALUE;
        for (Trace.Step step : trace.steps()) {
            if (!step.out().isEmpty()) {
                if (step.etherType() >= last) {
                    return false;
                }
                last = step.etherType();
            }
        }
        return true;
    }

    /** Frames for an address that nobody has, with every tag, by every port of the group. */
    private int strays(RelayPlan relayed, List<String> failures) {
        int cases = 0;
        Ipv4Address nobody = Ipv4Address.of(0, 0, 0, 1);
        for (Group.Member member : relayed.group().members()) {
            List<PlannedFunction> ports = new ArrayList<>(member.up());
            ports.addAll(member.down());
            for (PlannedFunction port : ports) {
                FunctionId out = new FunctionId(member.host(), port.netdev());
                Optional<MacAddress> mac = Optional.ofNullable(cableEnds.get(out))
                        .flatMap(in -> Optional.ofNullable(functions.get(in)))
                        .flatMap(PlannedFunction::mac);
                for (int left = 1; left <= Tag.MOST_RELAYS && mac.isPresent(); left++) {
                    cases++;
                    Trace trace = walker.inject(out, mac.get(), Tag.of(left), nobody);
                    boolean dies = trace.disposition() == Trace.Disposition.NO_RULE
                            || trace.disposition() == Trace.Disposition.NOT_OURS;
                    if (!dies || trace.steps().size() > Tag.MOST_RELAYS + 1 || !falls(trace)) {
                        failures.add("a stray frame with " + Tag.text(Tag.of(left)) + " from " + out + " ends as "
                                + trace.disposition().word() + " after "
                                + trace.steps().size() + " hosts");
                    }
                }
            }
        }
        return cases;
    }

    private static String hostOf(RelayPlan relayed, int position) {
        return relayed.group().members().get(position).host();
    }
}
