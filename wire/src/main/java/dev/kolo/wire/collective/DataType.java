package dev.kolo.wire.collective;

/** Types of elements. Sums of all but I32 are taken in f32. */
public enum DataType {
    F32(0, 4),
    BF16(1, 2),
    F16(2, 2),
    I32(3, 4),
    /** Bytes that are only moved. */
    BYTES(4, 1);

    private final int number;
    private final int bytes;

    DataType(int number, int bytes) {
        this.number = number;
        this.bytes = bytes;
    }

    /** The number that stands for it in digests and records; 0 and up without gaps. */
    public int number() {
        return number;
    }

    /** Size of one element. */
    public int bytes() {
        return bytes;
    }
}
