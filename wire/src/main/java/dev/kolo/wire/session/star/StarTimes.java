package dev.kolo.wire.session.star;

/**
 * The star's times.
 *
 * @param setupNanos until all ranks have met and agreed, from the first poll on
 * @param aliveNanos how often a rank gives a sign of life
 * @param silentNanos after which a rank without one counts as silent
 * @param lostNanos after which a silent one counts as lost
 */
public record StarTimes(long setupNanos, long aliveNanos, long silentNanos, long lostNanos) {
    /** A newcomer that has not proven itself by then is no rank of ours. */
    static final long NEWCOMER_NANOS = 20_000_000_000L;

    private static final long SECOND = 1_000_000_000L;

    /** With the usual signs of life, every second; shorter when the management network may be silent only for short. */
    public static StarTimes of(long setupNanos, long lanGraceNanos) {
        long alive = Math.max(1_000_000, Math.min(SECOND, lanGraceNanos / 8));
        return new StarTimes(setupNanos, alive, Math.min(5 * alive, lanGraceNanos), lanGraceNanos);
    }
}
