package dev.kolo.verbs.nic;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Queue pair numbers that this process used a short while ago. A write that failed for its sender can still be on its way and
 * land 15 s later, so a number is not offered again for a minute. One for a process, whatever sessions it opens.
 */
public final class RecentNumbers {
    private static final long REST_NANOS = 60_000_000_000L;

    private final Map<String, Long> untilNanos = new HashMap<>();

    /** A number is out of use from now on. */
    synchronized void retire(String device, int number, long nowNanos) {
        for (Iterator<Long> until = untilNanos.values().iterator(); until.hasNext(); ) {
            if (nowNanos - until.next() >= 0) {
                until.remove();
            }
        }
        untilNanos.put(device + "/" + number, nowNanos + REST_NANOS);
    }

    /** Whether a number must rest still. */
    synchronized boolean rests(String device, int number, long nowNanos) {
        Long until = untilNanos.get(device + "/" + number);
        return until != null && nowNanos - until < 0;
    }
}
