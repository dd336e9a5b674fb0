package dev.kolo.lab.life;

import dev.kolo.lab.LabException;
import dev.kolo.lab.layout.LabSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Whether a lab fits into the memory that is free now. */
final class Memory {
    /** What an emulator takes beside its guest's memory: 30 MiB and the code that it translates, 128 MiB at most. */
    private static final int EMULATOR_MIB = 160;

    private static final Path MEMINFO = Path.of("/proc/meminfo");

    private Memory() {}

    static void require(LabSpec spec) {
        long neededMib = (long) spec.hosts() * (spec.memoryMib() + EMULATOR_MIB);
        OptionalLong freeMib = freeMib();
        if (freeMib.isPresent() && freeMib.getAsLong() < neededMib) {
            throw LabException.refused(spec.hosts() + " guests of " + spec.memoryMib() + " MiB need up to " + neededMib
                    + " MiB, and " + freeMib.getAsLong() + " MiB are free: take fewer hosts, or less --memory");
        }
    }

    /** What the kernel would hand out without swapping; empty where it does not say. */
    private static OptionalLong freeMib() {
        try {
            for (String line : Files.readAllLines(MEMINFO)) {
                if (line.startsWith("MemAvailable:")) {
                    return OptionalLong.of(Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024);
                }
            }
        } catch (IOException unreadable) {
            // Then nobody knows, and the lab is tried.
        }
        return OptionalLong.empty();
    }
}
