package dev.kolo.wire.schedule;

import static dev.kolo.wire.schedule.Schedules.block;
import static dev.kolo.wire.schedule.Schedules.both;

import dev.kolo.wire.schedule.Instruction.Action;

/**
 * A ring of four without relays in two rounds, each rank busy with one neighbour at a time: positions 0-1 and 2-3, then 1-2
 * and 3-0 with both blocks. Raw blocks travel, so sums are in rank order.
 */
final class Matchings {
    private Matchings() {}

    static Program program(Collective collective, Reach reach, int rank) {
        int at = reach.positionOf(rank);
        int first = reach.at(at ^ 1);
        int second = reach.at(3 - at);
        int behindSecond = reach.at((3 - at) ^ 1);
        int parts = collective == Collective.REDUCE_SCATTER ? 4 : 1;
        ProgramBuilder program = new ProgramBuilder(4);
        program.stage(block(rank, parts));
        program.send(first);
        program.receive(first, block(first, parts), Action.COPY);
        program.stage(both(block(rank, parts), block(first, parts)));
        program.send(second);
        program.receive(second, both(block(second, parts), block(behindSecond, parts)), Action.COPY);
        switch (collective) {
            case ALL_REDUCE -> program.reduce(0, parts);
            case REDUCE_SCATTER -> program.reduce(rank, 1);
            default -> program.own();
        }
        return new Program(ScheduleKind.MATCHINGS, collective, rank, 4, -1, parts, program.done());
    }
}
