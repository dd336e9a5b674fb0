package dev.kolo.lab.machine;

import java.util.List;
import java.util.Optional;

/**
 * What differs between processors: guests run the machine's own programs, so theirs is the machine's.
 *
 * @param emulator the emulator's program
 * @param machine its arguments for the kind of machine
 * @param console the kernel's name of the serial line
 * @param kernelPackage Debian's package that depends on the newest kernel
 * @param emulatorPackage Debian's package of the emulator
 */
public record Architecture(
        String emulator, List<String> machine, String console, String kernelPackage, String emulatorPackage) {
    private static final Architecture X86_64 =
            new Architecture("qemu-system-x86_64", List.of(), "ttyS0", "linux-image-amd64", "qemu-system-x86");
    private static final Architecture AARCH64 = new Architecture(
            "qemu-system-aarch64", List.of("-machine", "virt"), "ttyAMA0", "linux-image-arm64", "qemu-system-arm");

    /** This machine's; empty when it is one on which there are no labs. */
    public static Optional<Architecture> ofMachine() {
        boolean linux = System.getProperty("os.name", "").equals("Linux");
        return switch (System.getProperty("os.arch", "")) {
            case "amd64" -> linux ? Optional.of(X86_64) : Optional.empty();
            case "aarch64" -> linux ? Optional.of(AARCH64) : Optional.empty();
            default -> Optional.empty();
        };
    }
}
