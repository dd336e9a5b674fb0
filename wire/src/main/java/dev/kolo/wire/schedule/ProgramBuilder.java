package dev.kolo.wire.schedule;

import dev.kolo.wire.schedule.Instruction.Action;
import dev.kolo.wire.schedule.Instruction.Own;
import dev.kolo.wire.schedule.Instruction.Receive;
import dev.kolo.wire.schedule.Instruction.Reduce;
import dev.kolo.wire.schedule.Instruction.Send;
import dev.kolo.wire.schedule.Instruction.Stage;
import java.util.ArrayList;
import java.util.List;

/** Writes a rank's program and counts the steps of its links, so that both ends number them alike. */
final class ProgramBuilder {
    /** A later flag of the peer shows that it consumed all before; where none comes back, its credit does. */
    private static final List<Proof> SLOT_PROOFS = List.of(Proof.LATER_FLAG, Proof.CREDIT);

    /**
     * The same; and a completion, where the NIC moves the bytes: the link may not be used again before this slot is (matchings
     * take each link once an operation). Where peers read the slot themselves a credit follows each read.
     */
    private static final List<Proof> STAGE_PROOFS = List.of(Proof.LATER_FLAG, Proof.CREDIT, Proof.COMPLETION);

    private final List<Instruction> instructions = new ArrayList<>();
    private final int[] steps;
    private List<Piece> staged = List.of();

    ProgramBuilder(int world) {
        steps = new int[world];
    }

    void stage(List<Piece> pieces) {
        staged = List.copyOf(pieces);
        instructions.add(new Stage(staged));
    }

    /** Sends all of the last stage; {@link #receive} from the same peer ends the step. */
    void send(int peer) {
        send(peer, 0, staged.size());
    }

    void send(int peer, int first, int count) {
        instructions.add(new Send(peer, steps[peer], first, count, false, SLOT_PROOFS, STAGE_PROOFS));
    }

    void sendOneWay(int peer) {
        instructions.add(new Send(peer, steps[peer]++, 0, staged.size(), true, SLOT_PROOFS, STAGE_PROOFS));
    }

    void receive(int peer, List<Piece> pieces, Action action) {
        instructions.add(new Receive(peer, steps[peer]++, pieces, action, false));
    }

    void receiveOneWay(int peer, List<Piece> pieces, Action action) {
        instructions.add(new Receive(peer, steps[peer]++, pieces, action, true));
    }

    void own() {
        instructions.add(new Own());
    }

    void reduce(int firstPart, int parts) {
        instructions.add(new Reduce(firstPart, parts));
    }

    List<Instruction> done() {
        return List.copyOf(instructions);
    }
}
