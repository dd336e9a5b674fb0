package dev.kolo.fabric.counters;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * The time between two readings of one host.
 *
 * @param millis how long it was, by the surest clock that both have; empty when it cannot be told
 * @param restarted whether the host was started anew in between, so that every counter began at 0 again
 * @param backwards whether the second reading is the older one
 */
public record Interval(OptionalLong millis, boolean restarted, boolean backwards) {
    /** Clocks of running hosts are corrected now and then: below this a difference proves no restart. */
    private static final long CLOCK_SLACK_MILLIS = 120_000;

    /** Nothing is known of the time. */
    public static final Interval UNKNOWN = new Interval(OptionalLong.empty(), false, false);

    /** The time from one moment of a host to another. */
    public static Interval between(Moment before, Moment after) {
        OptionalLong clock = before.clock().isPresent() && after.clock().isPresent()
                ? OptionalLong.of(
                        Duration.between(before.clock().get(), after.clock().get())
                                .toMillis())
                : OptionalLong.empty();
        boolean knowUptimes =
                before.uptimeMillis().isPresent() && after.uptimeMillis().isPresent();
        long uptime = knowUptimes
                ? after.uptimeMillis().getAsLong() - before.uptimeMillis().getAsLong()
                : 0;
        boolean knowBoots = before.bootId().isPresent() && after.bootId().isPresent();
        if (knowBoots && before.bootId().equals(after.bootId()) && knowUptimes) {
            return uptime < 0
                    ? new Interval(OptionalLong.empty(), false, true)
                    : new Interval(positive(uptime), false, false);
        }
        boolean clockRunsBack = clock.isPresent() && clock.getAsLong() < 0;
        boolean restarted = knowBoots && !before.bootId().equals(after.bootId())
                || !knowBoots && knowUptimes && isRestart(uptime, clock);
        if (clockRunsBack && (restarted || uptime < 0 || !knowUptimes)) {
            return new Interval(OptionalLong.empty(), restarted, true);
        }
        boolean byUptime = knowUptimes && !restarted && uptime > 0;
        return new Interval(
                byUptime ? OptionalLong.of(uptime) : clock.isPresent() ? positive(clock.getAsLong()) : clock,
                restarted,
                false);
    }

    /** A host that was started anew has been up for less time than has passed. */
    private static boolean isRestart(long uptime, OptionalLong clock) {
        return uptime < 0 || clock.isPresent() && clock.getAsLong() - uptime > CLOCK_SLACK_MILLIS;
    }

    private static OptionalLong positive(long millis) {
        return millis > 0 ? OptionalLong.of(millis) : OptionalLong.empty();
    }

    /** An amount a second; empty when the time is not known. */
    public java.util.OptionalDouble perSecond(double amount) {
        return millis.isPresent()
                ? java.util.OptionalDouble.of(amount * 1000 / millis.getAsLong())
                : java.util.OptionalDouble.empty();
    }
}
