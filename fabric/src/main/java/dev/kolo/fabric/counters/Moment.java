package dev.kolo.fabric.counters;

import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Setting;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a host was read, by its own clocks. Two moments of one host tell how much time passed, and whether it was started
 * anew in between.
 *
 * @param clock its wall clock, whole seconds; may be set back or forth by anybody
 * @param uptimeMillis time since it was started, milliseconds; never runs backwards ({@code /proc/uptime})
 * @param bootId another one after each start ({@code /proc/sys/kernel/random/boot_id})
 */
public record Moment(Optional<Instant> clock, OptionalLong uptimeMillis, Optional<String> bootId) {
    /** A text without any time stamp. */
    public static final Moment UNKNOWN = new Moment(Optional.empty(), OptionalLong.empty(), Optional.empty());

    /** The setting in which readers keep the wall clock, as {@code date -u +%Y-%m-%dT%H:%M:%SZ} prints it. */
    public static final String CLOCK_SETTING = "probe.clock";

    /** The setting in which readers keep {@code /proc/uptime}'s first number. */
    public static final String UPTIME_SETTING = "probe.uptime";

    /** The setting in which readers keep the boot id. */
    public static final String BOOT_SETTING = "kernel.random.boot_id";

    /** What a host's facts say of their time; of several readings the last one. */
    public static Moment of(NodeFacts facts) {
        return new Moment(
                last(facts, CLOCK_SETTING).flatMap(Moment::instant),
                last(facts, UPTIME_SETTING).map(Moment::millis).orElse(OptionalLong.empty()),
                last(facts, BOOT_SETTING));
    }

    public boolean isKnown() {
        return clock.isPresent() || uptimeMillis.isPresent();
    }

    private static Optional<String> last(NodeFacts facts, String name) {
        List<String> values = facts.settings().stream()
                .filter(s -> s.name().equals(name))
                .map(Setting::value)
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getLast());
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text.strip()));
        } catch (DateTimeException notATime) {
            return Optional.empty();
        }
    }

    /** "58.56" seconds as milliseconds; empty for anything else. */
    private static OptionalLong millis(String text) {
        int dot = text.indexOf('.');
        String whole = dot < 0 ? text : text.substring(0, dot);
        String part = dot < 0 ? "" : text.substring(dot + 1);
        if (!isDigits(whole) || whole.length() > 12 || !part.isEmpty() && !isDigits(part)) {
            return OptionalLong.empty();
        }
        String thousandths = (part + "000").substring(0, 3);
        return OptionalLong.of(Long.parseLong(whole) * 1000 + Long.parseLong(thousandths));
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
