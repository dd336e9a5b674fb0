package dev.kolo.doctor.drift;

import dev.kolo.doctor.Comparison;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Plugs that sit elsewhere than before. Only cables that something physical shows are compared, not what addresses claim. */
public final class CableDriftCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        Optional<Comparison> comparison = context.comparison();
        if (comparison.isEmpty()) {
            return;
        }
        Map<Port, Cable> before = byPort(Fabric.of(comparison.get().earlier()));
        Map<Port, Cable> after = byPort(context.fabric());
        List<String> moved = new ArrayList<>();
        List<String> were = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        before.forEach((port, was) -> {
            Cable is = after.get(port);
            // Each cable is told once, from its smaller end.
            if (is == null || other(was, port).equals(other(is, port)) || !port.equals(was.a())) {
                return;
            }
            moved.add(port + " led to " + other(was, port) + " and leads to " + other(is, port) + " now");
            were.add(Phrase.cable(was));
            is.links().forEach(l -> evidence.addAll(l.evidence()));
            was.links().forEach(l -> evidence.addAll(l.evidence()));
        });
        if (!moved.isEmpty()) {
            out.report(Code.CABLE_MOVED)
                    .at("", "the cables")
                    .seen(Phrase.list(moved))
                    .wanted("as before: " + Phrase.list(were))
                    .consequence("addresses and plans that were made for the old cables do not fit the new ones")
                    .fix("put the plugs back as they were, or plan again for the cables as they are")
                    .evidence(evidence)
                    .add();
        }
    }

    private static Port other(Cable cable, Port port) {
        return cable.a().equals(port) ? cable.b() : cable.a();
    }

    private static Map<Port, Cable> byPort(Fabric fabric) {
        Map<Port, Cable> cables = new TreeMap<>();
        for (Cable cable : fabric.cables()) {
            if (cable.isSeen()) {
                cables.put(cable.a(), cable);
                cables.put(cable.b(), cable);
            }
        }
        return cables;
    }
}
