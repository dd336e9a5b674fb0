package dev.kolo.wire.layout;

/**
 * How payload travels: as it is, told of by its flag; or in words that each bear the number of their step, so that a reader
 * need not trust that payload comes before its flag. Both word forms take twice the bytes.
 */
public enum PayloadForm {
    /** Payload, then its flag. */
    PLAIN,
    /** Words of eight bytes that carry four of data and the step number. */
    LL8,
    /**
     * Words of sixteen bytes that carry eight of data and the step number twice. Not over a NIC that writes by itself: it
     * places eight bytes at once and no more, so data and numbers may come apart.
     */
    LL16;

    /** Bytes of one word; 1 where there are no words. */
    public int wordBytes() {
        return switch (this) {
            case PLAIN -> 1;
            case LL8 -> 8;
            case LL16 -> 16;
        };
    }

    /** How many words carry so many bytes of data. */
    public long words(long dataBytes) {
        return switch (this) {
            case PLAIN -> dataBytes;
            case LL8 -> (dataBytes + 3) / 4;
            case LL16 -> (dataBytes + 7) / 8;
        };
    }

    /** Bytes that travel for so many bytes of data. */
    public long travelBytes(long dataBytes) {
        return words(dataBytes) * wordBytes();
    }
}
