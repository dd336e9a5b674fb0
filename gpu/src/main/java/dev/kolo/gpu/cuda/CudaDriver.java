package dev.kolo.gpu.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.Map;

/**
 * CUDA's driver library, as far as the wire needs it. One object serves one thread: the current context belongs to the thread
 * that called {@link #useDevice}. Addresses of device memory are plain {@code long}s.
 */
public final class CudaDriver {
    /** The library's name on Linux; it belongs to the driver, not to the toolkit. */
    public static final String LIBRARY = "libcuda.so.1";

    private static final MemoryLayout IPC_HANDLE =
            MemoryLayout.structLayout(MemoryLayout.sequenceLayout(64, JAVA_BYTE));

    /** Portable and mapped: every context sees it, under an address of its own. */
    private static final int REGISTER_FLAGS = 3;

    private static final int CAPTURE_RELAXED = 2;
    private static final int PROGRAMMATIC_SERIALIZATION = 6;
    private static final int CONFIG_AT = 64;
    private static final int ATTRIBUTE_AT = 128;

    private final Symbols symbols;
    private final MemorySegment scratch = Arena.ofShared().allocate(512, 64);
    private final long scratchAt = scratch.address();
    private final Map<String, MethodHandle> rare = new HashMap<>();
    private final MethodHandle launch;
    private final MethodHandle graphLaunch;
    private final MethodHandle synchronize;
    private final MethodHandle errorText;

