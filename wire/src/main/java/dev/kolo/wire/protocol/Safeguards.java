package dev.kolo.wire.protocol;

/**
 * The protections that are on. {@link #ALL}, except where a test shows what one of them is for.
 *
 * @param bits one bit a {@link Safeguard}
 */
public record Safeguards(int bits) {
    /** Everything on. */
    public static final Safeguards ALL = new Safeguards(-1);

    /** The same with one protection off. */
    public Safeguards without(Safeguard which) {
        return new Safeguards(bits & ~which.bit());
    }

    public boolean has(Safeguard which) {
        return (bits & which.bit()) != 0;
    }
}
