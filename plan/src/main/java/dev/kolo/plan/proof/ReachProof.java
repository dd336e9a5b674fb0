package dev.kolo.plan.proof;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.address.LinkAddress;
import dev.kolo.plan.relay.RelayPath;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.wire.WireSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Walks a frame over every link and every lane in both directions, and over every relayed way besides. Where the plan says
 * that every pair of a group has lanes, every ordered pair must have been walked.
 */
final class ReachProof {
    private final Plan plan;
    private final FrameWalker walker;
    private final List<String> failures = new ArrayList<>();
    private final Set<Integer> reached = new HashSet<>();
    private final Map<String, Integer> rankOf = new HashMap<>();
    private int walks;

    private ReachProof(Plan plan, FrameWalker walker) {
        this.plan = plan;
        this.walker = walker;
    }

    static Proof of(Plan plan, FrameWalker walker) {
        return new ReachProof(plan, walker).run();
    }

    private Proof run() {
        plan.hosts().forEach(h -> rankOf.put(h.name(), h.rank()));
        plan.addresses().links().forEach(this::walkLink);
        for (Lane lane : plan.wire().lanes().lanes()) {
            walkLane(lane.lowRank(), lane.highRank(), lane.high(), lane.relays());
            walkLane(lane.highRank(), lane.lowRank(), lane.low(), lane.relays());
        }
        for (RelayPlan relayed : plan.relays().groups()) {
            relayed.paths().forEach(path -> walkPath(relayed, path));
        }
        int world = plan.hosts().size();
        plan.wire().groups().stream().filter(WireSection.Group::everyPair).forEach(this::missing);
        int pairs = world * (world - 1);
        return new Proof(
                "every pair is reached",
                walks + " frames walked hop by hop over every link, lane and relayed way, in both directions: "
                        + reached.size() + " of " + pairs + " ordered pairs of ranks reach each other"
                        + (reached.size() < pairs ? "; the others share no cable and no relayed way here" : ""),
                walks,
                failures);
    }

    private void missing(WireSection.Group group) {
        for (int from = group.first(); from <= group.last(); from++) {
            for (int to = group.first(); to <= group.last(); to++) {
                if (from != to && !reached.contains(key(from, to))) {
                    failures.add("no frame from rank " + from + " arrives at rank " + to);
                }
            }
        }
    }

    private int key(int from, int to) {
        return from * plan.hosts().size() + to;
    }

    private void walkLink(LinkAddress link) {
        int a = rankOf.getOrDefault(link.a().host(), 0);
        int b = rankOf.getOrDefault(link.b().host(), 0);
        Trace there = walker.walk(link.a().host(), link.addressB(), false);
        judge(a, b, link.b().name(), there, 0, link.addressB().toString());
        Trace back = walker.walk(link.b().host(), link.addressA(), false);
        judge(b, a, link.a().name(), back, 0, link.addressA().toString());
    }

    private void walkLane(int from, int to, DeviceRecord device, int relays) {
        boolean labelled = relays > 0 && plan.relays().form() == RelayForm.FLOW_LABEL;
        Trace trace = walker.walk(plan.hosts().get(from).name(), device.ipv4(), labelled);
        judge(from, to, device.netdev(), trace, relays, device.ipv4().toString());
    }

    private void walkPath(RelayPlan relayed, RelayPath path) {
        boolean labelled = plan.relays().form() == RelayForm.FLOW_LABEL;
        int from = relayed.group().members().get(path.from()).rank();
        int to = relayed.group().members().get(path.to()).rank();
        Trace trace = walker.walk(plan.hosts().get(from).name(), path.destination(), labelled);
        judge(from, to, "", trace, path.relays().size(), path.destination().toString());
    }

    private void judge(int from, int to, String netdev, Trace trace, int relays, String destination) {
        walks++;
        String sender = plan.hosts().get(from).name();
        String receiver = plan.hosts().get(to).name();
        boolean arrived = trace.disposition() == Trace.Disposition.DELIVERED
                && trace.end().equals(receiver)
                && (netdev.isEmpty() || trace.steps().getLast().in().equals(netdev))
                && trace.steps().size() == relays + 2;
        if (arrived) {
            reached.add(key(from, to));
        } else {
            failures.add("a frame from " + sender + " to " + destination + " of " + receiver + " ends at " + trace.end()
                    + " after " + trace.steps().size() + " hosts: "
                    + trace.disposition().word()
                    + (trace.reason().isEmpty() ? "" : ", " + trace.reason()));
        }
    }
}
