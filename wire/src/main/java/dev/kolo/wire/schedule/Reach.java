package dev.kolo.wire.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * Which ranks have lanes to which.
 *
 * @param world number of ranks
 * @param everyPair whether each rank reaches each other
 * @param ring the ranks in an order in which neighbours, and the last and the first, reach each other
 */
public record Reach(int world, boolean everyPair, List<Integer> ring) {
    public Reach {
        ring = List.copyOf(ring);
        if (ring.size() != world || new HashSet<>(ring).size() != world) {
            throw new IllegalArgumentException("a ring of " + world + " ranks names each once, got " + ring);
        }
        for (int rank : ring) {
            if (rank < 0 || rank >= world) {
                throw new IllegalArgumentException("no rank " + rank + " in a world of " + world);
            }
        }
    }

    /** Every pair has lanes. */
    public static Reach everyPair(int world) {
        return new Reach(world, true, identity(world));
    }

    /** Only neighbours have lanes, in rank order. */
    public static Reach neighbours(int world) {
        return new Reach(world, world <= 3, identity(world));
    }

    /**
     * What schedules can make of lanes: every pair, or a ring in the order of its lanes, from rank 0 towards its lowest
     * neighbour.
     *
     * @param world number of ranks
     * @param joined whether a lower and a higher rank have lanes
     * @return empty when there are neither all pairs nor a closed ring, as on a path: no schedule carries exchanges then
     */
    public static Optional<Reach> over(int world, BiPredicate<Integer, Integer> joined) {
        boolean everyPair = IntStream.range(0, world)
                .allMatch(low -> IntStream.range(low + 1, world).allMatch(high -> joined.test(low, high)));
        if (everyPair) {
            return Optional.of(everyPair(world));
        }
        List<Integer> ring = new ArrayList<>(List.of(0));
        return closes(world, joined, ring) ? Optional.of(new Reach(world, world <= 3, ring)) : Optional.empty();
    }

    /** Goes on from the last rank of a way until it has met all and is back; worlds are small. */
    private static boolean closes(int world, BiPredicate<Integer, Integer> joined, List<Integer> way) {
        int at = way.getLast();
        if (way.size() == world) {
            return world > 2 && joined.test(0, at);
        }
        for (int next = 0; next < world; next++) {
            if (!way.contains(next) && joined.test(Math.min(at, next), Math.max(at, next))) {
                way.add(next);
                if (closes(world, joined, way)) {
                    return true;
                }
                way.removeLast();
            }
        }
        return false;
    }

    /** The position of a rank on the ring. */
    public int positionOf(int rank) {
        return ring.indexOf(rank);
    }

    /** The rank at a position, counted round and round. */
    public int at(int position) {
        return ring.get(Math.floorMod(position, world));
    }

    public boolean joins(int rank, int peer) {
        int apart = Math.floorMod(positionOf(rank) - positionOf(peer), world);
        return rank != peer && (everyPair || apart == 1 || apart == world - 1);
    }

    /** The peers of a rank, in order. */
    public List<Integer> peersOf(int rank) {
        List<Integer> peers = new ArrayList<>();
        for (int peer = 0; peer < world; peer++) {
            if (joins(rank, peer)) {
                peers.add(peer);
            }
        }
        return peers;
    }

    private static List<Integer> identity(int world) {
        return IntStream.range(0, world).boxed().toList();
    }
}
