package dev.kolo.wire.collective;

import dev.kolo.wire.schedule.Instruction;
import dev.kolo.wire.schedule.Instruction.Action;
import dev.kolo.wire.schedule.Piece;
import dev.kolo.wire.schedule.Program;
import java.util.ArrayList;
import java.util.List;

/** A program as arrays of numbers, which the runner reads without allocating. */
final class CompiledProgram {
    static final int STAGE = 0;
    static final int SEND = 1;
    static final int COPY = 2;
    static final int KEEP = 3;
    static final int ADD = 4;
    static final int OWN = 5;
    static final int REDUCE = 6;

    final Program program;
    final int length;
    final int parts;
    final int[] code;
    final int[] peer;
    final int[] step;
    /** SEND: first piece of the stage; REDUCE: first part. */
    final int[] first;
    /** SEND: how many pieces; REDUCE: how many parts. */
    final int[] count;

    final boolean[] oneWay;
    /** STAGE and receives: first of its pieces in {@link #pieces}. */
    final int[] piecesFrom;

    final int[] piecesTo;
    final int[] pieces;
    final int[] stepsWith;
    final int mostPieces;
    /** Whether the first stage is the own block as it lies in memory, so that a caller may fill the slot itself. */
    final boolean startsWithOwnBlock;

    final long windowBytes;

    CompiledProgram(Program program, long slotBytes) {
        this.program = program;
        windowBytes = program.windowBytes(slotBytes);
        List<Instruction> instructions = program.instructions();
        length = instructions.size();
        parts = program.parts();
        code = new int[length];
        peer = new int[length];
        step = new int[length];
        first = new int[length];
        count = new int[length];
        oneWay = new boolean[length];
        piecesFrom = new int[length];
        piecesTo = new int[length];
        List<Integer> all = new ArrayList<>();
        int most = 0;
        for (int i = 0; i < length; i++) {
            piecesFrom[i] = all.size();
            compile(i, instructions.get(i), all);
            piecesTo[i] = all.size();
            most = Math.max(most, piecesTo[i] - piecesFrom[i]);
        }
        mostPieces = most;
        pieces = all.stream().mapToInt(Integer::intValue).toArray();
        stepsWith = new int[program.world()];
        for (int rank = 0; rank < program.world(); rank++) {
            stepsWith[rank] = program.stepsWith(rank);
        }
        startsWithOwnBlock = length > 0 && code[0] == STAGE && isOwnBlock();
    }

    private void compile(int i, Instruction instruction, List<Integer> all) {
        switch (instruction) {
            case Instruction.Stage stage -> {
                code[i] = STAGE;
                stage.pieces().forEach(p -> all.add(encode(p)));
            }
            case Instruction.Send send -> {
                code[i] = SEND;
                peer[i] = send.peer();
                step[i] = send.step();
                first[i] = send.first();
                count[i] = send.count();
                oneWay[i] = send.oneWay();
            }
            case Instruction.Receive receive -> {
                code[i] = receive.action() == Action.COPY ? COPY : receive.action() == Action.KEEP ? KEEP : ADD;
                peer[i] = receive.peer();
                step[i] = receive.step();
                oneWay[i] = receive.oneWay();
                receive.pieces().forEach(p -> all.add(encode(p)));
            }
            case Instruction.Own own -> code[i] = OWN;
            case Instruction.Reduce reduce -> {
                code[i] = REDUCE;
                first[i] = reduce.firstPart();
                count[i] = reduce.parts();
            }
        }
    }

    private int encode(Piece piece) {
        int everyone = (1 << program.world()) - 1;
        int origin = Integer.numberOfTrailingZeros(piece.origins());
        int kind;
        if (piece.origins() == everyone) {
            kind = Places.FULL;
        } else if (!piece.isRaw()) {
            kind = Places.PARTIAL;
        } else {
            kind = origin == program.rank() ? Places.OWN : Places.OTHER;
        }
        return Places.encode(kind, origin, piece.part());
    }

    private boolean isOwnBlock() {
        if (piecesTo[0] - piecesFrom[0] != parts) {
            return false;
        }
        for (int part = 0; part < parts; part++) {
            int piece = pieces[piecesFrom[0] + part];
            if (Places.kindOf(piece) != Places.OWN || Places.partOf(piece) != part) {
                return false;
            }
        }
        return true;
    }
}
