package dev.kolo.gpu.layout;

import dev.kolo.wire.collective.DataType;
import java.util.Locale;
import java.util.Optional;

/** What kernels can do; everything else is the fallback's. */
public enum DeviceOp {
    ALL_GATHER(1, "move"),
    ALL_GATHER_VARIABLE(2, "move"),
    PAIR_EXCHANGE(3, "move"),
    ALL_REDUCE_F32(4, "sum_f32"),
    ALL_REDUCE_BF16(5, "sum_bf16"),
    ALL_REDUCE_F16(6, "sum_f16");

    private final int number;
    private final String kernel;

    DeviceOp(int number, String kernel) {
        this.number = number;
        this.kernel = kernel;
    }

    /** The number in digests and records. */
    public int number() {
        return number;
    }

    /** The middle of the kernel's name. */
    public String kernel() {
        return kernel;
    }

    /** The word in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The sum of a type, where a kernel has it. */
    public static Optional<DeviceOp> sumOf(DataType type) {
        return switch (type) {
            case F32 -> Optional.of(ALL_REDUCE_F32);
            case BF16 -> Optional.of(ALL_REDUCE_BF16);
            case F16 -> Optional.of(ALL_REDUCE_F16);
            case I32, BYTES -> Optional.empty();
        };
    }

    /** The operation of a number; a record of a newer kernel is a programming error. */
    public static DeviceOp of(int number) {
        for (DeviceOp op : values()) {
            if (op.number == number) {
                return op;
            }
        }
        throw new IllegalStateException("no operation has the number " + number);
    }

    /**
     * What all ranks must agree on, in 32 bits: the operation, its sizes and its form.
     *
     * @param lengths bytes of each rank's block
     */
    public int digest(int[] lengths, Form form) {
        int h = 0x811c9dc5;
        h = (h ^ number) * 0x01000193;
        h = (h ^ form.number()) * 0x01000193;
        for (int length : lengths) {
            h = (h ^ length) * 0x01000193;
            h ^= h >>> 15;
        }
        return h;
    }
}
