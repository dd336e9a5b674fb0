package dev.kolo.gpu.nccl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.kolo.gpu.cuda.CudaException;
import dev.kolo.gpu.cuda.Symbols;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * NCCL's library. A process that has one mapped already (an engine's) is given that one: two NCCLs in a process fight over
 * devices and settings, so a second is never loaded.
 */
public final class NcclLibrary {
    /** Where to look when the process has none and none is named. */
    public static final String LIBRARY = "libnccl.so.2";

    static final int UNIQUE_ID_BYTES = 128;
    private static final MemoryLayout UNIQUE_ID =
            MemoryLayout.structLayout(MemoryLayout.sequenceLayout(UNIQUE_ID_BYTES, JAVA_BYTE));

    private final String path;
    private final MethodHandle getVersion;
    private final MethodHandle getUniqueId;
    private final MethodHandle initRank;
    private final MethodHandle errorText;
    final MethodHandle allGather;
    final MethodHandle allReduce;
    final MethodHandle send;
    final MethodHandle receive;
    final MethodHandle groupStart;
    final MethodHandle groupEnd;
    final MethodHandle abort;
    final MethodHandle destroy;

    @SuppressWarnings("restricted") // the signatures are written by hand, from the library's header
    private NcclLibrary(Symbols symbols) {
        path = symbols.name();
        getVersion = symbols.status("ncclGetVersion", JAVA_LONG);
        getUniqueId = symbols.status("ncclGetUniqueId", JAVA_LONG);
        initRank = symbols.status("ncclCommInitRank", JAVA_LONG, JAVA_INT, UNIQUE_ID, JAVA_INT);
        allGather = symbols.status("ncclAllGather", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
        allReduce = symbols.status(
                "ncclAllReduce", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
        send = symbols.status("ncclSend", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
        receive = symbols.status("ncclRecv", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
        groupStart = symbols.status("ncclGroupStart");
        groupEnd = symbols.status("ncclGroupEnd");
        abort = symbols.status("ncclCommAbort", JAVA_LONG);
        destroy = symbols.status("ncclCommDestroy", JAVA_LONG);
        errorText = Linker.nativeLinker()
                .downcallHandle(
                        symbols.lookup().find("ncclGetErrorString").orElseThrow(),
                        FunctionDescriptor.of(ADDRESS, JAVA_INT));
    }

    /**
     * Loads NCCL: the one that this process has mapped already, or else the named one.
     *
     * @param named a path or a name for the system's search, {@link #LIBRARY} by custom
     */
    public static NcclLibrary load(String named) {
        List<String> mapped = mapped();
        if (mapped.size() > 1) {
            throw new CudaException(
                    "this process has " + mapped.size() + " NCCL libraries mapped (" + mapped + "): only one may be");
        }
        String library = mapped.isEmpty() ? named : mapped.getFirst();
        return new NcclLibrary(Symbols.load(library)
                .orElseThrow(() -> new CudaException("NCCL's library " + library
                        + " is not on this machine: install it (the package nvidia-nccl-cu13 of PyPI holds libnccl.so.2),"
                        + " name its file with KOLO_NCCL, or choose another fallback")));
    }

    /** The NCCL libraries that this process has mapped, each path once. */
    public static List<String> mapped() {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return mapped(lines.toList());
        } catch (IOException e) {
            throw new CudaException("this process's own list of mapped files cannot be read: " + e.getMessage());
        }
    }

    static List<String> mapped(List<String> maps) {
        return maps.stream()
                .map(NcclLibrary::pathOf)
                .flatMap(Optional::stream)
                .filter(p -> p.substring(p.lastIndexOf('/') + 1).startsWith("libnccl.so"))
                .distinct()
                .toList();
    }

    private static Optional<String> pathOf(String line) {
        int slash = line.indexOf('/');
        return slash < 0 ? Optional.empty() : Optional.of(line.substring(slash));
    }

    /** Which file it is. */
    public String path() {
        return path;
    }

    /** As NCCL counts: 22907 is 2.29.7. */
    public int version() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment at = arena.allocate(JAVA_INT);
            check((int) getVersion.invokeExact(at.address()), "asking for its version");
            return at.get(JAVA_INT, 0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** A fresh name for a group of ranks, for rank 0 to hand out. */
    public byte[] uniqueId() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment at = arena.allocate(UNIQUE_ID_BYTES, 8);
            check((int) getUniqueId.invokeExact(at.address()), "making an id");
            return at.toArray(JAVA_BYTE);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Joins the group on the current device; returns when all ranks have joined. */
    public NcclCommunicator join(byte[] uniqueId, int rank, int world) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment at = arena.allocate(JAVA_LONG);
            MemorySegment id = arena.allocate(UNIQUE_ID_BYTES, 8);
            MemorySegment.copy(uniqueId, 0, id, JAVA_BYTE, 0, UNIQUE_ID_BYTES);
            check((int) initRank.invokeExact(at.address(), world, id, rank), "joining " + world + " ranks");
            return new NcclCommunicator(this, at.get(JAVA_LONG, 0), rank, world);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    void check(int status, String what) {
        if (status != 0) {
            throw new CudaException(
                    "NCCL, " + what + ": \"" + text(status) + "\" (" + status + "); NCCL_DEBUG=WARN shows why");
        }
    }

    @SuppressWarnings("restricted") // the library's own text, which ends with a zero byte
    private String text(int status) {
        try {
            MemorySegment text = (MemorySegment) errorText.invokeExact(status);
            return text.reinterpret(512).getString(0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static RuntimeException unexpected(Throwable e) {
        if (e instanceof RuntimeException known) {
            return known;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e);
    }
}
