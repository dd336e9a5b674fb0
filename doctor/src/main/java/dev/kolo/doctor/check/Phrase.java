package dev.kolo.doctor.check;

import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Port;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the short English of findings: lists, hosts, ports. One place, so that all findings speak alike. */
public final class Phrase {
    /** Longer lists are cut, so that a finding about 256 hosts still fits a screen. */
    private static final int MAX_LISTED = 12;

    private Phrase() {}

    /** "a", "a and b", "a, b and c". */
    public static String list(Collection<String> items) {
        List<String> all = List.copyOf(items);
        if (all.size() > MAX_LISTED) {
            return String.join(", ", all.subList(0, MAX_LISTED)) + " and " + (all.size() - MAX_LISTED) + " more";
        }
        return switch (all.size()) {
            case 0 -> "nothing";
            case 1 -> all.getFirst();
            default -> String.join(", ", all.subList(0, all.size() - 1)) + " and " + all.getLast();
        };
    }

    /** "a; b; and 3 more": long items, the first few of them. */
    public static String few(Collection<String> items, int most) {
        List<String> all = List.copyOf(items);
        String shown = String.join("; ", all.subList(0, Math.min(most, all.size())));
        return all.size() > most ? shown + "; and " + (all.size() - most) + " more" : shown;
    }

    /** The name to show for a host; the unnamed one of loose files is "this host". */
    public static String host(String host) {
        return host.isEmpty() ? "this host" : host;
    }

    /** The hosts as a list. */
    public static String hosts(Collection<String> hosts) {
        return list(hosts.stream().map(Phrase::host).toList());
    }

    /** "on spark2 ", or nothing for the unnamed host. */
    public static String on(String host) {
        return host.isEmpty() ? "" : "on " + host + " ";
    }

    /** "spark1 port 0 to spark2 port 1". */
    public static String cable(Port a, Port b) {
        return a + " to " + b;
    }

    /** "spark1 port 0 to spark2 port 1". */
    public static String cable(Cable cable) {
        return cable(cable.a(), cable.b());
    }

    /** "spark1:enp1s0f0np0". */
    public static String function(Function function) {
        return function.id().toString();
    }

    /** Netdevs gathered by host: "enp1s0f0np0, enp1s0f1np1 on spark1 and spark2". */
    public static String functions(Collection<FunctionId> ids) {
        Map<String, StringBuilder> byHost = new LinkedHashMap<>();
        for (FunctionId id : ids) {
            StringBuilder names = byHost.computeIfAbsent(id.host(), h -> new StringBuilder());
            names.append(names.isEmpty() ? "" : ", ").append(id.name());
        }
        Map<String, List<String>> byNames = new LinkedHashMap<>();
        byHost.forEach((host, names) -> byNames.computeIfAbsent(names.toString(), n -> new java.util.ArrayList<>())
                .add(host));
        List<String> parts = byNames.entrySet().stream()
                .map(e -> isUnnamed(e.getValue()) ? e.getKey() : e.getKey() + " on " + hosts(e.getValue()))
                .toList();
        return parts.size() > MAX_LISTED ? list(parts) : String.join("; ", parts);
    }

    private static boolean isUnnamed(List<String> hosts) {
        return hosts.size() == 1 && hosts.getFirst().isEmpty();
    }

    /** "1 cable", "3 cables". */
    public static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
