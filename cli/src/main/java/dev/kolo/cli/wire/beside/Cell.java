package dev.kolo.cli.wire.beside;

/**
 * One kind of exchange, measured by every party in the same way: as many exchanges that are not timed, as many that are.
 *
 * @param op {@code all-gather}, {@code all-reduce-f32} or {@code window-86-all-gather}
 * @param bytes bytes a rank
 * @param payload {@link #REPEATED}, {@link #REWRITTEN}, {@link #SLOT_REPEATED} or {@link #SLOT}
 * @param warm exchanges before the first that is timed
 * @param times exchanges that are timed
 */
public record Cell(String op, int bytes, String payload, int warm, int times) {
    public static final String ALL_GATHER = "all-gather";
    public static final String ALL_REDUCE = "all-reduce-f32";
    public static final String WINDOW = "window-86-all-gather";

    /** The same bytes every time, from the caller's memory. */
    public static final String REPEATED = "repeated";
    /** New bytes before each exchange, written by the caller; the writing is not timed. */
    public static final String REWRITTEN = "rewritten";
    /** From the registered send slot, as it is. */
    public static final String SLOT_REPEATED = "slot-repeated";
    /** From the registered send slot, filled before each exchange; the filling is not timed. */
    public static final String SLOT = "slot";

    /** The cell as an order, one line without its end. */
    public String order() {
        return op + " " + bytes + " " + payload + " " + warm + " " + times;
    }

    /** The cell of an order. */
    public static Cell parse(String order) {
        String[] words = order.split(" ", -1);
        return new Cell(
                words[0], Integer.parseInt(words[1]), words[2], Integer.parseInt(words[3]), Integer.parseInt(words[4]));
    }

    /** Whether it is sent from a registered send slot of fewer bytes, so that it cannot be. */
    public boolean overfills(long slotBytes) {
        return bytes > slotBytes && (payload.equals(SLOT) || payload.equals(SLOT_REPEATED));
    }

    /** Why cells that overfill a slot were left out. */
    public static String overfilled(long bytes, long slotBytes) {
        return bytes + " bytes are not measured from a send slot, which holds " + slotBytes + " (--limit).";
    }

    /** The cell for a program that has no send slots: its caller's memory is repeated or rewritten alike. */
    public Cell withoutSlots() {
        String own = payload.equals(SLOT) ? REWRITTEN : payload.equals(SLOT_REPEATED) ? REPEATED : payload;
        return new Cell(op, bytes, own, warm, times);
    }

    /** The same with other counts. */
    public Cell counted(int newWarm, int newTimes) {
        return new Cell(op, bytes, payload, newWarm, newTimes);
    }
}
