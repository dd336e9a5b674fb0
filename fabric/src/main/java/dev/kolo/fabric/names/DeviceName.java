package dev.kolo.fabric.names;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a predictable name says of its PCI function. Netdevs: systemd's scheme,
 * {@code en[P<domain>]p<bus>s<slot>[f<function>][n<port name>]} (systemd.net-naming-scheme). RDMA devices: rdma-core's
 * rename by PCI, {@code roce[P<domain>]p<bus>s<slot>[f<function>]}. All numbers are decimal in both.
 *
 * @param domain PCI domain, 0 when the name has none
 * @param bus PCI bus; absent in hot-plug names such as {@code enP7s7}
 * @param slot PCI device number, or the hot-plug slot
 * @param function PCI function number; absent for cards with one
 * @param port the port that the driver names ({@code np1} → 1)
 */
public record DeviceName(int domain, OptionalInt bus, int slot, OptionalInt function, OptionalInt port) {

    /** Reads a netdev name; empty for names that are not built from a PCI address. */
    public static Optional<DeviceName> ofNetdev(String name) {
        return name.startsWith("en") || name.startsWith("ib") || name.startsWith("wl")
                ? new Cursor(name, 2).read()
                : Optional.empty();
    }

    /** Reads an RDMA device name; empty for names such as {@code mlx5_0}. */
    public static Optional<DeviceName> ofRdmaDevice(String name) {
        for (String prefix : new String[] {"roce", "iw", "ib", "opa", "usnic"}) {
            if (name.startsWith(prefix)) {
                return new Cursor(name, prefix.length()).read();
            }
        }
        return Optional.empty();
    }

    /** True when both name the same PCI function; the port part is not compared, since RDMA names have none. */
    public boolean isSameFunction(DeviceName other) {
        return domain == other.domain
                && bus.equals(other.bus)
                && slot == other.slot
                && function.orElse(0) == other.function.orElse(0);
    }

    /** True for names of multi-port network cards: a function number or a port name stands in them. */
    public boolean hasPort() {
        return bus.isPresent() && (function.isPresent() || port.isPresent());
    }

    /** The port number: as the driver names it, otherwise the PCI function's number, as on two-port cards. */
    public int portNumber() {
        return port.orElse(function.orElse(0));
    }

    /** A reading position in a name. */
    private static final class Cursor {
        private final String text;
        private int at;

        Cursor(String text, int at) {
            this.text = text;
            this.at = at;
        }

        Optional<DeviceName> read() {
            int domain = take('P').orElse(0);
            OptionalInt bus = take('p');
            OptionalInt slot = take('s');
            if (slot.isEmpty()) {
                return Optional.empty();
            }
            OptionalInt function = take('f');
            OptionalInt port = portName();
            take('d');
            return at == text.length()
                    ? Optional.of(new DeviceName(domain, bus, slot.getAsInt(), function, port))
                    : Optional.empty();
        }

        /** The part after {@code n}: {@code p<number>} for ports; other port names are read over. */
        private OptionalInt portName() {
            if (at >= text.length() || text.charAt(at) != 'n') {
                return OptionalInt.empty();
            }
            at++;
            OptionalInt port = take('p');
            if (port.isEmpty()) {
                at = text.length();
            }
            return port;
        }

        /** A letter followed by a decimal number of at most five digits; nothing is consumed when it is not there. */
        private OptionalInt take(char letter) {
            if (at >= text.length() || text.charAt(at) != letter) {
                return OptionalInt.empty();
            }
            int end = at + 1;
            int value = 0;
            while (end < text.length() && end - at <= 5 && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
                value = value * 10 + (text.charAt(end) - '0');
                end++;
            }
            if (end == at + 1) {
                return OptionalInt.empty();
            }
            at = end;
            return OptionalInt.of(value);
        }
    }
}
