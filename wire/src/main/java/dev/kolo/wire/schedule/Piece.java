package dev.kolo.wire.schedule;

/**
 * A part of a block, raw or summed; what payloads are made of.
 *
 * @param origins bit r is set when rank r's contribution is in it; one bit: raw bytes of that rank
 * @param part which part of the block, of as many as the program divides it into
 */
public record Piece(int origins, int part) {
    public static Piece raw(int rank, int part) {
        return new Piece(1 << rank, part);
    }

    public boolean isRaw() {
        return Integer.bitCount(origins) == 1;
    }

    /** The rank whose raw bytes these are. */
    public int origin() {
        if (!isRaw()) {
            throw new IllegalStateException("a sum has no single origin: " + this);
        }
        return Integer.numberOfTrailingZeros(origins);
    }
}
