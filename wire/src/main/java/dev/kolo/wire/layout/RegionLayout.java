package dev.kolo.wire.layout;

/**
 * Where everything lies in a rank's region; all ranks compute the same from the same numbers.
 *
 * <p>In order: a control page of abort records from peers, a page of credit words from peers, sources of the words that this
 * rank sends, flag lines {@code [source][slot][lane]}, {@code send[slot]}, {@code receive[source][slot]}, and, where payload
 * travels in words, {@code wordsToSend[peer][slot]} and {@code wordsReceived[source][slot]}, which no plain payload ever
 * touches. Offsets are bytes from the region's start.
 *
 * @param world number of ranks, 2 to 16
 * @param lanes lanes per peer, 1 to 8
 * @param limitBytes largest payload of one step
 * @param form how small payload travels
 * @param wordsMostBytes up to which size it does so in words; 0 with {@link PayloadForm#PLAIN}
 */
public record RegionLayout(int world, int lanes, long limitBytes, PayloadForm form, long wordsMostBytes) {
    /** Flags, credits and counters of different writers never share a line; 128 because CPUs fetch lines in pairs. */
    public static final int LINE_BYTES = 128;

    public static final int PAGE_BYTES = 4096;
    public static final int MAX_WORLD = 16;
    public static final int MAX_LANES = 8;
    public static final int SLOTS = 2;

    /** One abort record with its flag word at the end. */
    public static final int ABORT_BYTES = 256;

    /** In a flag line: where an announcing NIC puts the word that tells where the payload lies. */
    public static final int ANNOUNCE_AT = 8;

    private static final long ABORTS = 0;
    private static final long CREDITS = ABORTS + (long) MAX_WORLD * ABORT_BYTES;
    private static final long SOURCES = CREDITS + PAGE_BYTES;
    private static final long SOURCE_WORDS = (long) MAX_WORLD * SLOTS * MAX_LANES * 8;
    private static final long REPAIRS = SOURCES + SOURCE_WORDS;
    private static final long CREDIT_SOURCES = REPAIRS + SOURCE_WORDS;
    private static final long ABORT_SOURCES = CREDIT_SOURCES + (long) MAX_WORLD * LINE_BYTES;
    private static final long FLAGS = roundUp(ABORT_SOURCES + (long) MAX_WORLD * ABORT_BYTES, PAGE_BYTES);

    public RegionLayout {
        if (world < 2 || world > MAX_WORLD) {
            throw new IllegalArgumentException("a world has 2 to " + MAX_WORLD + " ranks, got " + world);
        }
        if (lanes < 1 || lanes > MAX_LANES) {
            throw new IllegalArgumentException("a peer has 1 to " + MAX_LANES + " lanes, got " + lanes);
        }
        if (limitBytes < PAGE_BYTES || limitBytes > (16L << 20)) {
            throw new IllegalArgumentException("the limit is 4 KiB to 16 MiB a rank, got " + limitBytes + " B");
        }
        if (wordsMostBytes < 0 || wordsMostBytes > limitBytes || (form == PayloadForm.PLAIN) != (wordsMostBytes == 0)) {
            throw new IllegalArgumentException("payload travels in words up to the limit, and plain in none, got "
                    + form + " up to " + wordsMostBytes + " B");
        }
    }

    /** All payload plain. */
    public RegionLayout(int world, int lanes, long limitBytes) {
        this(world, lanes, limitBytes, PayloadForm.PLAIN, 0);
    }

    /** Whether a payload of this size travels in words; both ends know the size, so they choose alike. */
    public boolean inWords(long bytes) {
        return bytes > 0 && bytes <= wordsMostBytes;
    }

    /** Size of a send or receive slot: the limit in whole pages. */
    public long slotBytes() {
        return roundUp(limitBytes, PAGE_BYTES);
    }

    /** Size of the region, whole pages. */
    public long regionBytes() {
        return wordsReceived(world, 0);
    }

    /** Where the abort record of a peer arrives. */
    public long abort(int source) {
        return ABORTS + (long) source * ABORT_BYTES;
    }

    /** Where a peer writes how far it has consumed. */
    public long credit(int source) {
        return CREDITS + (long) source * LINE_BYTES;
    }

    /** The word that the NIC sends as flag of a slot. */
    public long flagSource(int peer, int slot, int lane) {
        return SOURCES + (((long) peer * SLOTS + slot) * MAX_LANES + lane) * 8;
    }

    /** The word that the NIC sends when a flag is repaired; never the same memory as the flag itself. */
    public long repairSource(int peer, int slot, int lane) {
        return REPAIRS + (((long) peer * SLOTS + slot) * MAX_LANES + lane) * 8;
    }

    /** The word that the NIC sends as credit. */
    public long creditSource(int peer) {
        return CREDIT_SOURCES + (long) peer * LINE_BYTES;
    }

    /** The abort record that this rank sends to a peer; one each, since a NIC may read it for as long as that peer is silent. */
    public long abortSource(int peer) {
        return ABORT_SOURCES + (long) peer * ABORT_BYTES;
    }

    /** Where a peer's flag arrives. */
    public long flag(int source, int slot, int lane) {
        return FLAGS + (((long) source * SLOTS + slot) * lanes + lane) * LINE_BYTES;
    }

    /** A send slot. */
    public long send(int slot) {
        return roundUp(FLAGS + (long) world * SLOTS * lanes * LINE_BYTES, PAGE_BYTES) + slot * slotBytes();
    }

    /** Where a peer's payload arrives. */
    public long receive(int source, int slot) {
        return send(SLOTS) + ((long) source * SLOTS + slot) * slotBytes();
    }

    /** Where the words for a peer are written before they are sent: they bear the number of that peer's link. */
    public long wordsToSend(int peer, int slot) {
        return receive(world, 0) + ((long) peer * SLOTS + slot) * wordsBytes();
    }

    /** Where a peer's words arrive. */
    public long wordsReceived(int source, int slot) {
        return wordsToSend(world, 0) + ((long) source * SLOTS + slot) * wordsBytes();
    }

    private long wordsBytes() {
        return roundUp(form.travelBytes(wordsMostBytes), PAGE_BYTES);
    }

    private static long roundUp(long value, long unit) {
        return (value + unit - 1) / unit * unit;
    }
}
