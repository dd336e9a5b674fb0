package dev.kolo.wire.progress;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps the calling thread on one CPU through {@code sched_setaffinity} of the C library, since the JDK has no call for it.
 * Nobody is pinned unless asked for: pinning measured −5.5 % or nothing.
 */
public final class CpuPin {
    /** Bytes of a {@code cpu_set_t}: 1024 CPUs in glibc; the kernel takes any length, so 4096 of them here. */
    private static final int MASK_BYTES = 512;

    private CpuPin() {}

    /**
     * Whether threads of this process may be pinned to a CPU; tries it on a thread that ends at once.
     *
     * @param cpu its number, from 0
     * @return what is wrong, one sentence, or nothing
     */
    public static Optional<String> problem(int cpu) {
        Attempt attempt = new Attempt(cpu);
        Thread thread = Thread.ofPlatform().name("kolo-wire-pin").start(attempt);
        ThreadEnd.await(thread);
        return attempt.problem;
    }

    /** One try, on whichever thread runs it. */
    private static final class Attempt implements Runnable {
        private final int cpu;
        private Optional<String> problem = Optional.empty();

        Attempt(int cpu) {
            this.cpu = cpu;
        }

        @Override
        public void run() {
            problem = pinThisThread(cpu);
        }
    }

    /**
     * Pins the calling thread.
     *
     * @param cpu its number, from 0
     * @return why it could not be, one sentence, or nothing
     */
    @SuppressWarnings("restricted") // the wire is one of the rooms that may call native code
    static Optional<String> pinThisThread(int cpu) {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> function = linker.defaultLookup().find("sched_setaffinity");
        if (function.isEmpty()) {
            return Optional.of("the C library of this host has no sched_setaffinity, so no thread can be pinned");
        }
        StructLayout captured = Linker.Option.captureStateLayout();
        MethodHandle call = linker.downcallHandle(
                function.get(),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS),
                Linker.Option.captureCallState("errno"));
        if (cpu < 0 || cpu >= 8 * MASK_BYTES) {
            return Optional.of(sentence(cpu, "it is no number of a CPU"));
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(captured);
            MemorySegment mask = arena.allocate(MASK_BYTES, 8);
            mask.set(ValueLayout.JAVA_LONG, cpu / 64 * 8L, 1L << (cpu % 64));
            int outcome = (int) call.invokeExact(state, 0, (long) MASK_BYTES, mask);
            if (outcome == 0) {
                return Optional.empty();
            }
            int errno = (int) captured.varHandle(MemoryLayout.PathElement.groupElement("errno"))
                    .get(state, 0L);
            return Optional.of(sentence(cpu, "sched_setaffinity gave errno " + errno));
        } catch (Throwable e) {
            throw new IllegalStateException("sched_setaffinity could not be called", e);
        }
    }

    private static String sentence(int cpu, String why) {
        return "the progress thread cannot be kept on CPU " + cpu + ": " + why + "; this process may run on CPUs "
                + allowed();
    }

    /** The CPUs of this process as the kernel lists them, e.g. {@code 0-3,8}. */
    private static String allowed() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("that /proc/self/status does not list");
        } catch (IOException unreadable) {
            return "that /proc/self/status does not show";
        }
    }
}
