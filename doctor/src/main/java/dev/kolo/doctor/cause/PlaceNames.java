package dev.kolo.doctor.cause;

import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds hosts and functions of a fabric in the words of findings: "spark1 port 0", "spark1:enp1s0f0np0", "rocep1s0f0, roceP2p1s0f0
 * on spark1 and spark2".
 */
final class PlaceNames {
    private final Set<String> hosts = new HashSet<>();
    private final Map<String, Map<String, List<FunctionId>>> byHostAndName = new HashMap<>();

    PlaceNames(Fabric fabric) {
        fabric.inventory().hosts().forEach(h -> hosts.add(h.host()));
        fabric.inventory().unreachable().forEach(h -> hosts.add(h.host()));
        for (Function function : fabric.functions()) {
            hosts.add(function.host());
            Map<String, List<FunctionId>> names = byHostAndName.computeIfAbsent(function.host(), h -> new HashMap<>());
            function.netdev().ifPresent(n -> add(names, n.name(), function));
            function.device().ifPresent(d -> add(names, d.name(), function));
            add(names, function.port().label(), function);
        }
    }

    private static void add(Map<String, List<FunctionId>> names, String name, Function function) {
        names.computeIfAbsent(name, n -> new ArrayList<>()).add(function.id());
    }

    Places of(Set<FunctionId> functions) {
        Set<String> of = new LinkedHashSet<>();
        functions.forEach(f -> of.add(f.host()));
        return new Places(of, functions);
    }

    /** What the text of a finding names. A name without a host of its own is looked for on every host that is named. */
    Places in(Finding finding, String text) {
        List<String> words = words(text);
        Set<String> named = new LinkedHashSet<>();
        if (!finding.host().isEmpty() && hosts.contains(finding.host())) {
            named.add(finding.host());
        }
        words.stream().filter(w -> !w.isEmpty() && hosts.contains(w)).forEach(named::add);
        Set<FunctionId> functions = new LinkedHashSet<>();
        Set<String> searched = named.isEmpty() && hosts.contains("") ? Set.of("") : named;
        String last = finding.host();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            last = hosts.contains(word) ? word : last;
            int colon = word.indexOf(':');
            if (colon > 0 && hosts.contains(word.substring(0, colon))) {
                named.add(word.substring(0, colon));
                functions.addAll(lookUp(word.substring(0, colon), word.substring(colon + 1)));
            } else if (word.equals("port") && i + 1 < words.size()) {
                String card = i > 1 && words.get(i - 2).equals("card") ? "card " + words.get(i - 1) + " " : "";
                functions.addAll(lookUp(last, card + "port " + words.get(i + 1)));
            } else {
                searched.forEach(h -> functions.addAll(lookUp(h, word)));
            }
        }
        return new Places(named, functions);
    }

    private List<FunctionId> lookUp(String host, String name) {
        return byHostAndName.getOrDefault(host, Map.of()).getOrDefault(name, List.of());
    }

    /** Words without the punctuation around them. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean part = i < text.length() && isPart(text.charAt(i));
            if (part && start < 0) {
                start = i;
            } else if (!part && start >= 0) {
                int end = i;
                while (end > start && (text.charAt(end - 1) == '.' || text.charAt(end - 1) == ':')) {
                    end--;
                }
                words.add(text.substring(start, end));
                start = -1;
            }
        }
        return words;
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == ':' || c == '@';
    }
}
