package dev.kolo.wire.suite;

import java.util.Locale;

/** Where a case's buffers lie. */
public enum Placement {
    /** Input and output apart, both aligned. */
    OUT_OF_PLACE,
    /** The input is part of the output, or the output itself. */
    IN_PLACE,
    /** Input and output one element off any alignment. */
    SKEWED;

    /** The word in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
