package dev.kolo.wire.schedule.proof;

import dev.kolo.wire.schedule.Instruction;
import dev.kolo.wire.schedule.Instruction.Action;
import dev.kolo.wire.schedule.Instruction.Receive;
import dev.kolo.wire.schedule.Piece;
import dev.kolo.wire.schedule.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which pieces a rank holds during one operation, each with the order in which its sum was taken: raw bytes of rank 2 have the
 * order [2]. Orders must be equal on all ranks in the end, or their bits are not.
 */
final class Holdings {
    private final Program program;
    private final Map<Piece, List<Integer>> orders = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    Holdings(Program program) {
        this.program = program;
        for (int part = 0; part < program.parts(); part++) {
            orders.put(Piece.raw(program.rank(), part), List.of(program.rank()));
        }
    }

    /** What the rank sends: for each piece of the stage its order. */
    List<List<Integer>> staged(List<Piece> pieces) {
        return pieces.stream().map(this::order).toList();
    }

    void receive(Receive receive, List<List<Integer>> sent) {
        for (int i = 0; i < receive.pieces().size(); i++) {
            Piece piece = receive.pieces().get(i);
            if (receive.action() != Action.ADD) {
                orders.put(piece, sent.get(i));
                continue;
            }
            if ((piece.origins() & (1 << program.rank())) != 0) {
                faults.add("adds its own bytes to a sum that has them: " + piece);
            }
            List<Integer> order = new ArrayList<>(sent.get(i));
            order.add(program.rank());
            orders.put(new Piece(piece.origins() | 1 << program.rank(), piece.part()), List.copyOf(order));
        }
    }

    void reduce(Instruction.Reduce reduce) {
        int everyone = (1 << program.world()) - 1;
        for (int part = reduce.firstPart(); part < reduce.firstPart() + reduce.parts(); part++) {
            for (int rank = 0; rank < program.world(); rank++) {
                order(Piece.raw(rank, part));
            }
            orders.put(
                    new Piece(everyone, part),
                    IntStream.range(0, program.world()).boxed().toList());
        }
    }

    private List<Integer> order(Piece piece) {
        List<Integer> order = orders.get(piece);
        if (order == null) {
            faults.add("uses " + piece + ", which it does not hold");
            return List.of();
        }
        return order;
    }

    /** What the collective owes this rank, piece by piece with its order. */
    Map<Piece, List<Integer>> result() {
        int world = program.world();
        int everyone = (1 << world) - 1;
        Map<Piece, List<Integer>> result = new HashMap<>();
        for (int part = 0; part < program.parts(); part++) {
            switch (program.collective()) {
                case ALL_REDUCE -> owe(result, new Piece(everyone, part));
                case REDUCE_SCATTER -> {
                    if (part == program.rank()) {
                        owe(result, new Piece(everyone, part));
                    }
                }
                case BROADCAST -> owe(result, Piece.raw(program.root(), part));
                case PAIR_EXCHANGE -> {
                    if (program.root() >= 0) {
                        owe(result, Piece.raw(program.root(), part));
                    }
                }
                case ALL_GATHER, BARRIER -> {
                    for (int rank = 0; rank < world; rank++) {
                        owe(result, Piece.raw(rank, part));
                    }
                }
            }
        }
        return result;
    }

    private void owe(Map<Piece, List<Integer>> result, Piece piece) {
        List<Integer> order = orders.get(piece);
        if (order == null) {
            faults.add("ends without " + piece);
        } else {
            result.put(piece, order);
        }
    }

    List<String> faults() {
        return faults;
    }
}
