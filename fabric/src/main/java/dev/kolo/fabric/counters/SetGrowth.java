package dev.kolo.fabric.counters;

import dev.kolo.fabric.facts.Evidence;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the counters of one device, in one place, grew between two readings.
 *
 * @param before the first reading's
 * @param after the second reading's
 * @param growths by name
 * @param reset whether they were set back to 0 in between: the host was started anew, or the driver was loaded again
 */
public record SetGrowth(CounterSet before, CounterSet after, Map<String, Growth> growths, boolean reset) {
    private static final long HALF_32 = 1L << 31;
    private static final long END_32 = 1L << 32;

    public SetGrowth {
        growths = Collections.unmodifiableMap(new TreeMap<>(growths));
    }

    /**
     * Compares two readings of the same counters. A counter that shrank has either gone past its end or been set back. Past
     * its end it was in the upper half of 32 or 64 bits, and others beside it went on counting; set back, all of them were.
     *
     * @param restarted whether the host is known to have been started anew in between
     */
    public static SetGrowth between(CounterSet before, CounterSet after, boolean restarted) {
        boolean reset = restarted || isReset(before, after);
        Map<String, Growth> growths = new TreeMap<>();
        TreeSet<String> names = new TreeSet<>(before.values().keySet());
        names.addAll(after.values().keySet());
        for (String name : names) {
            Long was = before.values().get(name);
            Long is = after.values().get(name);
            if (is != null && (was != null || reset)) {
                growths.put(name, growth(name, was == null ? 0 : was, is, reset));
            } else {
                growths.put(name, new Growth.Untold(Growth.Reason.ONE_READING));
            }
        }
        return new SetGrowth(before, after, growths, reset);
    }

    public String subject() {
        return after.subject();
    }

    public CounterSet.Kind kind() {
        return after.kind();
    }

    public Evidence evidence() {
        return after.evidence();
    }

    public Optional<Growth> growth(String name) {
        return Optional.ofNullable(growths.get(name));
    }

    private static Growth growth(String name, long was, long is, boolean reset) {
        if (reset) {
            return new Growth.SinceReset(Math.max(0, is));
        }
        if (was == is && CounterMeaning.isAtEnd(name, is)) {
            return new Growth.Untold(Growth.Reason.SATURATED);
        }
        if (Long.compareUnsigned(is, was) >= 0) {
            return by(is - was, 0);
        }
        return isUpper32(was) ? by(END_32 - was + is, 32) : by(is - was, 64);
    }

    private static Growth by(long amount, int wrappedBits) {
        // Beyond 63 bits no counter grows between two readings: such a difference is nonsense in the input.
        return amount < 0 ? new Growth.Untold(Growth.Reason.ONE_READING) : new Growth.By(amount, wrappedBits);
    }

    private static boolean isUpper32(long value) {
        return value >= HALF_32 && value < END_32;
    }

    private static boolean isReset(CounterSet before, CounterSet after) {
        int shrunk = 0;
        int wentOn = 0;
        for (Map.Entry<String, Long> entry : before.values().entrySet()) {
            Long is = after.values().get(entry.getKey());
            long was = entry.getValue();
            if (is == null || was == 0) {
                continue;
            }
            if (Long.compareUnsigned(is, was) >= 0) {
                wentOn++;
            } else if (isUpper32(was) || was < 0) {
                shrunk++;
            } else {
                return true;
            }
        }
        return shrunk > 1 && wentOn == 0;
    }
}
