package dev.kolo.doctor.relay;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.diff.Difference;
import dev.kolo.plan.diff.PlanDiff;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A plan's routes, neighbour entries, filters and addresses against what the hosts show: one finding a host and kind of
 * trouble, with the command that mends it.
 */
public final class PlannedObjectsCheck implements Check {
    private static final int MOST_COMMANDS = 4;

    @Override
    public void examine(Context context, Findings out) {
        Optional<Plan> plan = context.expectation().plan();
        if (plan.isEmpty()) {
            return;
        }
        Map<Code, Map<String, List<Difference>>> byCode = new LinkedHashMap<>();
        for (Difference difference :
                PlanDiff.of(plan.get(), context.inventory()).differences()) {
            PlannedObject.codeOf(difference)
                    .ifPresent(code -> byCode.computeIfAbsent(code, c -> new LinkedHashMap<>())
                            .computeIfAbsent(difference.host(), h -> new ArrayList<>())
                            .add(difference));
        }
        byCode.forEach((code, byHost) -> byHost.forEach((host, all) -> report(out, code, host, all)));
        gaps(context, plan.get(), out);
    }

    private static void report(Findings out, Code code, String host, List<Difference> all) {
        List<String> seen = all.stream().map(PlannedObject::seen).distinct().toList();
        List<String> wanted = all.stream().map(PlannedObject::wanted).distinct().toList();
        out.report(code)
                .at(host, PlannedObject.noun(code, all.size()))
                .seen(Phrase.few(seen, MOST_COMMANDS))
                .wanted(Phrase.few(wanted, MOST_COMMANDS))
                .consequence(PlannedObject.consequence(code))
                .fix(fix(code, host, all))
                .add();
    }

    /** The command of each object where one will do, and the script that sets all of them up. */
    private static String fix(Code code, String host, List<Difference> all) {
        List<String> commands = all.stream()
                .flatMap(d -> PlannedObject.command(code, d).stream())
                .distinct()
                .toList();
        String one = commands.isEmpty() || commands.size() > MOST_COMMANDS ? "" : String.join("; ", commands);
        String script = PlannedObject.script(code);
        String where = Phrase.on(host);
        if (one.isEmpty()) {
            return where + script;
        }
        return where + one + (script.isEmpty() ? "" : "; or " + script);
    }

    /** What a plan needs to be compared with and nobody showed. */
    private static void gaps(Context context, Plan plan, Findings out) {
        for (PlannedHost host : plan.hosts()) {
            Optional<NodeFacts> facts = context.facts(host.name());
            if (facts.isEmpty()) {
                out.askFor("what the plan has on it", "kolo scan HOST", host.name());
            } else if (plan.relays().relays() > 0) {
                ask(out, facts.get(), Topic.FILTERS, "the filters of the plan");
                ask(out, facts.get(), Topic.ROUTES, "the routes of the plan");
                ask(out, facts.get(), Topic.NEIGHBOURS, "the neighbour entries of the plan");
            }
        }
    }

    private static void ask(Findings out, NodeFacts facts, Topic topic, String what) {
        if (!facts.hasSeen(topic)) {
            out.askFor(what, topic, facts.host());
        }
    }
}
