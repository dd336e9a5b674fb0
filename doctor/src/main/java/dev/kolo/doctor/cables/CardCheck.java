package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says that several RDMA devices are one card, where the GUIDs show it: people count cards, and cables, by device, and
 * get twice as many as there are.
 */
public final class CardCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        Map<String, List<Function>> cards = new LinkedHashMap<>();
        for (Function function : context.fabric().functions()) {
            function.device()
                    .filter(d -> !d.isSoft())
                    .flatMap(RdmaDevice::systemImageGuid)
                    .filter(g -> g.bits() != 0)
                    .ifPresent(g -> cards.computeIfAbsent(function.host() + " " + g, k -> new ArrayList<>())
                            .add(function));
        }
        List<List<Function>> shared =
                cards.values().stream().filter(CardCheck::hasTwoHalves).toList();
        if (!shared.isEmpty()) {
            report(out, shared);
        }
    }

    private static boolean hasTwoHalves(List<Function> card) {
        return card.stream().map(Function::port).distinct().count() < card.size();
    }

    private static void report(Findings out, List<List<Function>> cards) {
        List<Function> first = cards.getFirst();
        List<String> hosts =
                cards.stream().map(c -> c.getFirst().host()).distinct().toList();
        String guid = first.getFirst()
                .device()
                .flatMap(RdmaDevice::systemImageGuid)
                .map(Object::toString)
                .orElse("");
        Draft draft = out.report(Code.ONE_CABLE_TWO_FUNCTIONS)
                .at(
                        hosts.size() == 1 ? hosts.getFirst() : "",
                        Phrase.functions(first.stream().map(Function::id).toList()))
                .seen(Phrase.count(first.size(), "RDMA device") + " with one system image GUID, " + guid
                        + (hosts.size() > 1 ? "; alike on " + Phrase.count(hosts.size(), "host") : ""))
                .wanted("one card with "
                        + Phrase.count(
                                (int) first.stream()
                                        .map(Function::port)
                                        .distinct()
                                        .count(),
                                "port") + "; each port shows one device for each PCIe half")
                .consequence("both devices of a port use the same cable, so do not count cards or cables by device")
                .fix("nothing to do");
        first.forEach(f -> draft.evidence(f.evidence()));
        draft.add();
    }
}
