package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Port;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A person's list of cables against the cables that the machines show. */
public final class StatedCableCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        Map<String, String> hosts = new HashMap<>();
        context.fabricHosts().forEach(h -> hosts.put(plain(h), h));
        for (StatedCable stated : context.inventory().statedCables()) {
            Optional<Port> a = portOf(context, hosts, stated.a());
            Optional<Port> b = portOf(context, hosts, stated.b());
            if (a.isPresent() && b.isPresent()) {
                compare(context, out, stated, a.get(), b.get());
            }
        }
    }

    private static void compare(Context context, Findings out, StatedCable stated, Port a, Port b) {
        List<Cable> shown = context.cablesAt(a).isEmpty() ? context.cablesAt(b) : context.cablesAt(a);
        boolean agrees = shown.isEmpty() || shown.stream().anyMatch(c -> joins(c, a, b));
        if (agrees) {
            return;
        }
        Draft draft = out.report(Code.CABLES_DISAGREE)
                .at(a.host(), "the cable described as " + Phrase.cable(a, b))
                .seen(Phrase.list(shown.stream().map(Phrase::cable).toList())
                        + (shown.stream().anyMatch(Cable::isSeen) ? " (seen on the wire)" : " (by their addresses)"))
                .wanted(Phrase.cable(a, b) + ", as described")
                .consequence("the description and the machines disagree; the machines are believed here")
                .fix("look at the plugs, then correct the description or the cable")
                .evidence(stated.evidence());
        shown.forEach(c -> c.links().forEach(l -> draft.evidence(l.evidence())));
        draft.add();
    }

    private static boolean joins(Cable cable, Port a, Port b) {
        return cable.a().equals(a) && cable.b().equals(b)
                || cable.a().equals(b) && cable.b().equals(a);
    }

    private static Optional<Port> portOf(Context context, Map<String, String> hosts, StatedCable.End end) {
        String host = hosts.get(plain(end.host()));
        if (host == null) {
            return Optional.empty();
        }
        return context.functionsOf(host).stream()
                .filter(f -> end.netdev().filter(f.name()::equals).isPresent()
                        || end.netdev().isEmpty()
                                && end.port().isPresent()
                                && f.port().number() == end.port().getAsInt())
                .map(f -> f.port())
                .findFirst();
    }

    /** "Spark 1" and "spark1" are one host to whoever writes a cable list. */
    private static String plain(String host) {
        StringBuilder out = new StringBuilder();
        for (char c : host.toLowerCase(Locale.ROOT).toCharArray()) {
            if (Character.isLetterOrDigit(c) || c == '.') {
                out.append(c);
            }
        }
        return out.toString();
    }
}
