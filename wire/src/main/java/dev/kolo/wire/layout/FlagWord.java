package dev.kolo.wire.layout;

/**
 * A flag's eight bytes: step number (32 bits, low) | session tag (16) | digest of the operation (16, high). Readers compare
 * all 64 bits; the parts are taken apart only to say what is wrong with a word that does not match.
 */
public final class FlagWord {
    private static final long NUMBERS = (1L << 32) - 2;

    private FlagWord() {}

    /**
     * The word of a step.
     *
     * @param step a link's step counter, from 2
     * @param tag the session's tag, not 0
     * @param digest digest of the operation, low 16 bits
     */
    public static long of(long step, int tag, int digest) {
        return (number(step) & 0xffff_ffffL) | ((tag & 0xffffL) << 32) | ((digest & 0xffffL) << 48);
    }

    /** The 32-bit number of a step: 2, 3, … 2³²−1, 2, …; never 0 or 1, and always as odd or even as the step. */
    public static int number(long step) {
        return (int) (2 + (step - 2) % NUMBERS);
    }

    public static int numberOf(long word) {
        return (int) word;
    }

    public static int tagOf(long word) {
        return (int) (word >>> 32) & 0xffff;
    }

    public static int digestOf(long word) {
        return (int) (word >>> 48);
    }

    /** The step next to a known one that a number stands for; right while both are less than 2³¹ apart. */
    public static long stepOf(int number, long near) {
        long ahead = Integer.toUnsignedLong(number) - Integer.toUnsignedLong(number(near));
        if (ahead > NUMBERS / 2) {
            ahead -= NUMBERS;
        } else if (ahead < -NUMBERS / 2) {
            ahead += NUMBERS;
        }
        return near + ahead;
    }

    /** The word for people: number, tag and digest apart. */
    public static String words(long word) {
        return word == 0
                ? "nothing yet"
                : String.format(
                        "step %d, tag %04x, operation %04x",
                        Integer.toUnsignedLong(numberOf(word)), tagOf(word), digestOf(word));
    }
}
