package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Cable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two cables between the same two hosts: both share the card's PCIe halves, so the second brings nothing. */
public final class CableDoubledCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        Map<List<String>, List<Cable>> between = new LinkedHashMap<>();
        for (Cable cable : context.fabric().cables()) {
            between.computeIfAbsent(List.of(cable.a().host(), cable.b().host()), k -> new ArrayList<>())
                    .add(cable);
        }
        between.forEach((hosts, cables) -> {
            if (cables.size() > 1) {
                report(out, hosts, cables, context.isPair());
            }
        });
    }

    private static void report(Findings out, List<String> hosts, List<Cable> cables, boolean pair) {
        Draft draft = out.report(Code.CABLE_DOUBLED)
                .severity(pair ? Severity.INFO : Severity.WARNING)
                .at(
                        hosts.getFirst(),
                        Phrase.list(cables.stream().map(Phrase::cable).toList()))
                .seen(Phrase.count(cables.size(), "cable") + " between " + Phrase.hosts(hosts))
                .wanted(pair ? "one cable is enough for a pair" : "one cable between two hosts")
                .consequence(
                        pair
                                ? "harmless; both cables share the card's PCIe lanes, so the second adds no bandwidth"
                                : "the second cable adds no bandwidth, and its two ports are missing elsewhere in the ring")
                .fix(
                        pair
                                ? "nothing to do"
                                : "use the ports of " + Phrase.cable(cables.getLast()) + " for the cable that the"
                                        + " shape lacks");
        cables.forEach(c -> c.links().forEach(l -> draft.evidence(l.evidence())));
        draft.add();
    }
}
