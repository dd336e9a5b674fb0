package dev.kolo.wire.settings;

/**
 * How long a rank waits for what; every wait of the wire is bounded by one of these.
 *
 * @param servingNanos for a peer in an exchange: flags 44 s late were measured while all was well
 * @param startupNanos for a peer until the first operation is done: ranks load models at different speeds
 * @param setupNanos until all ranks have met and agreed
 * @param graceNanos how long to look for the root of a failure
 * @param lanGraceNanos how long the management network may be silent: a switch reboots for 101 s and the fabric lives on
 */
public record Waits(long servingNanos, long startupNanos, long setupNanos, long graceNanos, long lanGraceNanos) {
    private static final long SECOND = 1_000_000_000L;

    /** The defaults. */
    public static final Waits USUAL = new Waits(60 * SECOND, 600 * SECOND, 300 * SECOND, SECOND, 300 * SECOND);

    public Waits {
        if (servingNanos <= 0 || startupNanos <= 0 || setupNanos <= 0 || graceNanos <= 0 || lanGraceNanos <= 0) {
            throw new IllegalArgumentException("a wait must be longer than nothing");
        }
    }
}
