package dev.kolo.probe.redact;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.probe.redact.BranchBits.Bits;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * IPv4 addresses that belong to nobody, in place of those that were read. Private and link-local addresses stay in their
 * block (RFC 1918, RFC 6598, RFC 3927). Public ones move to 198.18.0.0/15 (RFC 2544, never routed), and where these two
 * /16 do not suffice to 240.0.0.0/4 (reserved): one /16 for each /16. The last octet stays; above it {@link BranchBits}.
 */
final class Ipv4Images {
    /** Blocks with a meaning that the doctor heeds: first address, length of the prefix that stays. */
    private static final int[][] BLOCKS = {
        {10 << 24, 8},
        {172 << 24 | 16 << 16, 12},
        {192 << 24 | 168 << 16, 16},
        {100 << 24 | 64 << 16, 10},
        {169 << 24 | 254 << 16, 16},
    };

    private static final int LAST_OCTET = 24;
    private static final int BENCHMARK = 198 << 8 | 18;
    private static final int RESERVED = 240 << 8;
    private static final int MOST_NETWORKS = 2 + 15 * 256;

    private final BranchBits bits = new BranchBits();
    private final TreeSet<Integer> publicNetworks = new TreeSet<>();
    private List<Integer> inOrder = List.of();

    /** True for what says nothing about anybody: loopback, "any", netmasks, multicast. */
    static boolean isPlain(Ipv4Address address) {
        int first = address.bits() >>> 24;
        int ones = Integer.numberOfLeadingZeros(~address.bits());
        boolean netmask = ones >= 8 && (ones == 32 || address.bits() << ones == 0);
        return first == 0 || first == 127 || first >= 224 && first < 240 || netmask;
    }

    void learn(Ipv4Address address) {
        if (!isPlain(address)) {
            bits.learn(wide(address));
            if (kept(address) == 0) {
                publicNetworks.add(address.bits() >>> 16);
            }
        }
    }

    void settle() {
        bits.settle();
        inOrder = new ArrayList<>(publicNetworks);
    }

    Ipv4Address image(Ipv4Address address) {
        if (isPlain(address)) {
            return address;
        }
        int kept = kept(address);
        int from = kept == 0 ? 16 : kept;
        int below = (int) (bits.image(wide(address), from, LAST_OCTET).high() >>> 32);
        int above = kept == 0 ? publicNetwork(address.bits() >>> 16) << 16 : address.bits() & -1 << 32 - kept;
        return new Ipv4Address(above | below);
    }

    private int publicNetwork(int network) {
        int index = java.util.Collections.binarySearch(inOrder, network);
        int place = Math.min(index < 0 ? -index - 1 : index, MOST_NETWORKS - 1);
        return place < 2 ? BENCHMARK + place : RESERVED + place - 2;
    }

    private static int kept(Ipv4Address address) {
        for (int[] block : BLOCKS) {
            if ((address.bits() ^ block[0]) >>> 32 - block[1] == 0) {
                return block[1];
            }
        }
        return 0;
    }

    private static Bits wide(Ipv4Address address) {
        return new Bits((address.bits() & 0xffff_ffffL) << 32, 0);
    }
}
