package dev.kolo.gpu.suite;

import dev.kolo.gpu.cuda.CudaDriver;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.suite.Placement;
import dev.kolo.wire.suite.SuiteCase;
import dev.kolo.wire.suite.SuiteData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Device buffers of one case between guard bytes: filled from the case's number, judged without what travelled. */
final class DeviceBuffers implements AutoCloseable {
    private static final byte GUARD = (byte) 0xA5;
    private static final long GUARD_BYTES = 256;

    private final CudaDriver cuda;
    private final int rank;
    private final int world;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment host;
    private final long device;
    private final long outputPlace;

    /** Room for blocks of up to {@code mostBytes}. */
    DeviceBuffers(CudaDriver cuda, int rank, int world, long mostBytes) {
        this.cuda = cuda;
        this.rank = rank;
        this.world = world;
        outputPlace = mostBytes + 2 * GUARD_BYTES;
        long all = outputPlace + mostBytes * world + 2 * GUARD_BYTES;
        host = arena.allocate(all, 64);
        device = cuda.allocate(all);
    }

    private static long skew(SuiteCase of) {
        return of.placement() == Placement.SKEWED ? of.type().bytes() : 0;
    }

    private long ownAt(SuiteCase of) {
        long at = 0;
        for (int r = 0; r < rank && of.collective() == Collective.ALL_GATHER; r++) {
            at += of.blockBytes(r, world);
        }
        return at;
    }

    private long outputAt(SuiteCase of) {
        return outputPlace + GUARD_BYTES + skew(of);
    }

    private long inputAt(SuiteCase of) {
        return of.placement() == Placement.IN_PLACE ? outputAt(of) + ownAt(of) : GUARD_BYTES + skew(of);
    }

    long input(SuiteCase of) {
        return device + inputAt(of);
    }

    long output(SuiteCase of) {
        return device + outputAt(of);
    }

    private long outputBytes(SuiteCase of) {
        long all = 0;
        for (int r = 0; of.collective() == Collective.ALL_GATHER && r < world; r++) {
            all += of.blockBytes(r, world);
        }
        return of.collective() == Collective.ALL_GATHER ? all : of.blockBytes(rank, world);
    }

    /** Guards everywhere, the case's input in its place. */
    void fill(SuiteCase of) {
        host.fill(GUARD);
        SuiteData.fill(of, rank, host, inputAt(of), of.blockBytes(rank, world));
        cuda.copyIn(device, host, host.byteSize());
    }

    /** What is wrong with the result, or empty. */
    String difference(SuiteCase of) {
        cuda.copyOut(host, device, host.byteSize());
        long from = outputAt(of);
        long to = from + outputBytes(of);
        for (long i = outputPlace; i < host.byteSize(); i++) {
            if ((i < from || i >= to) && host.get(ValueLayout.JAVA_BYTE, i) != GUARD) {
                return "a byte outside the output was written, "
                        + (i < from ? from - i + " before" : i - to + " behind");
            }
        }
        if (of.collective() == Collective.ALL_REDUCE) {
            long at = SuiteData.differenceOfReduced(of, world, host, from, to - from, 0);
            return at < 0 ? "" : "the sum differs at byte " + at;
        }
        long at = from;
        for (int r = 0; r < world; r++) {
            boolean gather = of.collective() == Collective.ALL_GATHER;
            if (!gather && r == rank) {
                continue;
            }
            long bytes = of.blockBytes(r, world);
            long wrong = SuiteData.differenceOfMoved(of, r, host, at, bytes);
            if (wrong >= 0) {
                return "the block of rank " + r + " differs at byte " + wrong + ": 0x"
                        + Integer.toHexString(host.get(ValueLayout.JAVA_BYTE, at + wrong) & 0xff);
            }
            at += bytes;
        }
        return "";
    }

    /** Whether every byte of the output is 0xFF. */
    boolean isAllOnes(SuiteCase of) {
        cuda.copyOut(host, device, host.byteSize());
        for (long i = 0; i < outputBytes(of); i++) {
            if (host.get(ValueLayout.JAVA_BYTE, outputAt(of) + i) != -1) {
                return false;
            }
        }
        return true;
    }

    /** A case of this suite: sums in rank order, moves of bytes. */
    static SuiteCase of(
            int number, Collective collective, DataType type, long bytes, Placement placement, boolean variable) {
        return new SuiteCase(
                number,
                collective,
                ScheduleKind.ONE_SHOT,
                type,
                Reduction.SUM,
                bytes / type.bytes() * type.bytes(),
                placement,
                variable);
    }

    @Override
    public void close() {
        cuda.free(device);
        arena.close();
    }
}
