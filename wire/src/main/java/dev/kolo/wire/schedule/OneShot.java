package dev.kolo.wire.schedule;

import static dev.kolo.wire.schedule.Schedules.block;

import dev.kolo.wire.schedule.Instruction.Action;

/** One round: every rank stages its block once and sends it to each peer. Sums are taken by everyone, in rank order. */
final class OneShot {
    private OneShot() {}

    static Program program(Collective collective, int world, int rank, int root) {
        ProgramBuilder program = new ProgramBuilder(world);
        if (collective == Collective.BROADCAST) {
            broadcast(program, world, rank, root);
        } else {
            boolean reduces = collective == Collective.ALL_REDUCE;
            program.stage(block(rank, 1));
            // Each rank begins with its next one, so that they do not all write to rank 0 first.
            for (int i = 1; i < world; i++) {
                program.send((rank + i) % world);
            }
            if (!reduces) {
                program.own();
            }
            for (int i = 1; i < world; i++) {
                int peer = (rank + i) % world;
                program.receive(peer, block(peer, 1), reduces ? Action.KEEP : Action.COPY);
            }
            if (reduces) {
                program.reduce(0, 1);
            }
        }
        return new Program(ScheduleKind.ONE_SHOT, collective, rank, world, root, 1, program.done());
    }

    private static void broadcast(ProgramBuilder program, int world, int rank, int root) {
        if (rank != root) {
            program.receiveOneWay(root, block(root, 1), Action.COPY);
            return;
        }
        program.stage(block(root, 1));
        for (int i = 1; i < world; i++) {
            program.sendOneWay((root + i) % world);
        }
        program.own();
    }

    static Program pairExchange(Reach reach, int rank, int partner) {
        if (partner >= 0 && !reach.joins(rank, partner)) {
            throw new IllegalArgumentException("rank " + rank + " has no lane to rank " + partner
                    + ", so they cannot exchange directly; its peers are " + reach.peersOf(rank));
        }
        ProgramBuilder program = new ProgramBuilder(reach.world());
        if (partner >= 0) {
            program.stage(block(rank, 1));
            program.send(partner);
            program.receive(partner, block(partner, 1), Action.COPY);
        }
        return new Program(
                ScheduleKind.ONE_SHOT, Collective.PAIR_EXCHANGE, rank, reach.world(), partner, 1, program.done());
    }
}
