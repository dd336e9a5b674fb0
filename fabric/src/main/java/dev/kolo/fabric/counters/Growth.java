package dev.kolo.fabric.counters;

/** What became of one counter between two readings. */
public sealed interface Growth {
    /**
     * It grew by this much, possibly 0.
     *
     * @param amount how much
     * @param wrappedBits 32 or 64 when the counter went past its end and began at 0 again; 0 otherwise
     */
    record By(long amount, int wrappedBits) implements Growth {
        public By {
            if (amount < 0) {
                throw new IllegalArgumentException("a counter never shrinks, got " + amount);
            }
        }
    }

    /**
     * It was set back to 0 in between, so that only what came after that is known.
     *
     * @param atLeast what it has counted since
     */
    record SinceReset(long atLeast) implements Growth {}

    /**
     * It cannot be told.
     *
     * @param reason why
     */
    record Untold(Reason reason) implements Growth {}

    /** Why a growth cannot be told. */
    enum Reason {
        /** It stands at its highest value, where counters of this kind stop. */
        SATURATED,
        /** Only one of the two readings shows it. */
        ONE_READING
    }

    /** How much it grew for sure; 0 when nothing can be told. */
    default long atLeast() {
        return switch (this) {
            case By by -> by.amount();
            case SinceReset reset -> reset.atLeast();
            case Untold untold -> 0;
        };
    }

    /** True when the growth is known to its last digit. */
    default boolean isExact() {
        return this instanceof By;
    }

    /** True when it is known to have stood still. */
    default boolean isStill() {
        return this instanceof By by && by.amount() == 0;
    }
}
