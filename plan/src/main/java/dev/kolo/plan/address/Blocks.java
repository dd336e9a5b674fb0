package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Equal blocks of addresses, a run of them a plane: block j of a plane goes to the j-th network along the cables, so that
 * plane and cable can be read off an address, and a host that is added later moves none of those before it.
 *
 * @param runs the range of each plane
 * @param blockLength prefix length of a block
 */
record Blocks(List<Subnet> runs, int blockLength) {
    /** Blocks kept for a plane where there is room, whatever the number of links. */
    private static final int GENEROUS_RUN = 256;

    private static final List<Subnet> PRIVATE_RANGES = List.of(
            Subnet.of(Ipv4Address.of(10, 0, 0, 0), 8),
            Subnet.of(Ipv4Address.of(172, 16, 0, 0), 12),
            Subnet.of(Ipv4Address.of(192, 168, 0, 0), 16));

    /** Shared by carriers and their customers (RFC 6598), and by nobody else. */
    private static final Subnet CARRIER_RANGE = Subnet.of(Ipv4Address.of(100, 64, 0, 0), 10);

    /** Where the search in 10.0.0.0/8 starts: low numbers are what people and VPNs take first. */
    private static final int FIRST_SECOND_OCTET = 40;

    Blocks {
        runs = List.copyOf(runs);
    }

    /** Number of blocks that each plane has at least. */
    long perPlane() {
        return runs.stream()
                .mapToLong(run -> run.prefixLength() > blockLength ? 0 : 1L << blockLength - run.prefixLength())
                .min()
                .orElse(0);
    }

    /** Block {@code index} of a plane, 0 up to {@link #perPlane()}. */
    Subnet block(int plane, long index) {
        Subnet run = runs.get(plane);
        return Subnet.of(run.network().plus((int) (index << 32 - blockLength)), blockLength);
    }

    /** Splits what the user gave: a pool a plane, or one pool in equal parts. */
    static Blocks of(List<Subnet> pools, int planes, int blockLength) {
        if (pools.size() >= planes) {
            return new Blocks(pools.subList(0, planes), blockLength);
        }
        return split(pools.getFirst(), planes, blockLength);
    }

    private static Blocks split(Subnet pool, int planes, int blockLength) {
        int runLength = pool.prefixLength() + bits(planes);
        List<Subnet> runs = new ArrayList<>();
        for (int plane = 0; plane < planes && runLength <= 32; plane++) {
            runs.add(Subnet.of(pool.network().plus(plane << 32 - runLength), runLength));
        }
        return new Blocks(runs.isEmpty() ? List.of(pool) : runs, blockLength);
    }

    /**
     * The first private range that has room.
     *
     * @param planes number of planes
     * @param needed blocks that a plane needs
     * @param blockLength prefix length of a block
     * @param isFree whether a range may be used
     */
    static Optional<Blocks> inFreeRange(int planes, int needed, int blockLength, Predicate<Subnet> isFree) {
        int least = 1 << bits(needed);
        for (int run = Math.max(GENEROUS_RUN, least); run >= least; run /= 2) {
            int length = blockLength - bits(run) - bits(planes);
            for (Subnet range : PRIVATE_RANGES) {
                if (length >= range.prefixLength()) {
                    Optional<Subnet> free = firstFree(range, length, isFree);
                    if (free.isPresent()) {
                        return Optional.of(split(free.get(), planes, blockLength));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Subnet> firstFree(Subnet range, int length, Predicate<Subnet> isFree) {
        long size = 1L << 32 - length;
        long end = 1L << 32 - range.prefixLength();
        long skip = range.prefixLength() == 8 ? ((long) FIRST_SECOND_OCTET << 16) / size * size : 0;
        for (long tried = 0; tried < end; tried += size) {
            long offset = (skip + tried) % end;
            Subnet candidate = Subnet.of(range.network().plus((int) offset), length);
            if (isFree.test(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Whether a network lies in a range that nobody has on the internet: private ones, and that of carriers. */
    static boolean isPrivate(Subnet subnet) {
        return Stream.concat(PRIVATE_RANGES.stream(), Stream.of(CARRIER_RANGE))
                .anyMatch(range -> range.prefixLength() <= subnet.prefixLength() && range.overlaps(subnet));
    }

    /** How many bits it takes to number {@code count} things. */
    static int bits(int count) {
        return 32 - Integer.numberOfLeadingZeros(Math.max(1, count) - 1);
    }
}
