package dev.kolo.probe.nccl.read;

import dev.kolo.fabric.address.Gid;
import java.util.Optional;

/** Reads GIDs in the two forms in which NCCL prints them. */
final class LogGids {
    private LogGids() {}

    /** The address that follows a key, up to a blank or comma; empty for "N/A". */
    static Optional<Gid> after(String text, String key) {
        int at = text.indexOf(key);
        if (at < 0) {
            return Optional.empty();
        }
        int start = at + key.length();
        while (start < text.length() && text.charAt(start) == ' ') {
            start++;
        }
        int end = start;
        while (end < text.length() && end - start < 64 && " ,)".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return Gid.parse(text.substring(start, end));
    }

    /** "(0/A000A0AFFFF0000)": subnet prefix and interface id as numbers of a little-endian machine. */
    static Optional<Gid> ofHalves(String text) {
        int open = text.indexOf('(');
        int slash = text.indexOf('/', open);
        int close = text.indexOf(')', slash);
        if (open < 0 || slash < 0 || close < 0 || slash - open > 17 || close - slash > 17) {
            return Optional.empty();
        }
        try {
            long high = Long.parseUnsignedLong(text.substring(open + 1, slash), 16);
            long low = Long.parseUnsignedLong(text.substring(slash + 1, close), 16);
            return Optional.of(new Gid(Long.reverseBytes(high), Long.reverseBytes(low)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
