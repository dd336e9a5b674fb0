package dev.kolo.fabric.address;

import java.util.Locale;
import java.util.Optional;

/**
 * A PCI function's address, {@code domain:bus:device.function}.
 *
 * @param domain 0 to 0xffff (wider domains exist in virtual machines and are kept)
 * @param bus 0 to 255
 * @param device 0 to 31
 * @param function 0 to 255 (up to 7, or more under ARI)
 */
public record PciAddress(int domain, int bus, int device, int function) implements Comparable<PciAddress> {
    /** Reads {@code 0000:01:00.1} or {@code 01:00.1}, hexadecimal as sysfs and lspci print it; empty for anything else. */
    public static Optional<PciAddress> parse(String text) {
        String[] halves = text.trim().split("\\.", -1);
        if (halves.length != 2) {
            return Optional.empty();
        }
        String[] parts = halves[0].split(":", -1);
        if (parts.length != 2 && parts.length != 3) {
            return Optional.empty();
        }
        int domain = parts.length == 3 ? hex(parts[0], 8) : 0;
        int bus = hex(parts[parts.length - 2], 2);
        int device = hex(parts[parts.length - 1], 2);
        int function = hex(halves[1], 2);
        return domain < 0 || bus < 0 || device < 0 || function < 0
                ? Optional.empty()
                : Optional.of(new PciAddress(domain, bus, device, function));
    }

    private static int hex(String text, int longest) {
        if (text.isEmpty() || text.length() > longest) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** The address without its function number: one card's PCIe half. */
    public String slot() {
        return String.format(Locale.ROOT, "%04x:%02x:%02x", domain, bus, device);
    }

    @Override
    public int compareTo(PciAddress other) {
        int order = Integer.compareUnsigned(domain, other.domain);
        order = order != 0 ? order : Integer.compare(bus, other.bus);
        order = order != 0 ? order : Integer.compare(device, other.device);
        return order != 0 ? order : Integer.compare(function, other.function);
    }

    @Override
    public String toString() {
        return slot() + "." + Integer.toHexString(function);
    }
}
