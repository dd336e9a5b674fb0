package dev.kolo.lab.state;

import dev.kolo.lab.machine.Emulator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The processes of one lab, told from all others by the lab's id, which each has on its command line. So none is missed
 * that was started before a crash could write it down, and a process id that went to somebody else is never mistaken.
 */
public final class OwnProcesses {
    private static final Path PROC = Path.of("/proc");
    private static final long GENTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(700);
    private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private OwnProcesses() {}

    /**
     * A running emulator.
     *
     * @param handle the process
     * @param name the guest's host name, or {@link Emulator#SWITCHBOARD}
     */
    public record Own(ProcessHandle handle, String name) {}

    /** All of a lab that run now. */
    public static List<Own> of(String id) {
        List<Own> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                nameIn(process, Emulator.mark(id))
                        .ifPresent(name -> ProcessHandle.of(
                                        Long.parseLong(process.getFileName().toString()))
                                .filter(ProcessHandle::isAlive)
                                .ifPresent(handle -> found.add(new Own(handle, name))));
            }
        } catch (IOException noProc) {
            // Without /proc this is no Linux, and no lab ever ran here.
        }
        return found;
    }

    private static Optional<String> nameIn(Path process, String mark) {
        try {
            String line = new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8);
            String[] words = line.split("\0");
            if (!words[0].replaceFirst(".*/", "").startsWith("qemu-system-")) {
                return Optional.empty();
            }
            for (String word : words) {
                if (word.startsWith(mark)) {
                    return Optional.of(word.substring(mark.length()));
                }
            }
            return Optional.empty();
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    /**
     * Ends all of a lab: asks, and makes them after a moment.
     *
     * @return the names of those that still run: normally none
     */
    public static List<String> end(String id) throws InterruptedException {
        List<Own> all = of(id);
        all.forEach(own -> own.handle().destroy());
        await(all, GENTLE_NANOS);
        all.forEach(own -> own.handle().destroyForcibly());
        await(all, LAST_NANOS);
        return of(id).stream().map(Own::name).toList();
    }

    private static void await(List<Own> all, long nanos) throws InterruptedException {
        CompletableFuture<?>[] ends = all.stream()
                .filter(own -> own.handle().isAlive())
                .map(own -> own.handle().onExit())
                .toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException late) {
            // The caller looks who is left.
        }
    }
}
