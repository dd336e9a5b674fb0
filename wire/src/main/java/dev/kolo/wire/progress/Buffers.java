package dev.kolo.wire.progress;

import dev.kolo.wire.collective.DataType;
import java.lang.foreign.MemorySegment;

/** Refuses buffers that do not fit before anything is queued: a rank that failed in the middle would strand all others. */
final class Buffers {
    private Buffers() {}

    static void check(String what, MemorySegment buffer, long at, long bytes, boolean written) {
        if (bytes < 0) {
            throw new IllegalArgumentException(what + ": 0 or more bytes, got " + bytes);
        }
        if (at < 0 || at > buffer.byteSize() - bytes) {
            throw new IllegalArgumentException(
                    what + " needs " + bytes + " bytes from offset " + at + ", and has " + buffer.byteSize());
        }
        if (written && buffer.isReadOnly()) {
            throw new IllegalArgumentException(what + " is read-only");
        }
        if (!buffer.scope().isAlive()) {
            throw new IllegalArgumentException(what + " is closed memory");
        }
    }

    static long times(int world, long bytes) {
        return Math.multiplyExact(world, bytes);
    }

    static void whole(DataType type, long bytes) {
        if (type == DataType.BYTES) {
            throw new IllegalArgumentException("bytes cannot be reduced: give the elements' type");
        }
        if (bytes % type.bytes() != 0) {
            throw new IllegalArgumentException(bytes + " bytes are not whole elements of " + type.bytes() + " bytes");
        }
    }
}
