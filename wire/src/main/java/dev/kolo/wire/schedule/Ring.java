package dev.kolo.wire.schedule;

import static dev.kolo.wire.schedule.Schedules.everyone;

import dev.kolo.wire.schedule.Instruction.Action;
import java.util.List;

/**
 * Round a ring in one direction, in chunks, for large payloads. Two chunk trains run at once, each in a slot of its own, so
 * that a rank sends one while it waits for the other.
 *
 * <p>Order of sums: the sum of a part begins at the rank at the part's own position (all-reduce; one place further for
 * reduce-scatter) and goes on to the next position and so on, rounded to the type at each hop.
 */
final class Ring {
    private final ProgramBuilder program;
    private final Reach reach;
    private final int world;
    private final int at;
    private final int next;
    private final int previous;

    private Ring(Reach reach, int rank) {
        this.reach = reach;
        world = reach.world();
        at = reach.positionOf(rank);
        next = reach.at(at + 1);
        previous = reach.at(at - 1);
        program = new ProgramBuilder(world);
    }

    static Program program(Collective collective, Reach reach, int rank, int root) {
        Ring ring = new Ring(reach, rank);
        int parts = switch (collective) {
            case ALL_REDUCE -> ring.allReduce();
            case REDUCE_SCATTER -> ring.reduceScatter();
            case BROADCAST -> ring.broadcast(root);
            default -> ring.allGather();
        };
        return new Program(ScheduleKind.RING, collective, rank, ring.world, root, parts, ring.program.done());
    }

    private int allGather() {
        for (int train = 0; train < 2; train++) {
            pass(Piece.raw(reach.at(at), train));
        }
        program.own();
        for (int hop = 1; hop < world; hop++) {
            for (int train = 0; train < 2; train++) {
                Piece piece = Piece.raw(reach.at(at - hop), train);
                program.receiveOneWay(previous, List.of(piece), Action.COPY);
                if (hop < world - 1) {
                    pass(piece);
                }
            }
        }
        return 2;
    }

    /** Part p of the first train and part N + p of the second begin at position p; both end, summed, one place before it. */
    private int allReduce() {
        for (int train = 0; train < 2; train++) {
            pass(sum(at, 0, train));
        }
        for (int hop = 1; hop < 2 * world - 1; hop++) {
            for (int train = 0; train < 2; train++) {
                Piece piece = sum(at - hop, Math.min(hop, world - 1), train);
                // The last summing hop completes a part; whatever comes after it is a finished part that only travels.
                boolean adds = hop < world;
                Piece arrives = adds ? sum(at - hop, hop - 1, train) : piece;
                program.receiveOneWay(previous, List.of(arrives), adds ? Action.ADD : Action.COPY);
                if (hop < 2 * world - 2) {
                    pass(piece);
                }
            }
        }
        return 2 * world;
    }

    /** The part that begins at a position, after some hops, as a piece. */
    private Piece sum(int begins, int hops, int train) {
        return new Piece(origins(begins, hops), Math.floorMod(begins, world) + train * world);
    }

    private int origins(int begins, int hops) {
        if (hops >= world - 1) {
            return everyone(world);
        }
        int origins = 0;
        for (int hop = 0; hop <= hops; hop++) {
            origins |= 1 << reach.at(begins + hop);
        }
        return origins;
    }

    /** A rank's own part begins one place after it, so that it ends, summed, where it belongs. */
    private int reduceScatter() {
        pass(ownPart(at - 1, 0));
        for (int hop = 1; hop < world; hop++) {
            program.receiveOneWay(previous, List.of(ownPart(at - 1 - hop, hop - 1)), Action.ADD);
            if (hop < world - 1) {
                pass(ownPart(at - 1 - hop, hop));
            }
        }
        return world;
    }

    private Piece ownPart(int position, int hops) {
        return new Piece(origins(position + 1, hops), reach.at(position));
    }

    private int broadcast(int root) {
        Piece block = Piece.raw(root, 0);
        int ahead = Math.floorMod(at - reach.positionOf(root), world);
        if (ahead > 0) {
            program.receiveOneWay(previous, List.of(block), Action.COPY);
        }
        if (ahead < world - 1) {
            pass(block);
        }
        if (ahead == 0) {
            program.own();
        }
        return 1;
    }

    private void pass(Piece piece) {
        program.stage(List.of(piece));
        program.sendOneWay(next);
    }
}
