package dev.kolo.probe.redact;

import dev.kolo.fabric.address.Ipv6Address;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what is written in groups of hexadecimal digits between colons: IPv6 addresses and GIDs in every form, MACs, GUIDs,
 * and the 20 octets of an InfiniBand hardware address. Times, PCI addresses and {@code host:pid:tid} are none of these.
 */
final class ColonFinder implements Finder {
    private static final int SHORTEST = 2;
    private static final int MOST_PIECES = 20;

    /** Longer runs are no addresses; they are cut so that a hostile line costs no more than its length. */
    private static final int LONGEST_RUN = 240;

    @Override
    public void find(Spans spans) {
        String line = spans.line();
        int i = 0;
        while (i < line.length()) {
            if (!isRunChar(line.charAt(i))) {
                i++;
                continue;
            }
            int start = i;
            int colons = 0;
            while (i < line.length() && isRunChar(line.charAt(i)) && i - start < LONGEST_RUN) {
                colons += line.charAt(i) == ':' ? 1 : 0;
                i++;
            }
            if (colons >= SHORTEST) {
                run(spans, start, i);
            }
        }
    }

    private static boolean isRunChar(char c) {
        return c == ':' || c == '.' || Finder.isHex(c);
    }

    private void run(Spans spans, int runStart, int runEnd) {
        String line = spans.line();
        int start = runStart;
        int end = runEnd;
        // The first or last group may be the end or the start of a word, or of a path: "gid:fe80::1", "gids/0:fe80::1",
        // "c10::Error".
        if (start > 0 && (Finder.isWordChar(line.charAt(start - 1)) || line.charAt(start - 1) == '/')) {
            start = line.indexOf(':', start) + 1;
        }
        if (end < line.length() && Finder.isWordChar(line.charAt(end))) {
            end = line.lastIndexOf(':', end - 1);
        }
        boolean cutInGap = start > runStart && line.startsWith(":", start) && !line.startsWith("::", start)
                || end < runEnd && end > 0 && line.charAt(end - 1) == ':';
        if (end - start < SHORTEST || cutInGap) {
            return;
        }
        List<Integer> starts = new ArrayList<>();
        starts.add(start);
        for (int i = start; i < end; i++) {
            if (line.charAt(i) == ':') {
                starts.add(i + 1);
            }
        }
        pieces(spans, starts, end);
    }

    /** Tries every stretch of groups, from the left, the longest first. */
    private void pieces(Spans spans, List<Integer> starts, int end) {
        int from = 0;
        while (from < starts.size()) {
            int taken = 0;
            int most = Math.min(starts.size(), from + MOST_PIECES);
            for (int to = most; to > from + 1 && taken == 0; to--) {
                int last = to == starts.size() ? end : starts.get(to) - 1;
                boolean numbered =
                        from + 1 < to && isLineNumber(spans.line(), starts.get(from), starts.get(from + 1), last);
                taken = !numbered && claim(spans, starts.get(from), last) ? to - from : 0;
            }
            from += Math.max(1, taken);
        }
    }

    /** "12:fe80::1", "3:0000:0000:…": grep -n puts the number of a line before it. */
    private static boolean isLineNumber(String line, int start, int next, int end) {
        String rest = line.substring(next, end);
        for (int i = start; i < next - 1; i++) {
            if (line.charAt(i) > '9') {
                return false;
            }
        }
        return rest.startsWith("fe80:") || rest.length() == 39 && isGroups(rest, 4);
    }

    private static boolean claim(Spans spans, int start, int end) {
        int last = end;
        while (last > start && spans.line().charAt(last - 1) == '.') {
            last--;
        }
        String text = spans.line().substring(start, last);
        Sort sort = sortOf(text);
        return sort != null && spans.claim(start, last, sort);
    }

    private static @org.jspecify.annotations.Nullable Sort sortOf(String text) {
        if (isGroups(text, 2)) {
            return switch (text.length()) {
                case 17 -> Sort.MAC;
                case 23, 59 -> Sort.GUID;
                default -> null;
            };
        }
        if (isGroups(text, 4) && text.length() == 19) {
            return Sort.GUID;
        }
        return Ipv6Address.parse(text).isPresent() ? Sort.IPV6 : null;
    }

    /** Groups of exactly so many digits, none empty. */
    static boolean isGroups(String text, int digits) {
        if ((text.length() + 1) % (digits + 1) != 0) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            boolean colon = (i + 1) % (digits + 1) == 0;
            if (colon ? text.charAt(i) != ':' : !Finder.isHex(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
