package dev.kolo.probe.redact;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Ipv6Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.probe.redact.BranchBits.Bits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * IPv6 addresses and GIDs that belong to nobody. Link-local and unique local ones stay in their block, public ones move to
 * 2001:db8::/32 (RFC 3849) and 3fff::/20 (RFC 9637), one /32 for each /32. An IPv4 address or a MAC inside is replaced as
 * the same address elsewhere, since the doctor finds cables by these. The last eight bits stay.
 */
final class Ipv6Images {
    private static final long MAPPED = 0xffffL << 32;
    private static final int NETWORK_BITS = 64;
    private static final int LAST_BITS = 120;
    private static final int PUBLIC_BITS = 32;
    private static final long SOLICITED_HIGH = 0xff02L << 48;
    private static final long SOLICITED_LOW = 0x1_ff00_0000L;

    private final Ipv4Images ipv4;
    private final MacImages macs;
    private final BranchBits bits = new BranchBits();
    private final TreeSet<Long> publicNetworks = new TreeSet<>();
    private List<Long> inOrder = List.of();

    Ipv6Images(Ipv4Images ipv4, MacImages macs) {
        this.ipv4 = ipv4;
        this.macs = macs;
    }

    static Optional<Ipv4Address> mapped(Ipv6Address address) {
        return address.high() == 0 && (address.low() & ~0xffff_ffffL) == MAPPED
                ? Optional.of(new Ipv4Address((int) address.low()))
                : Optional.empty();
    }

    private static boolean isSolicited(Ipv6Address address) {
        return address.high() == SOLICITED_HIGH && (address.low() & ~0xff_ffffL) == SOLICITED_LOW;
    }

    /** Nothing but a small number (:: and ::1 above all), or a multicast group that everybody has. */
    private static boolean isPlain(Ipv6Address address) {
        return address.high() == 0 && address.low() >>> 16 == 0 || isGroup(address) && address.high() << 16 == 0;
    }

    private static boolean isGroup(Ipv6Address address) {
        return address.high() >>> 56 == 0xff;
    }

    void learn(Ipv6Address address) {
        Optional<Ipv4Address> inner = mapped(address);
        if (inner.isPresent()) {
            ipv4.learn(inner.get());
        } else if (isSolicited(address)) {
            macs.learn(MacImages.Place.THIRD, (int) address.low() & 0xffff);
        } else if (!isPlain(address) && !isGroup(address)) {
            Optional<MacAddress> mac = address.embeddedMac();
            mac.ifPresent(macs::learn);
            bits.learn(new Bits(address.high(), mac.isPresent() ? 0 : address.low()));
            if (isPublic(address)) {
                publicNetworks.add(address.high() >>> 32);
            }
        }
    }

    void settle() {
        bits.settle();
        inOrder = new ArrayList<>(publicNetworks);
    }

    Ipv6Address image(Ipv6Address address) {
        Optional<Ipv4Address> inner = mapped(address);
        if (inner.isPresent()) {
            return new Ipv6Address(0, MAPPED | ipv4.image(inner.get()).bits() & 0xffff_ffffL);
        }
        if (isSolicited(address)) {
            int word = macs.image(MacImages.Place.THIRD, (int) address.low() & 0xffff);
            return new Ipv6Address(SOLICITED_HIGH, SOLICITED_LOW | word);
        }
        if (isPlain(address)) {
            return address;
        }
        if (isGroup(address)) {
            // A group made from somebody's prefix (RFC 3306): its scope stays, its group number too.
            return new Ipv6Address(address.high() & 0xffffL << 48, address.low() & 0xffff_ffffL);
        }
        Optional<MacAddress> mac = address.embeddedMac();
        int from = isPublic(address) ? PUBLIC_BITS : blockBits(address);
        Bits below = bits.image(
                new Bits(address.high(), mac.isPresent() ? 0 : address.low()),
                from,
                mac.isPresent() ? NETWORK_BITS : LAST_BITS);
        long above = isPublic(address)
                ? publicNetwork(address.high() >>> 32) << 32
                : address.high() & -1L << 64 - blockBits(address);
        return new Ipv6Address(
                above | below.high(),
                mac.map(m -> macs.image(m).interfaceIdentifier()).orElse(below.low()));
    }

    /** fe80::/10 and fc00::/7 with its bit for "locally assigned" mean something by themselves. */
    private static int blockBits(Ipv6Address address) {
        return address.isLinkLocal() ? 10 : 8;
    }

    private static boolean isPublic(Ipv6Address address) {
        return !address.isLinkLocal() && address.high() >>> 57 != 0x7e;
    }

    private long publicNetwork(long network) {
        int index = Collections.binarySearch(inOrder, network);
        int place = index < 0 ? -index - 1 : index;
        return place == 0 ? 0x2001_0db8L : 0x3fff_0000L + (place - 1 & 0xfff);
    }
}
