package dev.kolo.wire.schedule.proof;

import dev.kolo.wire.schedule.Instruction;
import dev.kolo.wire.schedule.Instruction.Receive;
import dev.kolo.wire.schedule.Instruction.Send;
import dev.kolo.wire.schedule.Instruction.Stage;
import dev.kolo.wire.schedule.Piece;
import dev.kolo.wire.schedule.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Several operations in a row, as all ranks run them: one list of acts a rank and all messages, matched by link and step.
 * What does not match is a fault of the schedule and is found here.
 */
final class Script {
    /** One act of a rank: an instruction, and the message that it sends or receives (−1: none). */
    record Act(Instruction instruction, int message) {}

    final int world;
    private final List<List<Act>> acts = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();
    final List<String> faults = new ArrayList<>();
    /** By sender × world + receiver: the messages in order. */
    private final List<List<Integer>> directions = new ArrayList<>();
    /** The directions that carry anything. */
    final int[] busy;
    /** By rank and stage: the messages that carry it. */
    private final List<List<List<Integer>>> ofStage = new ArrayList<>();

    private final Act[][] actArrays;
    private final Message[] messageArray;
    private final int[][] directionArrays;
    private final int[][][] stageArrays;
    private final Map<List<Integer>, Integer> byLinkAndStep = new HashMap<>();

    /**
     * Matches the programs of some operations.
     *
     * @param operations for each operation the program of each rank
     */
    Script(List<List<Program>> operations) {
        world = operations.getFirst().size();
        for (int direction = 0; direction < world * world; direction++) {
            directions.add(new ArrayList<>());
        }
        for (int rank = 0; rank < world; rank++) {
            ofStage.add(new ArrayList<>());
            addMessages(rank, operations);
        }
        for (int rank = 0; rank < world; rank++) {
            acts.add(actsOf(rank, operations));
        }
        for (List<Program> programs : operations) {
            checkSteps(programs);
        }
        // Arrays from here on: a proof plays a script some thousand times.
        actArrays = acts.stream().map(a -> a.toArray(Act[]::new)).toArray(Act[][]::new);
        messageArray = messages.toArray(Message[]::new);
        directionArrays = directions.stream().map(Script::ints).toArray(int[][]::new);
        stageArrays = ofStage.stream()
                .map(stages -> stages.stream().map(Script::ints).toArray(int[][]::new))
                .toArray(int[][][]::new);
        busy = IntStream.range(0, directionArrays.length)
                .filter(direction -> directionArrays[direction].length > 0)
                .toArray();
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    int length(int rank) {
        return actArrays[rank].length;
    }

    Act act(int rank, int place) {
        return actArrays[rank][place];
    }

    int messageCount() {
        return messageArray.length;
    }

    Message message(int number) {
        return messageArray[number];
    }

    int directionCount() {
        return directionArrays.length;
    }

    /** The messages of a direction (sender × world + receiver), in order. */
    int[] direction(int direction) {
        return directionArrays[direction];
    }

    /** The messages that carry a rank's stage. */
    int[] ofStage(int rank, int stage) {
        return stageArrays[rank][stage];
    }

    private void checkSteps(List<Program> programs) {
        for (int rank = 0; rank < world; rank++) {
            for (int peer = 0; peer < rank; peer++) {
                int here = programs.get(rank).stepsWith(peer);
                int there = programs.get(peer).stepsWith(rank);
                if (here != there) {
                    faults.add("ranks " + peer + " and " + rank + " count " + there + " and " + here
                            + " steps on their link");
                }
            }
        }
    }

    private void addMessages(int rank, List<List<Program>> operations) {
        int[] base = new int[world];
        Arrays.fill(base, 2);
        int stages = -1;
        Map<List<Integer>, Integer> inSlot = new HashMap<>();
        Map<Integer, Integer> onLink = new HashMap<>();
        for (List<Program> programs : operations) {
            Program program = programs.get(rank);
            List<Piece> staged = List.of();
            for (Instruction instruction : program.instructions()) {
                if (instruction instanceof Stage stage) {
                    stages++;
                    ofStage.get(rank).add(new ArrayList<>());
                    staged = stage.pieces();
                } else if (instruction instanceof Send send) {
                    int step = base[send.peer()] + send.step();
                    int number = messages.size();
                    int before = inSlot.getOrDefault(List.of(send.peer(), step & 1), -1);
                    int earlier = onLink.getOrDefault(send.peer(), -1);
                    messages.add(new Message(
                            rank,
                            send.peer(),
                            step,
                            staged.subList(send.first(), send.first() + send.count()),
                            stages,
                            send.oneWay(),
                            send.slotProofs(),
                            send.stageProofs(),
                            before,
                            earlier));
                    directions.get(rank * world + send.peer()).add(number);
                    ofStage.get(rank).get(stages).add(number);
                    inSlot.put(List.of(send.peer(), step & 1), number);
                    onLink.put(send.peer(), number);
                    byLinkAndStep.put(List.of(rank, send.peer(), step), number);
                }
            }
            for (int peer = 0; peer < world; peer++) {
                base[peer] += program.stepsWith(peer);
            }
        }
    }

    private List<Act> actsOf(int rank, List<List<Program>> operations) {
        List<Act> list = new ArrayList<>();
        int[] base = new int[world];
        Arrays.fill(base, 2);
        for (List<Program> programs : operations) {
            Program program = programs.get(rank);
            for (Instruction instruction : program.instructions()) {
                list.add(new Act(instruction, messageOf(rank, instruction, base)));
            }
            for (int peer = 0; peer < world; peer++) {
                base[peer] += program.stepsWith(peer);
            }
        }
        return List.copyOf(list);
    }

    private int messageOf(int rank, Instruction instruction, int[] base) {
        return switch (instruction) {
            case Send send ->
                byLinkAndStep.getOrDefault(List.of(rank, send.peer(), base[send.peer()] + send.step()), -1);
            case Receive receive -> {
                int step = base[receive.peer()] + receive.step();
                int number = byLinkAndStep.getOrDefault(List.of(receive.peer(), rank, step), -1);
                if (number < 0) {
                    faults.add("rank " + rank + " waits for step " + step + " of rank " + receive.peer()
                            + ", which does not send it");
                } else if (!messages.get(number).pieces().equals(receive.pieces())) {
                    faults.add("rank " + rank + " takes " + messages.get(number) + " for " + receive.pieces()
                            + ", and it carries " + messages.get(number).pieces());
                } else if (messages.get(number).oneWay() != receive.oneWay()) {
                    faults.add(messages.get(number) + " is one-way at one end only");
                }
                yield number;
            }
            default -> -1;
        };
    }
}
