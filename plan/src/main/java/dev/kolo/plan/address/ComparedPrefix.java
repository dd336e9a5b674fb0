package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * NCCL compares addresses under one prefix length for all (NCCL_IB_SUBNET_PREFIX_LEN, 1 to 32, 24 unless set), never under
 * their own. A length is sound when all addresses of every network match under it and no two networks do.
 */
public final class ComparedPrefix {
    /** What NCCL takes when nothing is set. */
    public static final int NCCL_DEFAULT = 24;

    /** The longest under which two addresses can match. */
    public static final int LONGEST = 31;

    private ComparedPrefix() {}

    /** Whether a length is sound for all links. */
    public static boolean isSound(int length, List<LinkAddress> links) {
        return tellsApart(length, addressesOf(links));
    }

    /**
     * Whether a length is sound for networks.
     *
     * @param length the compared length
     * @param networks the addresses of each, at least one
     */
    public static boolean tellsApart(int length, List<List<Ipv4Address>> networks) {
        Set<Subnet> seen = new HashSet<>();
        for (List<Ipv4Address> addresses : networks) {
            Subnet first = Subnet.of(addresses.getFirst(), length);
            if (!addresses.stream().allMatch(first::contains) || !seen.add(first)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two addresses look alike under a length. */
    public static boolean endsMatch(int length, Ipv4Address a, Ipv4Address b) {
        return Subnet.of(a, length).contains(b);
    }

    /** NCCL's default when it is sound, otherwise the shortest longer length that is, otherwise the longest shorter one. */
    public static OptionalInt choose(List<LinkAddress> links) {
        return chooseFor(addressesOf(links));
    }

    /** The same for the addresses of networks. */
    public static OptionalInt chooseFor(List<List<Ipv4Address>> networks) {
        if (tellsApart(NCCL_DEFAULT, networks)) {
            return OptionalInt.of(NCCL_DEFAULT);
        }
        for (int length = NCCL_DEFAULT + 1; length <= LONGEST; length++) {
            if (tellsApart(length, networks)) {
                return OptionalInt.of(length);
            }
        }
        for (int length = NCCL_DEFAULT - 1; length >= 1; length--) {
            if (tellsApart(length, networks)) {
                return OptionalInt.of(length);
            }
        }
        return OptionalInt.empty();
    }

    private static List<List<Ipv4Address>> addressesOf(List<LinkAddress> links) {
        return links.stream()
                .map(link -> List.of(link.addressA(), link.addressB()))
                .toList();
    }
}
