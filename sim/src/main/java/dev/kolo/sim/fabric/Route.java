package dev.kolo.sim.fabric;

import java.util.List;

/**
 * The cables that a lane's frames take in one direction, first to last.
 *
 * @param ways at least one; where there are more, the hosts between them relay
 */
public record Route(List<Way> ways) {
    public Route {
        ways = List.copyOf(ways);
    }

    Way way(int hop) {
        return ways.get(hop);
    }

    int hops() {
        return ways.size();
    }
}
