package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Hosts of one fabric with different kernels, NIC firmware or GPU drivers. Such a fabric often works; when one host behaves
 * unlike the others, this is the first place to look.
 */
public final class DriverCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        Map<String, Map<String, String>> versions = new LinkedHashMap<>();
        for (String host : context.fabricHosts()) {
            Optional<NodeFacts> facts = context.facts(host);
            facts.flatMap(f -> f.system().kernelRelease()).ifPresent(v -> put(versions, "kernel", host, v));
            context.settings()
                    .of(host, "nvidia.driver")
                    .ifPresent(s -> put(versions, "NVIDIA driver", host, s.value()));
            firmware(context, host).ifPresent(v -> put(versions, "NIC firmware", host, v));
            driver(context, host).ifPresent(v -> put(versions, "NIC driver", host, v));
        }
        List<String> seen = new ArrayList<>();
        List<String> subjects = new ArrayList<>();
        versions.forEach((what, byHost) -> {
            Map<String, List<String>> byVersion = new TreeMap<>();
            byHost.forEach((host, version) ->
                    byVersion.computeIfAbsent(version, v -> new ArrayList<>()).add(host));
            if (byVersion.size() > 1) {
                subjects.add(what);
                List<String> parts = new ArrayList<>();
                byVersion.forEach((version, hosts) -> parts.add(version + " on " + Phrase.hosts(hosts)));
                seen.add(what + " " + Phrase.few(parts, 4));
            }
        });
        if (!seen.isEmpty()) {
            report(context, out, subjects, seen);
        }
    }

    private static void put(Map<String, Map<String, String>> versions, String what, String host, String version) {
        versions.computeIfAbsent(what, w -> new LinkedHashMap<>()).put(host, version);
    }

    /** The firmware of a host's fabric devices, where all have one. */
    private static Optional<String> firmware(Context context, String host) {
        List<String> all = context.functionsOf(host).stream()
                .flatMap(f -> f.device().stream())
                .filter(d -> !d.isSoft())
                .flatMap(d -> d.firmware().stream())
                .distinct()
                .sorted()
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join(" and ", all));
    }

    private static Optional<String> driver(Context context, String host) {
        List<String> all = context.functionsOf(host).stream()
                .map(Function::netdev)
                .flatMap(Optional::stream)
                .flatMap(n -> Optional.ofNullable(n.features().get("driver.version")).stream())
                .distinct()
                .sorted()
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join(" and ", all));
    }

    private static void report(Context context, Findings out, List<String> subjects, List<String> seen) {
        out.report(Code.DRIVER_MISMATCH)
                .at("", Phrase.list(subjects))
                .seen(String.join("; ", seen))
                .wanted("the same versions on every host")
                .consequence(
                        "it may work; but a fault that one host has and the others lack often comes from here, and GID"
                                + " tables, limits and offloads can differ between versions")
                .fix(
                        "bring all hosts to the version that most of them have, one after the other with the engine stopped, and"
                                + " boot them")
                .evidence(context.fabric().functions().stream()
                        .flatMap(f -> f.device().stream())
                        .map(d -> d.evidence())
                        .limit(4)
                        .toList())
                .add();
    }
}
