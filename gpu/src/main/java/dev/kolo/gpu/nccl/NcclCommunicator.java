package dev.kolo.gpu.nccl;

import dev.kolo.gpu.session.DeviceFallback;
import dev.kolo.wire.collective.DataType;

/** One rank of an NCCL group. Calls are queued on a stream, like kernels. */
public final class NcclCommunicator implements DeviceFallback, AutoCloseable {
    private static final int BYTES = 1;
    private static final int SUM = 0;

    private final NcclLibrary nccl;
    private final long handle;
    private final int rank;
    private final int world;

    NcclCommunicator(NcclLibrary nccl, long handle, int rank, int world) {
        this.nccl = nccl;
        this.handle = handle;
        this.rank = rank;
        this.world = world;
    }

    @Override
    public String name() {
        int v = nccl.version();
        return "NCCL " + v / 10000 + "." + v / 100 % 100 + "." + v % 100;
    }

    @Override
    public void allGather(long stream, long input, long output, long bytes) {
        try {
            check((int) nccl.allGather.invokeExact(input, output, bytes, BYTES, handle, stream), "all-gather");
        } catch (Throwable e) {
            throw NcclLibrary.unexpected(e);
        }
    }

    @Override
    public void allReduce(long stream, long input, long output, long bytes, DataType type) {
        try {
            check(
                    (int) nccl.allReduce.invokeExact(
                            input, output, bytes / type.bytes(), number(type), SUM, handle, stream),
                    "all-reduce");
        } catch (Throwable e) {
            throw NcclLibrary.unexpected(e);
        }
    }

    @Override
    public void allGatherVariable(long stream, long input, long output, int[] lengths) {
        group(() -> {
            long at = 0;
            for (int peer = 0; peer < world; peer++) {
                if (lengths[rank] > 0) {
                    send(stream, input, lengths[rank], peer);
                }
                if (lengths[peer] > 0) {
                    receive(stream, output + at, lengths[peer], peer);
                }
                at += lengths[peer];
            }
        });
    }

    @Override
    public void pairExchange(long stream, long input, long output, long bytes, int partner) {
        if (partner >= 0 && bytes > 0) {
            group(() -> {
                send(stream, input, bytes, partner);
                receive(stream, output, bytes, partner);
            });
        }
    }

    private void group(Runnable calls) {
        try {
            check((int) nccl.groupStart.invokeExact(), "beginning a group");
            calls.run();
            check((int) nccl.groupEnd.invokeExact(), "a group of sends and receives");
        } catch (Throwable e) {
            throw NcclLibrary.unexpected(e);
        }
    }

    private void send(long stream, long from, long bytes, int peer) {
        try {
            check((int) nccl.send.invokeExact(from, bytes, BYTES, peer, handle, stream), "send");
        } catch (Throwable e) {
            throw NcclLibrary.unexpected(e);
        }
    }

    private void receive(long stream, long to, long bytes, int peer) {
        try {
            check((int) nccl.receive.invokeExact(to, bytes, BYTES, peer, handle, stream), "receive");
        } catch (Throwable e) {
            throw NcclLibrary.unexpected(e);
        }
    }

    private static int number(DataType type) {
        return switch (type) {
            case BYTES -> BYTES;
            case I32 -> 2;
            case F16 -> 6;
            case F32 -> 7;
            case BF16 -> 9;
        };
    }

    private void check(int status, String what) {
        nccl.check(status, what);
    }

    /** Ends it without waiting for peers, which may be gone. */
    public void abort() {
        try {
            check((int) nccl.abort.invokeExact(handle), "ending a communicator");
        } catch (Throwable e) {
            throw NcclLibrary.unexpected(e);
        }
    }

    @Override
    public void close() {
        try {
            check((int) nccl.destroy.invokeExact(handle), "ending a communicator");
        } catch (Throwable e) {
            throw NcclLibrary.unexpected(e);
        }
    }
}
