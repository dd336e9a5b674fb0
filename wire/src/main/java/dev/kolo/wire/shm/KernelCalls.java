package dev.kolo.wire.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * The calls of the kernel that the JDK does not offer: reading another process's memory, holding on to a process by a file
 * descriptor, asking whether it has ended, and locks that belong to an open file. Not thread-safe: its argument memory is
 * reused for every call, so that none allocates.
 */
public final class KernelCalls {
    /** {@code pidfd_open}, the same number on every architecture (since Linux 5.3). */
    private static final long SYS_PIDFD_OPEN = 434;

    /** {@code errno} when there is no such process (asm-generic/errno-base.h). */
    public static final int ESRCH = 3;

    private static final int O_RDWR_CLOEXEC = 2 | 0x80000;
    private static final int LOCK_EX_NB = 2 | 4;
    private static final short POLLIN = 1;
    private static final int IOVEC_BYTES = 16;
    private static final long REMOTE_VECTORS = 2 * IOVEC_BYTES;
    private static final long STAMP = 4 * IOVEC_BYTES;
    private static final long POLLFD = STAMP + 8;

    private final MethodHandle readv;
    private final MethodHandle syscall;
    private final MethodHandle poll;
    private final MethodHandle close;
    private final MethodHandle open;
    private final MethodHandle flock;
    private final VarHandle errno;
    private final MemorySegment state;
    private final MemorySegment arguments;

    private KernelCalls(
            MethodHandle readv,
            MethodHandle syscall,
            MethodHandle poll,
            MethodHandle close,
            MethodHandle open,
            MethodHandle flock,
            Arena arena) {
        this.readv = readv;
        this.syscall = syscall;
        this.poll = poll;
        this.close = close;
        this.open = open;
        this.flock = flock;
        StructLayout captured = Linker.Option.captureStateLayout();
        this.errno = captured.varHandle(MemoryLayout.PathElement.groupElement("errno"));
        // A call takes hold of the arena of each segment that it is given: of a shared one by two locked instructions,
        // of this
        // one by none.
        this.state = Arena.ofAuto().allocate(captured);
        this.arguments = arena.allocate(POLLFD + 8, 8);
        // What never changes: where the stamp goes, and that it has 8 bytes here and there.
        arguments.set(ValueLayout.JAVA_LONG, IOVEC_BYTES, arguments.address() + STAMP);
        arguments.set(ValueLayout.JAVA_LONG, IOVEC_BYTES + 8, 8);
        arguments.set(ValueLayout.JAVA_LONG, REMOTE_VECTORS + IOVEC_BYTES + 8, 8);
    }

    /** Binds them; empty where the C library lacks one. */
    @SuppressWarnings("restricted") // the wire is one of the rooms that may call native code
    public static Optional<KernelCalls> bind(Arena arena) {
        Linker linker = Linker.nativeLinker();
        SymbolLookup libc = linker.defaultLookup();
        Linker.Option withErrno = Linker.Option.captureCallState("errno");
        Optional<MemorySegment> readv = libc.find("process_vm_readv");
        Optional<MemorySegment> syscall = libc.find("syscall");
        Optional<MemorySegment> poll = libc.find("poll");
        Optional<MemorySegment> close = libc.find("close");
        Optional<MemorySegment> open = libc.find("open");
        Optional<MemorySegment> flock = libc.find("flock");
        if (readv.isEmpty() || syscall.isEmpty() || poll.isEmpty() || close.isEmpty()) {
            return Optional.empty();
        }
        if (open.isEmpty() || flock.isEmpty()) {
            return Optional.empty();
        }
        ValueLayout word = ValueLayout.JAVA_LONG;
        ValueLayout number = ValueLayout.JAVA_INT;
        FunctionDescriptor readvShape = FunctionDescriptor.of(word, number, word, word, word, word, word);
        FunctionDescriptor syscallShape = FunctionDescriptor.of(word, word, word, word);
        FunctionDescriptor pollShape = FunctionDescriptor.of(number, word, word, number);
        FunctionDescriptor closeShape = FunctionDescriptor.of(number, number);
        FunctionDescriptor openShape = FunctionDescriptor.of(number, ValueLayout.ADDRESS, number);
        FunctionDescriptor flockShape = FunctionDescriptor.of(number, number, number);
        return Optional.of(new KernelCalls(
                linker.downcallHandle(readv.get(), readvShape, withErrno),
                linker.downcallHandle(syscall.get(), syscallShape, withErrno, Linker.Option.firstVariadicArg(1)),
                linker.downcallHandle(poll.get(), pollShape),
                linker.downcallHandle(close.get(), closeShape),
                linker.downcallHandle(open.get(), openShape, withErrno, Linker.Option.firstVariadicArg(2)),
                linker.downcallHandle(flock.get(), flockShape, withErrno),
                arena));
    }

