package dev.kolo.probe.redact;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps how addresses are related and forgets what they are. Of each address only those bits stay at which some two of the
 * learned addresses part; all others become 0. So two images have exactly as many leading bits in common as their
 * originals had, under every prefix length, and a network's address stays one: the same construction as
 * prefix-preserving anonymisation (Xu, Fan, Ammar and Moon, 2002), with the tree of the addresses in place of a cipher, so
 * that nothing can be deciphered.
 */
final class BranchBits {
    /**
     * A bit string of 128 bits.
     *
     * @param high first 64
     * @param low last 64
     */
    record Bits(long high, long low) implements Comparable<Bits> {
        boolean bit(int depth) {
            return (depth < 64 ? high >>> 63 - depth : low >>> 127 - depth) << 63 != 0;
        }

        /** The first bits, then zeros. */
        Bits first(int count) {
            long h = count >= 64 ? high : count == 0 ? 0 : high & -1L << 64 - count;
            long l = count <= 64 ? 0 : count >= 128 ? low : low & -1L << 128 - count;
            return new Bits(h, l);
        }

        @Override
        public int compareTo(Bits other) {
            int byHigh = Long.compareUnsigned(high, other.high);
            return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
        }

        int commonWith(Bits other) {
            return high != other.high
                    ? Long.numberOfLeadingZeros(high ^ other.high)
                    : 64 + Long.numberOfLeadingZeros(low ^ other.low);
        }
    }

    private record Branch(Bits prefix, int depth) {}

    private final TreeSet<Bits> learned = new TreeSet<>();
    private final Set<Branch> branches = new HashSet<>();

    void learn(Bits address) {
        learned.add(address);
    }

    /** Finds the places at which addresses part: neighbours in order meet all of them. */
    void settle() {
        List<Bits> sorted = new ArrayList<>(learned);
        for (int i = 1; i < sorted.size(); i++) {
            int depth = sorted.get(i - 1).commonWith(sorted.get(i));
            branches.add(new Branch(sorted.get(i).first(depth), depth));
        }
    }

    /** The image of an address: bits before {@code from} are 0, bits from {@code to} on stay as they are. */
    Bits image(Bits address, int from, int to) {
        long high = 0;
        long low = 0;
        for (int depth = from; depth < 128; depth++) {
            boolean stays = depth >= to || branches.contains(new Branch(address.first(depth), depth));
            if (stays && address.bit(depth)) {
                if (depth < 64) {
                    high |= 1L << 63 - depth;
                } else {
                    low |= 1L << 127 - depth;
                }
            }
        }
        return new Bits(high, low);
    }
}
