package dev.kolo.wire.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * One process for good: process numbers are used again, with the start time they are not.
 *
 * @param pid its number
 * @param startTicks field 22 of {@code /proc/PID/stat}: clock ticks after boot (proc(5))
 */
public record ProcessId(long pid, long startTicks) {
    private static final int FIELDS_BEFORE_START = 19;

    /** This process. */
    public static ProcessId own() {
        long pid = ProcessHandle.current().pid();
        return new ProcessId(pid, startTicksOf(pid).orElse(0));
    }

    /** Whether this very process still runs. */
    public boolean isRunning() {
        OptionalLong now = startTicksOf(pid);
        return now.isPresent() && now.getAsLong() == startTicks;
    }

    /** When the process with this number began; empty when there is none. */
    public static OptionalLong startTicksOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The second field is the program's name in brackets, and it may contain anything.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            boolean zombie = fields[0].equals("Z") || fields[0].equals("X");
            return zombie ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[FIELDS_BEFORE_START]));
        } catch (IOException | RuntimeException none) {
            return OptionalLong.empty();
        }
    }
}
