package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code ip route}: "10.10.0.0/24 dev enp1s0f0np0 proto kernel scope link src 10.10.0.10". */
public final class IpRouteReader implements FormatReader {
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text().stripLeading();
        if (text.indexOf(" dev ") < 0 && text.indexOf(" via ") < 0) {
            return Claim.NO;
        }
        List<String> words = line.words();
        int start = isType(words.get(0)) ? 1 : 0;
        if (words.size() < start + 3 || !isDestination(words.get(start)) || isNeighbour(words)) {
            return Claim.NO;
        }
        String next = words.get(start + 1);
        if (!next.equals("dev") && !next.equals("via") && !next.equals("proto") && !next.equals("nhid")) {
            return Claim.NO;
        }
        if (words.contains("uid") || words.contains("cache")) {
            // The answer to "ip route get": how one packet would go, not an entry of the table.
            scope.understood("ip route get");
            return Claim.KNOWN;
        }
        if (start == 1 && (words.get(0).equals("local") || words.get(0).equals("broadcast"))) {
            return Claim.KNOWN;
        }
        scope.facts().route(route(words, start, line));
        scope.facts().observe(Topic.ROUTES, Observation.PARTIAL);
        scope.understood("ip route");
        return Claim.READ;
    }

    private static Route route(List<String> words, int start, Line line) {
        Optional<String> via = Words.after(words, "via");
        if (via.filter(v -> v.equals("inet6")).isPresent()) {
            via = Words.after(words, "inet6");
        }
        return new Route(
                words.get(start),
                Words.after(words, "dev"),
                via.flatMap(Names::ip),
                Words.after(words, "src").flatMap(Names::ip),
                Words.after(words, "proto"),
                Words.after(words, "scope"),
                Words.after(words, "metric").map(Words::number).orElse(OptionalInt.empty()),
                line.evidence());
    }

    private static boolean isType(String word) {
        return switch (word) {
            case "unreachable", "blackhole", "prohibit", "local", "broadcast", "multicast", "unicast", "throw" -> true;
            default -> false;
        };
    }

    private static boolean isDestination(String word) {
        return word.equals("default")
                || AddressWords.isWithPrefix(word)
                || Names.ip(word).isPresent();
    }

    private static boolean isNeighbour(List<String> words) {
        return words.contains("lladdr")
                || NeighbourStates.of(words.get(words.size() - 1)).isPresent();
    }
}
