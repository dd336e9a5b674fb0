package dev.kolo.doctor.control;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.plan.engine.EngineEnvironment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The environment that was planned against the one inside each rank's process. What counts is the process; a plan that
 * never reached the workers is a classic.
 */
public final class EnvironmentCheck implements Check {
    private static final String ASK =
            "docker inspect CONTAINER, or tr '\\0' '\\n' < /proc/PID/environ, for each rank's process";

    @Override
    public void examine(Context context, Findings out) {
        Map<String, Planned> everywhere = new TreeMap<>();
        context.expectation()
                .plannedEnvironment()
                .forEach((name, value) -> everywhere.put(name, new Planned(value, Evidence.NONE)));
        context.facts("").ifPresent(loose -> planned(loose).forEach(everywhere::putIfAbsent));
        boolean anyPlan = !everywhere.isEmpty();
        boolean anyProcess = false;
        for (NodeFacts facts : context.inventory().hosts()) {
            Map<String, Planned> plan = new TreeMap<>();
            everywhere.forEach((name, value) -> {
                if (facts.host().isEmpty() || !isPerRank(name)) {
                    plan.put(name, value);
                }
            });
            plan.putAll(planned(facts));
            Optional<EngineEnvironment> rank = rankOf(context, facts.host());
            rank.ifPresent(r -> r.set().forEach(l -> plan.put(l.name(), new Planned(l.value(), Evidence.NONE))));
            anyPlan |= !plan.isEmpty();
            Map<String, Setting> process = process(facts);
            anyProcess |= !process.isEmpty();
            if (!plan.isEmpty() && !process.isEmpty()) {
                compare(out, facts, plan, process, rank);
            }
        }
        if (anyPlan && !anyProcess) {
            out.askFor(
                    "whether each rank's process got the planned environment (ENV_PLAN_VS_PROCESS_MISMATCH)",
                    ASK,
                    "every rank");
        }
    }

    /** What the plan gives to the rank of a host. */
    private static Optional<EngineEnvironment> rankOf(Context context, String host) {
        return context.expectation()
                .plan()
                .flatMap(p -> p.engine().ranks().stream()
                        .filter(r -> r.host().equals(host))
                        .findFirst());
    }

    private static Map<String, Planned> planned(NodeFacts facts) {
        Map<String, Planned> plan = new LinkedHashMap<>();
        facts.settings().stream()
                .filter(s -> s.source() == Setting.Source.PLANNED)
                .forEach(s -> plan.putIfAbsent(s.name(), new Planned(s.value().trim(), s.evidence())));
        return plan;
    }

    private static Map<String, Setting> process(NodeFacts facts) {
        Map<String, Setting> process = new LinkedHashMap<>();
        facts.settings().stream()
                .filter(s -> s.source() == Setting.Source.PROCESS)
                .forEach(s -> process.putIfAbsent(s.name(), s));
        return process;
    }

    /** Values that differ by design from rank to rank, and netdev names, which may. */
    private static boolean isPerRank(String name) {
        return name.endsWith("HOST_IP") || name.endsWith("RANK") || name.endsWith("IFNAME") || name.endsWith("IF_NAME");
    }

    private static void compare(
            Findings out,
            NodeFacts facts,
            Map<String, Planned> plan,
            Map<String, Setting> process,
            Optional<EngineEnvironment> rank) {
        // Only a whole environment shows that a variable is missing; a log names just those that the library read.
        boolean whole = facts.hasObserved(Topic.ENVIRONMENT);
        List<String> differences = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        plan.forEach((name, planned) -> {
            Optional<Setting> actual = Optional.ofNullable(process.get(name));
            boolean differs = actual.filter(a -> !a.value().trim().equals(planned.value()))
                    .isPresent();
            if (differs || actual.isEmpty() && whole) {
                differences.add(name + ": planned " + planned.value() + ", actual "
                        + actual.map(Setting::value).orElse("not set"));
                evidence.add(planned.evidence());
                actual.ifPresent(a -> evidence.add(a.evidence()));
            }
        });
        rank.ifPresent(r -> r.unset()
                .forEach(unset -> Optional.ofNullable(process.get(unset.name())).ifPresent(actual -> {
                    differences.add(
                            unset.name() + ": planned not set (" + unset.reason() + "), actual " + actual.value());
                    evidence.add(actual.evidence());
                })));
        if (differences.isEmpty()) {
            return;
        }
        out.report(Code.ENV_PLAN_VS_PROCESS_MISMATCH)
                .at(
                        facts.host(),
                        rank.map(r -> "rank " + r.rank() + ": ").orElse("")
                                + Phrase.count(differences.size(), "variable"))
                .seen(String.join("; ", differences))
                .wanted("the planned value in every rank's process")
                .consequence(
                        "the rank runs with other settings than planned; NCCL ignores what it does not get without a word")
                .fix(
                        "pass the planned variables into the container of every rank (docker run --env or --env-file) and start it"
                                + " again; then compare with `docker inspect`")
                .evidence(evidence)
                .add();
    }

    /**
     * A planned value.
     *
     * @param value the value
     * @param evidence where it was read
     */
    private record Planned(String value, Evidence evidence) {}
}
