package dev.kolo.probe.read.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The column of host names that pdsh, clush and shell loops put before each line ("spark1: …"). One line does not show
 * it, since many formats write "key: value"; the start of the text does.
 */
public final class HostColumn {
    /** Share of the lines that must carry a host's name, in percent. */
    private static final int COVERAGE_PERCENT = 80;

    private final Set<String> hosts;

    private HostColumn(Set<String> hosts) {
        this.hosts = hosts;
    }

    /** Looks for the column in the first lines of a text. */
    public static Optional<HostColumn> in(List<String> lines) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        int filled = 0;
        for (String line : lines) {
            if (!line.isBlank()) {
                filled++;
                nameBefore(line).ifPresent(p -> counts.merge(p, 1, Integer::sum));
            }
        }
        int covered = 0;
        boolean sure = false;
        Set<String> hosts = new TreeSet<>();
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            if (entry.getValue() >= 2) {
                covered += entry.getValue();
                sure |= Names.isSurelyHost(entry.getKey());
                hosts.add(entry.getKey());
            }
        }
        return sure && covered * 100 >= filled * COVERAGE_PERCENT
                ? Optional.of(new HostColumn(hosts))
                : Optional.empty();
    }

    /** The host of a line and what stands behind it; empty for a line without the column. */
    public Optional<Words.KeyValue> split(String line) {
        return nameBefore(line)
                .filter(p -> hosts.contains(p) || Names.isSurelyHost(p))
                .map(p -> new Words.KeyValue(p, line.substring(Math.min(line.length(), p.length() + 2))));
    }

    /** The word before a line's first colon, when it can be a host's name. */
    public static Optional<String> nameBefore(String line) {
        int colon = line.indexOf(':');
        if (colon <= 0 || colon > 64 || colon + 1 < line.length() && line.charAt(colon + 1) != ' ') {
            return Optional.empty();
        }
        String word = line.substring(0, colon);
        boolean host = Names.isHostLike(word)
                && !DeviceWords.isNetdev(word)
                && !DeviceWords.isRdmaDevice(word)
                && !Names.isNoHost(word);
        return host ? Optional.of(word) : Optional.empty();
    }
}
