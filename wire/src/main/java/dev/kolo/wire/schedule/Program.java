package dev.kolo.wire.schedule;

import dev.kolo.wire.layout.Split;
import dev.kolo.wire.schedule.Instruction.Stage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one rank does for one collective under one schedule, for one window of bytes.
 *
 * @param kind the schedule
 * @param collective the collective
 * @param rank whose program
 * @param world number of ranks
 * @param root the root of a broadcast, the partner of a pair exchange, otherwise −1
 * @param parts how many parts a block is divided into
 * @param instructions in order
 */
public record Program(
        ScheduleKind kind,
        Collective collective,
        int rank,
        int world,
        int root,
        int parts,
        List<Instruction> instructions) {
    public Program {
        instructions = List.copyOf(instructions);
    }

    /**
     * The largest window of a block (of a vector, for all-reduce; of each rank's block, for reduce-scatter) such that what is
     * staged at once fits into a slot. Longer data takes several windows, one after the other.
     *
     * @return bytes, a multiple of 16
     */
    public long windowBytes(long slotBytes) {
        long window = Long.MAX_VALUE;
        for (Instruction instruction : instructions) {
            if (instruction instanceof Stage stage) {
                window = Math.min(window, windowBytes(stage, slotBytes));
            }
        }
        return window == Long.MAX_VALUE ? whole(slotBytes) : window;
    }

    private long windowBytes(Stage stage, long slotBytes) {
        int count = stage.pieces().size();
        if (collective == Collective.REDUCE_SCATTER) {
            return whole(slotBytes / count);
        }
        Map<Integer, Set<Integer>> partsOf = new HashMap<>();
        stage.pieces()
                .forEach(p -> partsOf.computeIfAbsent(p.origins(), o -> new HashSet<>())
                        .add(p.part()));
        boolean wholeBlocks = partsOf.values().stream().allMatch(seen -> seen.size() == parts);
        return wholeBlocks ? whole(slotBytes / partsOf.size()) : whole(slotBytes / count) * parts;
    }

    private static long whole(long bytes) {
        return bytes / Split.PACK_BYTES * Split.PACK_BYTES;
    }

    /** How many steps this program takes on the link to a peer. */
    public int stepsWith(int peer) {
        int steps = 0;
        for (Instruction instruction : instructions) {
            if (instruction instanceof Instruction.Send send && send.peer() == peer) {
                steps = Math.max(steps, send.step() + 1);
            } else if (instruction instanceof Instruction.Receive receive && receive.peer() == peer) {
                steps = Math.max(steps, receive.step() + 1);
            }
        }
        return steps;
    }
}
