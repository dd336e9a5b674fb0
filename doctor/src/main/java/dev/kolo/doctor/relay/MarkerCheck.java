package dev.kolo.doctor.relay;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.Tag;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The marker processes of the hardware backend: each device of the plan has one, with every rule, and none has failed. */
public final class MarkerCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        context.remarks(Remark.Kind.MARKER_FAILED).forEach(r -> reportFailed(out, r));
        Optional<Plan> plan = context.expectation().plan();
        if (plan.isPresent()
                && plan.get().relays().relays() > 0
                && plan.get().relays().backend() == Backend.HARDWARE) {
            plan.get().hosts().forEach(h -> planned(context, out, plan.get(), h));
        }
    }

    private static void reportFailed(Findings out, LocatedRemark remark) {
        boolean named = !remark.value().isBlank() && !remark.value().equals("?");
        out.report(Code.MARKER_DEAD)
                .at(remark.host(), named ? remark.value() : "a marker")
                .seen("the marker failed: \""
                        + remark.remark().evidence().text().strip() + "\"")
                .wanted("a running marker for each device that sends to far hosts")
                .consequence("its RDMA packets for far hosts leave untagged, and the first relay drops them")
                .fix("mend what its log names, then `sudo systemctl restart "
                        + (named
                                ? dev.kolo.fabric.names.ShellWord.quote(
                                        "kolo-fabric-marker@" + remark.value() + ".service")
                                : "'kolo-fabric-marker@*'")
                        + "`, or up.sh of the plan")
                .evidence(remark.remark().evidence())
                .add();
    }

    private static void planned(Context context, Findings out, Plan plan, PlannedHost host) {
        Map<String, Set<String>> wanted = new TreeMap<>();
        plan.relays().groups().stream()
                .flatMap(g -> g.objectsOf(host.name()).stream())
                .forEach(o -> rule(o, wanted));
        Optional<NodeFacts> facts = context.facts(host.name());
        if (wanted.isEmpty() || facts.isEmpty()) {
            return;
        }
        Map<String, Set<String>> running = new TreeMap<>();
        context.remarks(Remark.Kind.MARKER_PROCESS).stream()
                .filter(r -> r.host().equals(host.name()))
                .forEach(r -> {
                    List<String> words = List.of(r.value().split(" "));
                    running.computeIfAbsent(words.getFirst(), d -> new LinkedHashSet<>())
                            .addAll(words.subList(1, words.size()));
                });
        if (running.isEmpty() && !facts.get().hasSeen(Topic.PROCESSES)) {
            out.askFor("whether the markers of the plan run", "pgrep -af -- --rule", host.name());
            return;
        }
        wanted.forEach((device, rules) -> {
            Set<String> has = running.getOrDefault(device, Set.of());
            List<String> lacks = rules.stream().filter(r -> !has.contains(r)).toList();
            if (!lacks.isEmpty()) {
                report(out, plan, host.name(), device, has, lacks);
            }
        });
    }

    private static void rule(RelayObject object, Map<String, Set<String>> wanted) {
        if (object instanceof RelayObject.Marker marker) {
            wanted.computeIfAbsent(marker.device(), d -> new LinkedHashSet<>())
                    .add(marker.destination() + "=" + Tag.text(Tag.of(marker.relays())));
        } else if (object instanceof RelayObject.PortMarker marker) {
            wanted.computeIfAbsent(marker.device(), d -> new LinkedHashSet<>())
                    .add("port=" + RelayObject.PortMarker.RESERVED_PORT);
        }
    }

    private static void report(
            Findings out, Plan plan, String host, String device, Set<String> has, List<String> lacks) {
        out.report(Code.MARKER_DEAD)
                .at(host, device)
                .seen(
                        has.isEmpty()
                                ? "no marker process for " + device
                                : "the marker of " + device + " has no rule " + Phrase.list(lacks))
                .wanted("a marker for " + device + " with " + Phrase.list(lacks))
                .consequence("RDMA packets of this device for far hosts leave untagged, and the first relay drops them")
                .fix(Phrase.on(host)
                        + "`sudo systemctl restart kolo-fabric.service`, or up.sh of the plan; if the marker ends"
                        + " again, `journalctl -u 'kolo-fabric-marker@*'` says why ("
                        + plan.relays().marker().orElse("the marker program") + " must be there and run)")
                .evidence(List.of())
                .add();
    }
}
