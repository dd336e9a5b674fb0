package dev.kolo.fabric.address;

import java.util.Locale;
import java.util.Optional;

/**
 * A 64-bit RDMA GUID: of a node (one device) or of a system image (one card).
 *
 * @param bits the identifier, first byte most significant
 */
public record Guid(long bits) {
    /** Reads {@code 0xfc4cea0300000030}, {@code fc4c:ea03:0000:0030} and {@code fc4cea0300000030}; empty for anything else. */
    public static Optional<Guid> parse(String text) {
        String hex = text.trim().toLowerCase(Locale.ROOT);
        hex = hex.startsWith("0x") ? hex.substring(2) : hex.replace(":", "");
        if (hex.isEmpty() || hex.length() > 16) {
            return Optional.empty();
        }
        for (int i = 0; i < hex.length(); i++) {
            if (hex.charAt(i) >= 128 || Character.digit(hex.charAt(i), 16) < 0) {
                return Optional.empty();
            }
        }
        return Optional.of(new Guid(Long.parseUnsignedLong(hex, 16)));
    }

    /**
     * True when the identifier is an EUI-64 of some MAC. Soft RoCE makes each device's GUIDs that way from its netdev, so
     * such a GUID says nothing about which functions share a card.
     */
    public boolean isMadeFromMac() {
        return (bits >>> 24 & 0xffff) == 0xfffe;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "0x%016x", bits);
    }
}
