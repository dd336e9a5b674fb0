package dev.kolo.verbs.device;

import dev.kolo.wire.nic.NicException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A device that the user names: {@code name[:port][:gid]}, e.g. {@code rocep1s0f0}, {@code rocep1s0f0:1}, or
 * {@code rocep1s0f0:1:3} for GID index 3. What is left out comes from facts.
 *
 * @param name the device
 * @param port RDMA port number, 1 first
 * @param gidIndex index in that port's GID table
 */
public record DeviceWish(String name, OptionalInt port, OptionalInt gidIndex) {
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_.-]{1,63})(?::([0-9]{1,3}))?(?::([0-9]{1,4}))?");

    /**
     * Reads wishes.
     *
     * @throws NicException for one that has another form
     */
    public static List<DeviceWish> parse(List<String> texts) throws NicException {
        List<DeviceWish> wishes = new ArrayList<>();
        for (String text : texts) {
            Matcher match = FORM.matcher(text.strip());
            if (!match.matches()) {
                throw new NicException("\"" + printable(text)
                        + "\" names no device: write name[:port][:gid], e.g. rocep1s0f0 or rocep1s0f0:1:3");
            }
            wishes.add(new DeviceWish(match.group(1), number(match.group(2)), number(match.group(3))));
        }
        return wishes;
    }

    private static OptionalInt number(@Nullable String digits) {
        return digits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
    }

    /** What a user typed goes into a message without what a terminal would obey. */
    private static String printable(String text) {
        return text.replaceAll("\\P{Print}", "?");
    }
}
