package dev.kolo.probe.nccl;

/**
 * When a line was printed, by the clock and zone of whoever printed it: good for differences within one log, and between
 * hosts only as far as their clocks and zones agree.
 *
 * @param millis milliseconds since the start of 1970 in the log's own zone; of the day, when the log gives no date
 * @param text as it stands in the log
 */
public record LogTime(long millis, String text) implements Comparable<LogTime> {
    @Override
    public int compareTo(LogTime other) {
        return Long.compare(millis, other.millis);
    }

    @Override
    public String toString() {
        return text;
    }
}
