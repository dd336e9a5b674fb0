package dev.kolo.doctor.relay;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.relay.RelayTable.Rule;
import dev.kolo.doctor.relay.RelayTable.Tagging;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.diff.TcActions;
import dev.kolo.plan.relay.Tag;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Walks a frame of every sender over the rules that the hosts show, from port to port along the cables, and says where it
 * dies. No plan is needed for that: a rule that sends frames to a MAC which is not at the other end of its cable is wrong,
 * whoever wrote it. With a plan {@link PlannedObjectsCheck} says it in the plan's words.
 */
public final class RelayWalkCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        RelayTable table = new RelayTable(context);
        if (context.expectation().plan().isPresent() || table.isEmpty()) {
            return;
        }
        Walk walk = new Walk(context, table);
        table.rules().forEach(walk::judge);
        table.taggings().forEach(walk::walk);
        walk.missing.forEach(
                (place, tags) -> reportMissing(out, place, tags, walk.evidence.getOrDefault(place, List.of())));
        walk.wrong.forEach((rule, what) -> reportWrong(out, rule, what));
        walk.unseen.forEach(host -> out.askFor("the rules by which it relays", Topic.FILTERS, host));
    }

    private static void reportMissing(Findings out, FunctionId place, Set<Integer> tags, List<Evidence> evidence) {
        List<String> types = tags.stream().map(k -> Tag.text(Tag.of(k))).toList();
        out.report(Code.RELAY_MISSING)
                .at(place.host(), place.name())
                .seen("frames of type " + String.join(", ", types) + " are sent to this port, and no rule takes them")
                .wanted("an ingress rule for each of these types")
                .consequence(
                        "tagged frames that arrive here match nothing and are dropped: the far hosts stay unreachable")
                .fix("run up.sh of the plan on this host again; after a reboot that is the work of kolo-fabric.service"
                        + " (`systemctl status kolo-fabric.service`)")
                .evidence(evidence)
                .about(List.of(place))
                .add();
    }

    private static void reportWrong(Findings out, Rule rule, Wrong wrong) {
        TcFilter filter = rule.filter();
        out.report(Code.RELAY_WRONG)
                .at(rule.host(), "the rule of " + filter.netdev() + " with preference " + filter.preference())
                .seen(wrong.seen)
                .wanted(wrong.wanted)
                .consequence("relayed frames leave here by the wrong port or with the wrong address, and are dropped")
                .fix(
                        "plan again with what the hosts show now (a NIC, a plug or a name has changed), then down.sh of the old"
                                + " plan and up.sh of the new one on this host")
                .evidence(filter.evidence())
                .about(List.of(new FunctionId(rule.host(), filter.netdev())))
                .add();
    }

    /**
     * What is wrong with a rule.
     *
     * @param seen what it does
     * @param wanted what would be right
     */
    private record Wrong(String seen, String wanted) {}

    /** The walk, and what it finds on the way. */
    private static final class Walk {
        private final Context context;
        private final RelayTable table;
        private final Map<FunctionId, Set<Integer>> missing = new LinkedHashMap<>();
        private final Map<FunctionId, List<Evidence>> evidence = new LinkedHashMap<>();
        private final Map<Rule, Wrong> wrong = new LinkedHashMap<>();
        private final Set<String> unseen = new LinkedHashSet<>();

        Walk(Context context, RelayTable table) {
            this.context = context;
            this.table = table;
        }

        /** A rule by itself: where it sends frames, with which address and type. */
        void judge(Rule rule) {
            TcActions actions = new TcActions(rule.filter());
            int left = rule.filter().preference() - dev.kolo.plan.relay.Owned.FILTER_PREFERENCE_BASE;
            int wantedType = Tag.of(left - 1);
            if (actions.etherType().isPresent() && actions.etherType().getAsInt() != wantedType) {
                wrong.put(
                        rule,
                        new Wrong(
                                "it gives frames the type "
                                        + Tag.text(actions.etherType().getAsInt()),
                                Tag.text(wantedType)));
                return;
            }
            Optional<String> egress = actions.toNetdev();
            Optional<Function> function = egress.flatMap(n -> context.function(new FunctionId(rule.host(), n)));
            if (egress.isPresent() && function.isEmpty()) {
                boolean listed = context.facts(rule.host())
                        .filter(f -> f.hasObserved(Topic.LINKS) || f.hasObserved(Topic.ADDRESSES))
                        .isPresent();
                if (listed) {
                    wrong.put(rule, new Wrong("it sends frames to " + egress.get(), "a port of the fabric"));
                }
                return;
            }
            Optional<MacAddress> far =
                    function.flatMap(context::peerOf).flatMap(Function::netdev).flatMap(Netdev::mac);
            boolean differs = far.isPresent()
                    && actions.destination().isPresent()
                    && !actions.destination().equals(far);
            if (differs) {
                wrong.put(
                        rule,
                        new Wrong(
                                "it addresses frames to "
                                        + actions.destination().orElseThrow(),
                                far.get() + ", the port at the other end of " + egress.orElse("its cable")));
            }
        }

        /** A sender's frame, relay by relay; a step that nobody showed ends the walk without a word of blame. */
        void walk(Tagging from) {
            Optional<Function> at = context.function(new FunctionId(from.host(), from.netdev()));
            for (int left = from.relays(); left > 0; left--) {
                Optional<Function> arrives = at.flatMap(context::peerOf);
                if (arrives.isEmpty()) {
                    return;
                }
                FunctionId place = arrives.get().id();
                Optional<TcFilter> rule = table.ruleAt(place, left);
                if (rule.isEmpty()) {
                    miss(place, left, from);
                    return;
                }
                Optional<String> next = new TcActions(rule.get()).toNetdev();
                at = next.flatMap(n -> context.function(new FunctionId(place.host(), n)));
            }
        }

        private void miss(FunctionId place, int left, Tagging from) {
            boolean shown = context.facts(place.host())
                    .filter(f -> f.hasSeen(Topic.FILTERS))
                    .isPresent();
            if (!shown) {
                unseen.add(place.host());
                return;
            }
            missing.computeIfAbsent(place, p -> new java.util.TreeSet<>()).add(left);
            evidence.computeIfAbsent(place, p -> new java.util.ArrayList<>()).add(from.evidence());
        }
    }
}
