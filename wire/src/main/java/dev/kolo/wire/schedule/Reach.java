package dev.kolo.wire.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
