package dev.kolo.wire.schedule;

import java.util.List;

/** One instruction of a rank's program. They start in order; only a send may still be under way when the next one starts. */
public sealed interface Instruction {
    /**
     * Takes the next send slot, waits until it is writable, and copies pieces into it one after the other.
     *
     * @param pieces what to copy
     */
    record Stage(List<Piece> pieces) implements Instruction {
        public Stage {
            pieces = List.copyOf(pieces);
        }
    }

    /**
     * Sends pieces of the last stage to a peer, then the flag.
     *
     * @param peer to whom
     * @param step the step of the link, counted from 0 in this program
     * @param first index of the first piece in the stage
     * @param count how many pieces, which follow each other in the stage
     * @param oneWay whether nothing comes back in this step
     * @param slotProofs what shows that the peer's receive slot may be written; any of them is enough
     * @param stageProofs what will show that this send slot may be written again; any of them is enough
     */
    record Send(
            int peer, int step, int first, int count, boolean oneWay, List<Proof> slotProofs, List<Proof> stageProofs)
            implements Instruction {
        public Send {
            slotProofs = List.copyOf(slotProofs);
            stageProofs = List.copyOf(stageProofs);
        }
    }

    /**
     * Waits for a peer's flag and takes its payload.
     *
     * @param peer from whom
     * @param step the step of the link, counted from 0 in this program
     * @param pieces what the payload is made of, in order
     * @param action what to do with it
     * @param oneWay whether nothing goes back in this step, so that a credit does
     */
    record Receive(int peer, int step, List<Piece> pieces, Action action, boolean oneWay) implements Instruction {
        public Receive {
            pieces = List.copyOf(pieces);
        }
    }

    /** Copies the own contribution to its place in the output. */
    record Own() implements Instruction {}

    /**
     * Sums (or takes the greatest or least of) all ranks' raw pieces of some parts, in rank order; then everything kept is
     * consumed.
     *
     * @param firstPart first part
     * @param parts how many
     */
    record Reduce(int firstPart, int parts) implements Instruction {}

    /** What becomes of a payload. */
    enum Action {
        /** Copy each piece to its place; then it is consumed. */
        COPY,
        /** Leave it where it arrived, until {@link Reduce} or, for a view, until the next operation. */
        KEEP,
        /** Add the own raw piece to it and put the sum in its place; then it is consumed. */
        ADD
    }
}
