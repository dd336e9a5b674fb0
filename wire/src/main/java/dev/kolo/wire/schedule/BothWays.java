package dev.kolo.wire.schedule;

import static dev.kolo.wire.schedule.Schedules.block;
import static dev.kolo.wire.schedule.Schedules.both;

import dev.kolo.wire.schedule.Instruction.Action;
import java.util.List;

/**
 * Round a ring in both directions at once, ⌈(N−1)/2⌉ rounds. In round t a rank takes the block of the rank t places away on
 * either side; of an even ring's opposite block one half comes from each side. Raw blocks travel, so sums are in rank order.
 */
final class BothWays {
    private final ProgramBuilder program;
    private final Reach reach;
    private final int world;
    private final int at;
    private final int parts;

    private BothWays(Collective collective, Reach reach, int rank) {
        this.reach = reach;
        world = reach.world();
        at = reach.positionOf(rank);
        program = new ProgramBuilder(world);
        if (collective == Collective.REDUCE_SCATTER) {
            parts = world;
        } else {
            parts = world % 2 == 0 && collective != Collective.BROADCAST ? 2 : 1;
        }
    }

    static Program program(Collective collective, Reach reach, int rank, int root) {
        BothWays ring = new BothWays(collective, reach, rank);
        switch (collective) {
            case BROADCAST -> ring.broadcast(root);
            case ALL_REDUCE -> {
                ring.gather();
                ring.program.reduce(0, ring.parts);
            }
            case REDUCE_SCATTER -> {
                ring.gather();
                ring.program.reduce(rank, 1);
            }
            default -> {
                ring.gather();
                ring.program.own();
            }
        }
        return new Program(ScheduleKind.BOTH_WAYS, collective, rank, ring.world, root, ring.parts, ring.program.done());
    }

    private void gather() {
        int right = reach.at(at + 1);
        int left = reach.at(at - 1);
        for (int round = 1; round <= world / 2; round++) {
            boolean halves = 2 * round == world;
            List<Piece> toRight = half(at - round + 1, halves, 0);
            List<Piece> toLeft = half(at + round - 1, halves, 1);
            if (round == 1 && !halves) {
                program.stage(toRight);
                program.send(right);
                program.send(left);
            } else {
                program.stage(both(toRight, toLeft));
                program.send(right, 0, toRight.size());
                program.send(left, toRight.size(), toLeft.size());
            }
            program.receive(left, half(at - round, halves, 0), Action.COPY);
            program.receive(right, half(at + round, halves, 1), Action.COPY);
        }
    }

    private List<Piece> half(int position, boolean halves, int which) {
        int origin = reach.at(position);
        int middle = parts / 2;
        if (!halves) {
            return block(origin, parts);
        }
        return which == 0 ? block(origin, 0, middle) : block(origin, middle, parts);
    }

    private void broadcast(int root) {
        int ahead = Math.floorMod(at - reach.positionOf(root), world);
        int lastAhead = world / 2;
        List<Piece> block = block(root, 1);
        if (ahead == 0) {
            program.stage(block);
            program.sendOneWay(reach.at(at + 1));
            program.sendOneWay(reach.at(at - 1));
            program.own();
        } else if (ahead <= lastAhead) {
            forward(reach.at(at - 1), reach.at(at + 1), block, ahead < lastAhead);
        } else {
            forward(reach.at(at + 1), reach.at(at - 1), block, ahead > lastAhead + 1);
        }
    }

    private void forward(int from, int to, List<Piece> block, boolean goesOn) {
        program.receiveOneWay(from, block, Action.COPY);
        if (goesOn) {
            program.stage(block);
            program.sendOneWay(to);
        }
    }
}
