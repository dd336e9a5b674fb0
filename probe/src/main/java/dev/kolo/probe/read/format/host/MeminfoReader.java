package dev.kolo.probe.read.format.host;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** {@code /proc/meminfo}, whole or a few lines of it: "CmaFree:    940604 kB". */
public final class MeminfoReader implements FormatReader {
    private final Map<String, Long> seen = new HashMap<>();

    @Override
    public Claim begin(Line line, Scope scope) {
        return line.text().endsWith(" kB") ? row(line, scope) : Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        // HugePages_Total and its kin count pages and carry no unit.
        return begin(line, scope).isMine() ? Claim.READ : isPageCount(line.text()) ? Claim.KNOWN : Claim.NO;
    }

    private Claim row(Line line, Scope scope) {
        List<String> words = Words.of(line.text());
        if (words.size() != 3 || !words.get(0).endsWith(":")) {
            return Claim.NO;
        }
        String name = words.get(0).substring(0, words.get(0).length() - 1);
        OptionalLong value = Words.longNumber(words.get(1));
        if (value.isEmpty() || name.isEmpty() || name.charAt(0) < 'A' || name.charAt(0) > 'Z') {
            return Claim.NO;
        }
        Long before = seen.putIfAbsent(name, value.getAsLong());
        if (before == null) {
            scope.facts().memoryKib(name, value.getAsLong());
            if (name.startsWith("Cma")) {
                scope.remark(Remark.Kind.CMA_MEMORY, name + " " + value.getAsLong(), line.evidence());
            }
        }
        scope.facts()
                .observe(
                        Topic.MEMORY,
                        name.equals("DirectMap1G") || name.equals("HardwareCorrupted")
                                ? Observation.OBSERVED
                                : Observation.PARTIAL);
        scope.understood("/proc/meminfo");
        return Claim.READ;
    }

    private static boolean isPageCount(String text) {
        List<String> words = Words.of(text);
        return words.size() == 2 && words.get(0).endsWith(":") && words.get(0).startsWith("HugePages_");
    }
}
