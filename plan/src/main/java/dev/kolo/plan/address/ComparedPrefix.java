package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * NCCL compares addresses under one prefix length for all (NCCL_IB_SUBNET_PREFIX_LEN, 1 to 32, 24 unless set), never under
 * their own. A length is sound for a set of links when both ends of every link match under it and no two links do.
 */
public final class ComparedPrefix {
    /** What NCCL takes when nothing is set. */
    public static final int NCCL_DEFAULT = 24;

    private ComparedPrefix() {}

    /** Whether a length is sound for all links. */
    public static boolean isSound(int length, List<LinkAddress> links) {
        Set<Subnet> seen = new HashSet<>();
        for (LinkAddress link : links) {
            if (!endsMatch(length, link.addressA(), link.addressB()) || !seen.add(Subnet.of(link.addressA(), length))) {
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
        if (isSound(NCCL_DEFAULT, links)) {
            return OptionalInt.of(NCCL_DEFAULT);
        }
        for (int length = NCCL_DEFAULT + 1; length <= 31; length++) {
            if (isSound(length, links)) {
                return OptionalInt.of(length);
            }
        }
        for (int length = NCCL_DEFAULT - 1; length >= 1; length--) {
            if (isSound(length, links)) {
                return OptionalInt.of(length);
            }
        }
        return OptionalInt.empty();
    }
}
