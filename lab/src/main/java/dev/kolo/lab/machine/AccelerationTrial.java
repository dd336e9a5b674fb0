package dev.kolo.lab.machine;

import dev.kolo.remote.process.Command;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tries whether KVM truly works: on some machines {@code /dev/kvm} is there and a guest still hangs at the kernel's first
 * step. The answer is kept until the machine starts anew.
 */
public final class AccelerationTrial {
    /** A working KVM is done in a second or two. */
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(12);

    private static final Path DEVICE = Path.of("/dev/kvm");
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final ProcessRunner processes;
    private final Path cache;

    public AccelerationTrial(ProcessRunner processes, Path cache) {
        this.processes = processes;
        this.cache = cache;
    }

    /**
     * How guests of this kernel can run here.
     *
     * @param tell hears of what takes time, and of a KVM that is there and does not work
     */
    public Acceleration of(Architecture architecture, Kernel kernel, Path initramfs, Consumer<String> tell)
            throws IOException, InterruptedException {
        if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
            return Acceleration.EMULATION;
        }
        Path answer = cache.resolve("kvm-" + Files.readString(BOOT_ID).strip() + "-" + kernel.release());
        if (Files.exists(answer)) {
            return Files.readString(answer).strip().equals(Acceleration.KVM.word())
                    ? Acceleration.KVM
                    : Acceleration.EMULATION;
        }
        tell.accept("trying whether KVM works here (at most " + TimeUnit.NANOSECONDS.toSeconds(DEADLINE_NANOS)
                + " s, once)");
        Acceleration found = works(architecture, kernel, initramfs) ? Acceleration.KVM : Acceleration.EMULATION;
        if (found == Acceleration.EMULATION) {
            tell.accept("/dev/kvm is there, but a guest does not start with it: guests are emulated");
        }
        Files.createDirectories(cache);
        Path draft = Files.createTempFile(cache, "kvm-", ".part");
        Files.writeString(draft, found.word() + "\n");
        Files.move(draft, answer, StandardCopyOption.ATOMIC_MOVE);
        return found;
    }

    private boolean works(Architecture architecture, Kernel kernel, Path initramfs) throws InterruptedException {
        Outcome outcome = processes.run(
                Command.of(DEADLINE_NANOS, Emulator.trial(architecture, Acceleration.KVM, kernel, initramfs)));
        return outcome instanceof Outcome.Exited exited
                && exited.stdout().text().contains("kolo-lab: kernel runs");
    }
}
