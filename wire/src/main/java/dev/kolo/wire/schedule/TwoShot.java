package dev.kolo.wire.schedule;

import static dev.kolo.wire.schedule.Schedules.block;
import static dev.kolo.wire.schedule.Schedules.everyone;

import dev.kolo.wire.schedule.Instruction.Action;
import java.util.List;

/**
 * Two rounds between all pairs: each rank gets everyone's raw part of its number and sums it in rank order, then all gather
 * the sums. A reduce-scatter is the first round alone.
 */
final class TwoShot {
    private TwoShot() {}

    static Program program(Collective collective, int world, int rank) {
        ProgramBuilder program = new ProgramBuilder(world);
        program.stage(block(rank, world));
        for (int i = 1; i < world; i++) {
            int peer = (rank + i) % world;
            program.send(peer, peer, 1);
        }
        for (int i = 1; i < world; i++) {
            int peer = (rank + i) % world;
            program.receive(peer, List.of(Piece.raw(peer, rank)), Action.KEEP);
        }
        program.reduce(rank, 1);
        if (collective == Collective.ALL_REDUCE) {
            program.stage(List.of(new Piece(everyone(world), rank)));
            for (int i = 1; i < world; i++) {
                program.send((rank + i) % world);
            }
            for (int i = 1; i < world; i++) {
                int peer = (rank + i) % world;
                program.receive(peer, List.of(new Piece(everyone(world), peer)), Action.COPY);
            }
        }
        return new Program(ScheduleKind.TWO_SHOT, collective, rank, world, -1, world, program.done());
    }
}
