package dev.kolo.verbs.call;

import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.wire.memory.NativeMemory;
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
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * libibverbs itself, found by its run-time name: {@code libibverbs.so} without a number is part of the development package.
 *
 * <p>Every call has the one shape of six 64-bit words in and one out. Building a shape costs 0.1 to 0.3 s on a slow machine,
 * and both calling conventions (System V on x86_64, AAPCS64) pass up to six integer or pointer arguments in registers, each
 * in one of its own; a function reads as many as it takes, and of each as many bits as its type has. None of the functions
 * here takes more than six, a structure by value, or a floating-point number.
 */
public final class NativeVerbs implements VerbsCalls {
    /** The library's run-time name. */
    public static final String LIBRARY = "libibverbs.so.1";

    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final short POLLIN = 1;

    private static final MethodHandle CALL = bindShape();

    private final MemorySegment state;
    private final MemorySegment pollDescriptor;
    private final Map<Function, MemorySegment> functions = new EnumMap<>(Function.class);

    /** What is called; constants are named as in C. */
    private enum Function {
        ibv_get_device_list,
        ibv_free_device_list,
        ibv_open_device,
        ibv_close_device,
        ibv_query_device,
        ibv_query_port,
        _ibv_query_gid_table,
        ibv_alloc_pd,
        ibv_dealloc_pd,
        ibv_reg_mr,
        ibv_dereg_mr,
        ibv_create_cq,
        ibv_destroy_cq,
        ibv_create_qp,
        ibv_modify_qp,
        ibv_destroy_qp,
        ibv_get_async_event,
        ibv_ack_async_event,
        poll
    }

    private NativeVerbs(SymbolLookup library, SymbolLookup libc, Arena arena) {
        this.state = arena.allocate(STATE);
        this.pollDescriptor = arena.allocate(8, 8);
        for (Function function : Function.values()) {
            SymbolLookup from = function == Function.poll ? libc : library;
            functions.put(
                    function,
                    from.find(function.name())
                            .orElseThrow(() -> new UnsatisfiedLinkError(
                                    LIBRARY + " lacks " + function.name() + "; rdma-core 32 or newer has it")));
        }
    }

    /**
     * Binds the library for the life of the process.
     *
     * @return empty where the library is not on this machine
     * @throws UnsatisfiedLinkError when it is there and lacks a function
     */
    @SuppressWarnings("restricted") // the room that may call native code
    public static Optional<NativeVerbs> bind() {
        Arena forever = Arena.global();
        BiFunction<String, Arena, SymbolLookup> opener = SymbolLookup::libraryLookup;
        SymbolLookup library;
        try {
            library = opener.apply(LIBRARY, forever);
        } catch (IllegalArgumentException notThere) {
            return Optional.empty();
        }
        return Optional.of(new NativeVerbs(library, Linker.nativeLinker().defaultLookup(), forever));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle bindShape() {
        ValueLayout word = ValueLayout.JAVA_LONG;
        return Linker.nativeLinker()
                .downcallHandle(
                        FunctionDescriptor.of(word, word, word, word, word, word, word),
                        Linker.Option.captureCallState("errno"));
    }

    private long call(Function function, long a, long b, long c, long d, long e) {
        try {
            return (long) CALL.invokeExact(Objects.requireNonNull(functions.get(function)), state, a, b, c, d, e, 0L);
        } catch (Throwable thrown) {
            throw new IllegalStateException(function.name() + " could not be called", thrown);
        }
    }

    private long call(Function function, long a, long b, long c) {
        return call(function, a, b, c, 0, 0);
    }

    /** An {@code int} comes back in the lower half of the register; the upper half is anything. */
    private int number(Function function, long a, long b, long c) {
        return (int) call(function, a, b, c);
    }

    @Override
    public long getDeviceList(long count) {
        return call(Function.ibv_get_device_list, count, 0, 0);
    }

    @Override
    public void freeDeviceList(long list) {
        call(Function.ibv_free_device_list, list, 0, 0);
    }

    @Override
    public long openDevice(long device) {
        return call(Function.ibv_open_device, device, 0, 0);
    }

    @Override
    public int closeDevice(long context) {
        return number(Function.ibv_close_device, context, 0, 0);
    }

    @Override
    public int queryDevice(long context, long attributes) {
        return number(Function.ibv_query_device, context, attributes, 0);
    }

    @Override
    public int queryPort(long context, int port, long attributes) {
        return number(Function.ibv_query_port, context, port, attributes);
    }

    @Override
    public long queryGidTable(long context, long entries, long mostEntries) {
        return call(Function._ibv_query_gid_table, context, entries, mostEntries, 0, VerbsAbi.GID_ENTRY_BYTES);
    }

    @Override
    public long allocPd(long context) {
        return call(Function.ibv_alloc_pd, context, 0, 0);
    }

    @Override
    public int deallocPd(long domain) {
        return number(Function.ibv_dealloc_pd, domain, 0, 0);
    }

    @Override
    public long regMr(long domain, long address, long bytes, int access) {
        return call(Function.ibv_reg_mr, domain, address, bytes, access, 0);
    }

    @Override
    public int deregMr(long region) {
        return number(Function.ibv_dereg_mr, region, 0, 0);
    }

    @Override
    public long createCq(long context, int entries) {
        return call(Function.ibv_create_cq, context, entries, 0);
    }

    @Override
    public int destroyCq(long queue) {
        return number(Function.ibv_destroy_cq, queue, 0, 0);
    }

    @Override
    public long createQp(long domain, long attributes) {
        return call(Function.ibv_create_qp, domain, attributes, 0);
    }

    @Override
    public int modifyQp(long queuePair, long attributes, int mask) {
        return number(Function.ibv_modify_qp, queuePair, attributes, mask);
    }

    @Override
    public int destroyQp(long queuePair) {
        return number(Function.ibv_destroy_qp, queuePair, 0, 0);
    }

    @Override
    public boolean hasAsyncEvent(long context) {
        pollDescriptor.set(ValueLayout.JAVA_INT, 0, NativeMemory.getInt(context + VerbsAbi.CONTEXT_ASYNC_FD));
        pollDescriptor.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
        pollDescriptor.set(ValueLayout.JAVA_SHORT, 6, (short) 0);
        return number(Function.poll, pollDescriptor.address(), 1, 0) > 0
                && (pollDescriptor.get(ValueLayout.JAVA_SHORT, 6) & POLLIN) != 0;
    }

    @Override
    public int getAsyncEvent(long context, long event) {
        return number(Function.ibv_get_async_event, context, event, 0);
    }

    @Override
    public void ackAsyncEvent(long event) {
        call(Function.ibv_ack_async_event, event, 0, 0);
    }

    @Override
    public int errno() {
        return (int) ERRNO.get(state, 0L);
    }
}
