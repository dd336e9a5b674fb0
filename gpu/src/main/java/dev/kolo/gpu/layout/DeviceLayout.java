package dev.kolo.gpu.layout;

/**
 * Where everything lies in a rank's device region, which is host memory that GPUs see or memory of a GPU that its peers see.
 * In order: a page of control words, doorbells {@code [peer][slot][block]}, flags {@code [source][slot][block]}, and for each
 * {@link Form} the send slots {@code [peer][slot]} and the receive slots {@code [source][slot]}. Forms share no memory: a word
 * of one could pass for a word of another. The constants are those of {@code layout.h}; a test compares them.
 *
 * @param world number of ranks, 2 to 16
 * @param limitBytes largest block of one call, whole pages
 */
public record DeviceLayout(int world, long limitBytes) {
    public static final long MAGIC = 0x315645444f4c4f4bL;
    public static final int VERSION = 1;
    public static final int LINE_BYTES = 128;
    public static final int PAGE_BYTES = 4096;
    public static final int MAX_WORLD = 16;
    public static final int MAX_BLOCKS = 64;
    public static final int SLOTS = 2;
    public static final int HEADER_BYTES = 128;
    public static final int UNIT_BYTES = 16;
    public static final int MARK_STEP_BITS = 23;
    public static final int MARK_STEP = 0x7fffff;

    public static final int ABORT_AT = 256;
    public static final int HEARTBEAT_AT = 384;
    public static final int RECORD_AT = 512;
    public static final int DONE_AT = 1024;
    public static final int LEFT_AT = 1152;

    public static final int DOORBELL_FROM = 8;
    public static final int DOORBELL_BYTES = 12;
    public static final int DOORBELL_BLOCKS = 16;

    public static final int STATE_CALLS = 0;
    public static final int STATE_POISON = 4;
    public static final int STATE_INSIDE = 8;
    public static final int STATE_LINKS = 64;
    public static final int STATE_BYTES = 128;

    private static final long LINES = (long) MAX_WORLD * SLOTS * MAX_BLOCKS * LINE_BYTES;
    public static final long DOORBELLS_AT = PAGE_BYTES;
    public static final long FLAGS_AT = DOORBELLS_AT + LINES;
    public static final long AREAS_AT = FLAGS_AT + LINES;

    public DeviceLayout {
        if (world < 2 || world > MAX_WORLD) {
            throw new IllegalArgumentException("a world has 2 to " + MAX_WORLD + " ranks, got " + world);
        }
        if (limitBytes < PAGE_BYTES || limitBytes > 16L << 20 || limitBytes % PAGE_BYTES != 0) {
            throw new IllegalArgumentException(
                    "the limit is 4 KiB to 16 MiB a rank in whole pages, got " + limitBytes + " B");
        }
    }

    /** Where the doorbell of slot 0, block 0 for a peer lies. */
    public long doorbells(int peer) {
        return DOORBELLS_AT + (long) peer * SLOTS * MAX_BLOCKS * LINE_BYTES;
    }

    /** Where the flag of slot 0, block 0 from a peer arrives. */
    public long flags(int source) {
        return FLAGS_AT + (long) source * SLOTS * MAX_BLOCKS * LINE_BYTES;
    }

    /** From the line of slot 0, block 0 to another. */
    public static long line(int slot, int block) {
        return ((long) slot * MAX_BLOCKS + block) * LINE_BYTES;
    }

    /** Where slot 0 of what is sent to a peer through a proxy lies. */
    public long send(Form form, int peer) {
        return area(form) + (long) peer * SLOTS * form.slotBytes(limitBytes);
    }

    /** Where slot 0 of what comes from a peer lies. */
    public long receive(Form form, int source) {
        return area(form) + (long) (world + source) * SLOTS * form.slotBytes(limitBytes);
    }

    /** Size of the region, whole pages. */
    public long regionBytes() {
        long end = receive(Form.LL16, world);
        return (end + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }

    private long area(Form form) {
        long at = AREAS_AT;
        for (Form before : Form.values()) {
            if (before == form) {
                break;
            }
            at += 2L * world * SLOTS * before.slotBytes(limitBytes);
        }
        return at;
    }

    /** What the words of a packed payload carry: low bits of the step and of the operation's digest. */
    public static int mark(int step, int digest) {
        return step & MARK_STEP | digest << MARK_STEP_BITS;
    }

    /**
     * The number of a step some steps on: 2, 3, … 2³²−1, 2, …; never 0 or 1, and as odd or even as if it never wrapped.
     *
     * @param from a step's number
     * @param by how many steps further
     */
    public static int ahead(int from, int by) {
        int n = from + by;
        return Integer.compareUnsigned(n, from) < 0 ? n + 2 : n;
    }
}