    /**
     * Copies from another process, and in the same call its stamp: a word at another address there.
     *
     * @return bytes copied, payload and stamp together, or −1: see {@link #lastError}
     */
    long read(int pid, long remoteAddress, long localAddress, long bytes, long stampAddress) {
        arguments.set(ValueLayout.JAVA_LONG, 0, localAddress);
        arguments.set(ValueLayout.JAVA_LONG, 8, bytes);
        arguments.set(ValueLayout.JAVA_LONG, REMOTE_VECTORS, remoteAddress);
        arguments.set(ValueLayout.JAVA_LONG, REMOTE_VECTORS + 8, bytes);
        arguments.set(ValueLayout.JAVA_LONG, REMOTE_VECTORS + IOVEC_BYTES, stampAddress);
        arguments.set(ValueLayout.JAVA_LONG, STAMP, 0);
        long vectors = arguments.address();
        try {
            return (long) readv.invokeExact(state, pid, vectors, 2L, vectors + REMOTE_VECTORS, 2L, 0L);
        } catch (Throwable e) {
            throw new IllegalStateException("process_vm_readv could not be called", e);
        }
    }

    /** The stamp that the last {@link #read} brought. */
    long stamp() {
        return arguments.get(ValueLayout.JAVA_LONG, STAMP);
    }

    /**
     * A descriptor that stands for this very process, whatever its number means later.
     *
     * @return the descriptor, or −1: see {@link #lastError}
     */
    public int openProcess(int pid) {
        try {
            return (int) (long) syscall.invokeExact(state, SYS_PIDFD_OPEN, (long) pid, 0L);
        } catch (Throwable e) {
            throw new IllegalStateException("pidfd_open could not be called", e);
        }
    }

    /** Whether the process behind a descriptor of {@link #openProcess} has ended. */
    public boolean hasEnded(int descriptor) {
        MemorySegment pollfd = arguments;
        pollfd.set(ValueLayout.JAVA_INT, POLLFD, descriptor);
        pollfd.set(ValueLayout.JAVA_SHORT, POLLFD + 4, POLLIN);
        pollfd.set(ValueLayout.JAVA_SHORT, POLLFD + 6, (short) 0);
        try {
            int ready = (int) poll.invokeExact(pollfd.address() + POLLFD, 1L, 0);
            return ready > 0;
        } catch (Throwable e) {
            throw new IllegalStateException("poll could not be called", e);
        }
    }

    public void close(int descriptor) {
        try {
            int ignored = (int) close.invokeExact(descriptor);
        } catch (Throwable e) {
            throw new IllegalStateException("close could not be called", e);
        }
    }

    /**
     * Opens a file that exists, for reading and writing.
     *
     * @param path its path, a C string
     * @return the descriptor, or −1: see {@link #lastError}
     */
    public int openFile(MemorySegment path) {
        try {
            return (int) open.invokeExact(state, path, O_RDWR_CLOEXEC);
        } catch (Throwable e) {
            throw new IllegalStateException("open could not be called", e);
        }
    }

    /** Takes the one lock of an open file, flock(2), without waiting; false when somebody else has it. */
    public boolean lock(int descriptor) {
        try {
            return (int) flock.invokeExact(state, descriptor, LOCK_EX_NB) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("flock could not be called", e);
        }
    }

    /** {@code errno} of the last call that failed. */
    public int lastError() {
        return (int) errno.get(state, 0L);
    }
}
