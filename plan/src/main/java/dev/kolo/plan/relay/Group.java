package dev.kolo.plan.relay;

import dev.kolo.plan.PlannedFunction;
import java.util.List;
import java.util.Optional;

/**
 * Hosts in cable order among which frames are relayed: a whole ring (closed), or a path.
 *
 * @param members the hosts along the cables
 * @param closed whether the last is cabled to the first
 * @param planes number of planes on which every cable of the group has a link
 */
public record Group(List<Member> members, boolean closed, int planes) {
    public Group {
        members = List.copyOf(members);
    }

    /**
     * A host in its place.
     *
     * @param host its name
     * @param rank its rank
     * @param up by plane: the function that faces the next member; empty at the end of a path
     * @param down by plane: the function that faces the previous member; empty at the start of a path
     */
    public record Member(String host, int rank, List<PlannedFunction> up, List<PlannedFunction> down) {
        public Member {
            up = List.copyOf(up);
            down = List.copyOf(down);
        }

        /** The function that faces a direction on a plane. */
        public Optional<PlannedFunction> facing(Direction direction, int plane) {
            List<PlannedFunction> side = direction == Direction.UP ? up : down;
            return plane < side.size() ? Optional.of(side.get(plane)) : Optional.empty();
        }
    }

    /** Which way round. */
    public enum Direction {
        /** Towards the next member. */
        UP(1),
        /** Towards the previous member. */
        DOWN(-1);

        private final int step;

        Direction(int step) {
            this.step = step;
        }

        public Direction opposite() {
            return this == UP ? DOWN : UP;
        }

        /** +1 or −1. */
        public int step() {
            return step;
        }
    }

    public int size() {
        return members.size();
    }

    /** The member {@code steps} further in a direction; only ask where there is one. */
    public Member at(int position, Direction direction, int steps) {
        return members.get(position(position, direction, steps));
    }

    /** Its position. */
    public int position(int from, Direction direction, int steps) {
        return Math.floorMod(from + direction.step() * steps, size());
    }

    /** Cables from one position to another in a direction; empty when a path has none that way. */
    public Optional<Integer> distance(int from, int to, Direction direction) {
        int distance = direction == Direction.UP ? to - from : from - to;
        if (closed) {
            return Optional.of(Math.floorMod(distance, size()));
        }
        return distance > 0 ? Optional.of(distance) : Optional.empty();
    }

    /** Relays that it takes to reach everyone. */
    public int relaysForAll() {
        return Math.max(0, closed ? size() / 2 - 1 : size() - 2);
    }
}
