package dev.kolo.wire.layout;

/**
 * How bytes are dealt out: in packs of 16, what remains to the first. Stripes of lanes and parts of blocks use the same
 * rule, so no element of any type is ever cut in two.
 */
public final class Split {
    public static final int PACK_BYTES = 16;

    private Split() {}

    /**
     * First byte of a share; {@code offset(bytes, shares, shares)} is {@code bytes}.
     *
     * @param bytes all of it, 0 or more
     * @param shares how many shares
     * @param share which, 0 to {@code shares}
     */
    public static long offset(long bytes, int shares, int share) {
        if (shares == 1) {
            return share == 0 ? 0 : bytes;
        }
        long packs = (bytes + PACK_BYTES - 1) / PACK_BYTES;
        long before = share * (packs / shares) + Math.min(share, packs % shares);
        return Math.min(bytes, before * PACK_BYTES);
    }

    /** Length of a share, possibly 0. */
    public static long length(long bytes, int shares, int share) {
        return offset(bytes, shares, share + 1) - offset(bytes, shares, share);
    }
}
