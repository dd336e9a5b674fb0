package dev.kolo.sim.fabric;

import dev.kolo.wire.schedule.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which hosts are cabled, and by which cables the lanes of two ranks run. One rank a host.
 *
 * @param world number of hosts, 2 to 16
 * @param form how they are cabled
 */
public record Cabling(int world, Form form) {
    /** How hosts are cabled. */
    public enum Form {
        /** A cable between every two. */
        EVERY_PAIR,
        /** Neighbours of a ring alone; opposite hosts do not reach each other. */
        RING,
        /** A ring whose hosts forward for those that are further apart. */
        RELAYED;

        /** The word on command lines and in traces. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The form of a word. */
        public static Optional<Form> ofWord(String word) {
            for (Form form : values()) {
                if (form.word().equals(word)) {
                    return Optional.of(form);
                }
            }
            return Optional.empty();
        }
    }

    /** Who has lanes to whom. */
    public Reach reach() {
        return form == Form.RING ? Reach.neighbours(world) : Reach.everyPair(world);
    }

    /** Whether a cable joins two hosts. */
    public boolean joins(int host, int other) {
        int apart = Math.floorMod(host - other, world);
        return host != other && (form == Form.EVERY_PAIR || apart == 1 || apart == world - 1);
    }

    /**
     * The hosts that a lane's frames pass, both ends included: the shorter way round; to the opposite host of an even ring
     * each lane takes another way.
     *
     * @param lane index of the lane among those of this peer
     */
    public List<Integer> path(int host, int peer, int lane) {
        if (joins(host, peer)) {
            return List.of(host, peer);
        }
        if (form != Form.RELAYED) {
            throw new IllegalArgumentException("no cable leads from host " + host + " to host " + peer);
        }
        int up = Math.floorMod(peer - host, world);
        int down = world - up;
        // Both ends of a lane must mean the same cables, so the lower host decides which way round lane 0 goes.
        boolean upwards = up == down ? (lane % 2 == 0) == (host < peer) : up < down;
        List<Integer> hosts = new ArrayList<>();
        for (int at = host; at != peer; at = Math.floorMod(at + (upwards ? 1 : -1), world)) {
            hosts.add(at);
        }
        hosts.add(peer);
        return hosts;
    }

    /** How many relays a lane passes. */
    public int relays(int host, int peer, int lane) {
        return path(host, peer, lane).size() - 2;
    }

    /**
     * Bytes that may be under way at once on each lane of a rank, so that all lanes through one hairpin queue together put at
     * most three quarters of it there; 0 for lanes without relays. Lanes of both ends count, since every rank sends.
     */
    public List<Long> windows(int rank, int lanesPerPeer, long hairpinBytes) {
        List<Long> windows = new ArrayList<>();
        for (int lane = 0; lane < world * lanesPerPeer; lane++) {
            int peer = lane / lanesPerPeer;
            boolean relayed = peer != rank && reach().joins(rank, peer) && relays(rank, peer, lane % lanesPerPeer) > 0;
            windows.add(relayed ? 3 * hairpinBytes / 4 / mostLanesThroughOneQueue(lanesPerPeer) : 0L);
        }
        return windows.stream().allMatch(w -> w == 0) ? List.of() : windows;
    }

    private int mostLanesThroughOneQueue(int lanesPerPeer) {
        int[] through = new int[world * world];
        for (int from = 0; from < world; from++) {
            for (int to = 0; to < world; to++) {
                for (int lane = 0; lane < lanesPerPeer && from != to; lane++) {
                    List<Integer> hosts = path(from, to, lane);
                    for (int hop = 1; hop + 1 < hosts.size(); hop++) {
                        through[hosts.get(hop) * world + hosts.get(hop + 1)]++;
                    }
                }
            }
        }
        int most = 1;
        for (int lanes : through) {
            most = Math.max(most, lanes);
        }
        return most;
    }
}
