package dev.kolo.probe.redact;

import dev.kolo.fabric.address.Ipv6Address;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds GIDs as NCCL prints those of its queue pairs: {@code GID 3 (0/B000A0AFFFF0000)}, both halves as numbers of a machine
 * whose lowest byte comes first, so that 10.10.0.11 stands there back to front.
 */
final class RawGidFinder implements Finder {
    private static final Pattern RAW =
            Pattern.compile("(?i)\\bgid\\b[^()/]{0,24}\\(([0-9a-f]{1,16}/[0-9a-f]{1,16})\\)");

    @Override
    public void find(Spans spans) {
        String line = spans.line();
        if (line.indexOf("ID") < 0 && line.indexOf("id") < 0 || line.indexOf('/') < 0) {
            return;
        }
        Matcher matcher = RAW.matcher(line);
        while (matcher.find()) {
            spans.claim(matcher.start(1), matcher.end(1), Sort.IPV6);
        }
    }

    /** The address that such a pair of numbers is; empty for text of any other form. */
    static Optional<Ipv6Address> parse(String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? Optional.empty()
                : Optional.of(new Ipv6Address(turned(text.substring(0, slash)), turned(text.substring(slash + 1))));
    }

    private static long turned(String hex) {
        return Long.reverseBytes(Long.parseUnsignedLong(hex, 16));
    }

    /** An address as such a pair. */
    static String format(Ipv6Address address) {
        return String.format(Locale.ROOT, "%X/%X", Long.reverseBytes(address.high()), Long.reverseBytes(address.low()));
    }
}
