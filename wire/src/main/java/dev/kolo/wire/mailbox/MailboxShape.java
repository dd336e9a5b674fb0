package dev.kolo.wire.mailbox;

/**
 * How large a mailbox and its areas are; all of it follows from two numbers.
 *
 * @param world number of ranks, 2 to 16
 * @param blockBytes largest block of one operation, whole pages
 */
public record MailboxShape(int world, long blockBytes) {
    /** Largest block that a mailbox may be made for. */
    public static final long MOST_BLOCK_BYTES = 1L << 30;

    private static final long PAGE = MailboxAbi.PAYLOAD_ALIGNMENT;

    public MailboxShape {
        if (world < 2 || world > MailboxAbi.MOST_RANKS) {
            throw new IllegalArgumentException("a world has 2 to " + MailboxAbi.MOST_RANKS + " ranks, got " + world);
        }
        if (blockBytes < PAGE || blockBytes > MOST_BLOCK_BYTES || blockBytes % PAGE != 0) {
            throw new IllegalArgumentException("a mailbox's block has whole pages of " + PAGE + " bytes, at most "
                    + MOST_BLOCK_BYTES + ", got " + blockBytes);
        }
    }

    /** The shape for blocks of at least so many bytes. */
    public static MailboxShape atLeast(int world, long bytes) {
        return new MailboxShape(world, Math.max(PAGE, (bytes + PAGE - 1) / PAGE * PAGE));
    }

    /** Where a slot's record begins. */
    public static int slotAt(int slot) {
        return MailboxAbi.HEADER_BYTES + slot * MailboxAbi.SLOT_STRIDE;
    }

    /** Where the payload begins. */
    public static long payloadAt() {
        return (slotAt(MailboxAbi.SLOT_COUNT) + PAGE - 1) / PAGE * PAGE;
    }

    /** One slot's input or output area: a block of every rank, and a page for those that begin a little later. */
    public long areaBytes() {
        return world * blockBytes + PAGE;
    }

    /** Where a slot's input area begins. */
    public long inputAt(int slot) {
        return payloadAt() + slot * areaBytes();
    }

    /** Where a slot's output area begins. */
    public long outputAt(int slot) {
        return inputAt(MailboxAbi.SLOT_COUNT) + slot * areaBytes();
    }

    public long payloadBytes() {
        return 2L * MailboxAbi.SLOT_COUNT * areaBytes();
    }

    public long fileBytes() {
        return payloadAt() + payloadBytes();
    }
}
