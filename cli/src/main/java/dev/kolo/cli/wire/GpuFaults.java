package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.gpu.layout.DevicePath;
import dev.kolo.gpu.suite.DeviceFault;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;

/** The failure cases on GPUs, each with processes of its own: a rank that is late, killed or wrong, a proxy that stops. */
final class GpuFaults {
    /** What a process ends with that was told to die without a word. */
    private static final int KILLED = 9;

    private final Console console;
    private final RankOptions options;
    private final GpuOptions gpu;
    private int passed;
    private int failed;

    GpuFaults(Console console, RankOptions options, GpuOptions gpu) {
        this.console = console;
        this.options = options;
        this.gpu = gpu;
    }

    /** Plays every fault over every path; whether each was seen as it should be. */
    boolean run() {
        for (DevicePath path : gpu.paths()) {
            for (DeviceFault fault : DeviceFault.values()) {
                // The spoiled trial belongs to the suite: it needs the fallback and goes on afterwards.
                if (fault != DeviceFault.SPOILED_TRIAL && fault.appliesTo(path)) {
                    play(path, fault);
                }
            }
        }
        console.out().println("SUMMARY faults: " + passed + " passed, " + failed + " failed");
        console.out().flush();
        return failed == 0;
    }

    private void play(DevicePath path, DeviceFault fault) {
        List<String> flags = new ArrayList<>(gpu.flags());
        flags.removeIf(f -> f.startsWith("gpu-paths=") || f.startsWith("gpu-fallback="));
        flags.add("gpu-paths=" + path.word());
        flags.add("gpu-fault=" + fault.word());
        try (RankProcesses ranks = options.start("gpu-fault", flags)) {
            List<Integer> codes = ranks.await(options.timeoutSeconds(), line -> {
                if (line.text().startsWith("FAILED ")) {
                    console.out().println(Text.quote(line.text()));
                } else if (line.text().startsWith("rank ")) {
                    console.tell("  " + Text.quote(line.text()));
                }
            });
            boolean fine = codes.getFirst() == 0 && codes.get(1) == (fault == DeviceFault.KILLED_PEER ? KILLED : 0);
            if (fine) {
                passed++;
            } else {
                failed++;
                console.out()
                        .println("FAILED " + fault.word() + " over " + path.word() + ": the ranks ended with " + codes);
            }
        }
    }
}
