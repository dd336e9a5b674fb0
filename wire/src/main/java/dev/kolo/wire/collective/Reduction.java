package dev.kolo.wire.collective;

/**
 * What becomes of elements of one place. MAX and MIN follow {@link Math#max(float, float)}: NaN wins, and −0 is less than +0.
 */
public enum Reduction {
    SUM(0),
    MAX(1),
    MIN(2);

    private final int number;

    Reduction(int number) {
        this.number = number;
    }

    /** The number that stands for it in digests. */
    public int number() {
        return number;
    }
}
