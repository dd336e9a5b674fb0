package dev.kolo.wire.schedule.proof;

import dev.kolo.wire.schedule.Piece;
import dev.kolo.wire.schedule.Proof;
import java.util.List;

/**
 * One step's payload in one direction.
 *
 * @param from sender
 * @param to receiver
 * @param step the link's step, from 2
 * @param pieces what it carries
 * @param stage the sender's how manieth stage it carries, from 0
 * @param oneWay whether the receiver owes a credit for it
 * @param slotProofs what lets it be posted into the receiver's slot
 * @param stageProofs what lets its stage be written again
 * @param before the message that used the receiver's slot before, −1 when none
 * @param earlier the message before it in the same direction, −1 when none
 */
record Message(
        int from,
        int to,
        int step,
        List<Piece> pieces,
        int stage,
        boolean oneWay,
        List<Proof> slotProofs,
        List<Proof> stageProofs,
        int before,
        int earlier) {
    @Override
    public String toString() {
        return "step " + step + " from rank " + from + " to rank " + to;
    }
}