    private CudaDriver(Symbols symbols) {
        this.symbols = symbols;
        launch = symbols.status("cuLaunchKernelEx", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        graphLaunch = symbols.status("cuGraphLaunch", JAVA_LONG, JAVA_LONG);
        synchronize = symbols.status("cuStreamSynchronize", JAVA_LONG);
        errorText = symbols.status("cuGetErrorString", JAVA_INT, JAVA_LONG);
    }

    /** Loads the driver. */
    public static CudaDriver load() {
        return load(LIBRARY);
    }

    static CudaDriver load(String library) {
        CudaDriver driver = new CudaDriver(Symbols.load(library)
                .orElseThrow(() -> new CudaException("CUDA's driver library " + library
                        + " is not on this machine: install NVIDIA's driver (in a container: run it with the GPU and its"
                        + " driver, as --gpus all does), or leave out --device cuda")));
        driver.check(driver.call("cuInit", 0), "starting CUDA");
        return driver;
    }

    // Devices

    public int deviceCount() {
        check(call("cuDeviceGetCount", scratchAt), "counting devices");
        return scratch.get(JAVA_INT, 0);
    }

    /** Makes a device current for this thread, in its primary context, which PyTorch and others share. */
    public void useDevice(int ordinal) {
        int count = deviceCount();
        if (ordinal < 0 || ordinal >= count) {
            throw new CudaException("there is no CUDA device " + ordinal + ": this machine shows " + count
                    + " (CUDA_VISIBLE_DEVICES may hide some); each rank needs one of its own");
        }
        check(call("cuDevicePrimaryCtxRetain", scratchAt, ordinal), "taking device " + ordinal);
        check(call("cuCtxSetCurrent", scratch.get(JAVA_LONG, 0)), "using device " + ordinal);
    }

    public String deviceName(int ordinal) {
        check(call("cuDeviceGetName", scratchAt, 256, ordinal), "asking for a device's name");
        return scratch.getString(0);
    }

    /** Compute capability times ten: 90, 121. */
    public int computeCapability(int ordinal) {
        return 10 * attribute(75, ordinal) + attribute(76, ordinal);
    }

    private int attribute(int number, int ordinal) {
        check(call("cuDeviceGetAttribute", scratchAt, number, ordinal), "asking for a device's attribute");
        return scratch.get(JAVA_INT, 0);
    }

    /** Whether one device may read and write another's memory. */
    public boolean canAccessPeer(int ordinal, int peer) {
        check(call("cuDeviceCanAccessPeer", scratchAt, ordinal, peer), "asking about access to a peer");
        return scratch.get(JAVA_INT, 0) != 0;
    }

    // Memory

    /** Fresh device memory, filled with zeros. */
    public long allocate(long bytes) {
        check(call("cuMemAlloc_v2", scratchAt, bytes), "taking " + bytes + " B of device memory");
        long at = scratch.get(JAVA_LONG, 0);
        fill(at, (byte) 0, bytes);
        check(call("cuCtxSynchronize"), "clearing device memory");
        return at;
    }

    public void free(long at) {
        check(call("cuMemFree_v2", at), "giving device memory back");
    }

    /** Fills device memory, in the order of the default stream. */
    public void fill(long at, byte value, long bytes) {
        check(call("cuMemsetD8_v2", at, value, bytes), "filling device memory");
    }

    public void copyIn(long to, MemorySegment from, long bytes) {
        check(call("cuMemcpyHtoD_v2", to, from.address(), bytes), "copying to the device");
    }

    public void copyOut(MemorySegment to, long from, long bytes) {
        check(call("cuMemcpyDtoH_v2", to.address(), from, bytes), "copying from the device");
    }

    /**
     * Shows host memory to the device.
     *
     * @return its address on the device
     */
    public long register(MemorySegment host) {
        check(
                call("cuMemHostRegister_v2", host.address(), host.byteSize(), REGISTER_FLAGS),
                "registering " + host.byteSize()
                        + " B of host memory (is the limit of locked memory, ulimit -l, high enough?)");
        check(call("cuMemHostGetDevicePointer_v2", scratchAt, host.address(), 0), "addressing host memory");
        return scratch.get(JAVA_LONG, 0);
    }

    public void unregister(MemorySegment host) {
        check(call("cuMemHostUnregister", host.address()), "unregistering host memory");
    }

    /** What another process needs to open an allocation: 64 bytes. */
    public byte[] shareHandle(long at) {
        check(call("cuIpcGetMemHandle", scratchAt, at), "sharing device memory");
        return scratch.asSlice(0, 64).toArray(JAVA_BYTE);
    }

    /** Opens another process's allocation, with access to the peer's device where they differ. */
    public long openHandle(byte[] handle) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment struct = arena.allocate(64, 8);
            MemorySegment.copy(handle, 0, struct, JAVA_BYTE, 0, 64);
            MethodHandle open = symbols.status("cuIpcOpenMemHandle_v2", JAVA_LONG, IPC_HANDLE, JAVA_INT);
            check((int) open.invokeExact(scratchAt, struct, 1), "opening a peer's device memory");
            return scratch.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public void closeHandle(long at) {
        check(call("cuIpcCloseMemHandle", at), "closing a peer's device memory");
    }

    // Kernels

    /** Loads a cubin or PTX (which ends with a zero byte). */
    public long loadModule(byte[] image) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(image.length + 1L, 16);
            MemorySegment.copy(image, 0, text, JAVA_BYTE, 0, image.length);
            check(call("cuModuleLoadData", scratchAt, text.address()), "loading the kernels");
            return scratch.get(JAVA_LONG, 0);
        }
    }

    public long function(long module, String name) {
        try (Arena arena = Arena.ofConfined()) {
            check(
                    call(
                            "cuModuleGetFunction",
                            scratchAt,
                            module,
                            arena.allocateFrom(name).address()),
                    "finding the kernel " + name);
            return scratch.get(JAVA_LONG, 0);
        }
    }

    /**
     * Launches a kernel.
     *
     * @param arguments address of an array of addresses of the kernel's arguments
     * @param overlaps whether it may be set up while the kernel before it still runs (it then waits by itself)
     */
    public void launch(long function, int blocks, int threads, long stream, long arguments, boolean overlaps) {
        MemorySegment s = scratch;
        s.set(JAVA_INT, CONFIG_AT, blocks);
        s.set(JAVA_INT, CONFIG_AT + 4, 1);
        s.set(JAVA_INT, CONFIG_AT + 8, 1);
        s.set(JAVA_INT, CONFIG_AT + 12, threads);
        s.set(JAVA_INT, CONFIG_AT + 16, 1);
        s.set(JAVA_INT, CONFIG_AT + 20, 1);
        s.set(JAVA_INT, CONFIG_AT + 24, 0);
        s.set(JAVA_LONG, CONFIG_AT + 32, stream);
        s.set(JAVA_LONG, CONFIG_AT + 40, scratchAt + ATTRIBUTE_AT);
        s.set(JAVA_INT, CONFIG_AT + 48, overlaps ? 1 : 0);
        s.set(JAVA_INT, ATTRIBUTE_AT, PROGRAMMATIC_SERIALIZATION);
        s.set(JAVA_INT, ATTRIBUTE_AT + 8, 1);
        try {
            check((int) launch.invokeExact(scratchAt + CONFIG_AT, function, arguments, 0L), "launching a kernel");
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // Streams, graphs, events

    public long createStream() {
        check(call("cuStreamCreate", scratchAt, 1), "making a stream");
        return scratch.get(JAVA_LONG, 0);
    }

    public void synchronize(long stream) {
        try {
            check((int) synchronize.invokeExact(stream), "waiting for a stream");
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Whether all work of a stream is done, without waiting. */
    public boolean isDone(long stream) {
        int status = call("cuStreamQuery", stream);
        if (status == 600) {
            return false;
        }
        check(status, "asking a stream");
        return true;
    }

    public void beginCapture(long stream) {
        check(call("cuStreamBeginCapture_v2", stream, CAPTURE_RELAXED), "beginning to capture a graph");
    }

    /** Ends a capture; the graph is ready to run. */
    public long endCapture(long stream) {
        check(call("cuStreamEndCapture", stream, scratchAt), "ending the capture of a graph");
        long graph = scratch.get(JAVA_LONG, 0);
        check(call("cuGraphInstantiateWithFlags", scratchAt, graph, 0L), "making a graph ready");
        long ready = scratch.get(JAVA_LONG, 0);
        check(call("cuGraphDestroy", graph), "giving a graph back");
        return ready;
    }

    public void launchGraph(long graph, long stream) {
        try {
            check((int) graphLaunch.invokeExact(graph, stream), "running a graph");
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public void destroyGraph(long graph) {
        check(call("cuGraphExecDestroy", graph), "giving a graph back");
    }

    public long createEvent() {
        check(call("cuEventCreate", scratchAt, 0), "making an event");
        return scratch.get(JAVA_LONG, 0);
    }

    public void record(long event, long stream) {
        check(call("cuEventRecord", event, stream), "recording an event");
    }

    /** Milliseconds between two events that have happened. */
    public float millisBetween(long first, long second) {
        check(call("cuEventElapsedTime", scratchAt, first, second), "taking a time");
        return scratch.get(JAVA_FLOAT, 0);
    }

    // Calls

    private void check(int status, String what) {
        if (status != 0) {
            throw new CudaException(what + " failed: CUDA says \"" + text(status) + "\" (" + status + ")", status);
        }
    }

    @SuppressWarnings("restricted") // the driver's own text, which ends with a zero byte
    private String text(int status) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment at = arena.allocate(ADDRESS);
            int known = (int) errorText.invokeExact(status, at.address());
            return known == 0 ? at.get(ADDRESS, 0).reinterpret(512).getString(0) : "an unknown error";
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** A rare call: its handle is made at the first use, and arguments are boxed. */
    private int call(String function, Object... arguments) {
        try {
            MethodHandle handle = rare.get(function);
            if (handle == null) {
                MemoryLayout[] layouts = new MemoryLayout[arguments.length];
                for (int i = 0; i < layouts.length; i++) {
                    layouts[i] = arguments[i] instanceof Integer
                            ? JAVA_INT
                            : arguments[i] instanceof Byte ? JAVA_BYTE : JAVA_LONG;
                }
                handle = symbols.status(function, layouts);
                rare.put(function, handle);
            }
            return (int) handle.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof RuntimeException known) {
            return known;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e);
    }
}
