package dev.kolo.wire.schedule.proof;

import dev.kolo.wire.schedule.Instruction;
import dev.kolo.wire.schedule.Instruction.Action;
import dev.kolo.wire.schedule.Instruction.Receive;
import dev.kolo.wire.schedule.Proof;
import dev.kolo.wire.schedule.proof.Script.Act;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A script being played: which events can happen in a state, and what each does. Events are: a rank's next act, the posting of
 * a message, and its delivery on one lane. A NIC may read a message's stage at any moment from posting to delivery.
 *
 * <p>Nothing that can happen is ever prevented by something else that happens: guards only become true. So whatever order the
 * events take, the same events happen in the end, and "could the stage be written before this message is delivered" is the
 * question whether it is written when this message is never delivered.
 */
final class Play {
    private static final int[] NOTHING = {};

    private final Script script;
    private final boolean announces;
    private final int lanes;
    private final int[] at;
    private final int[] stagesDone;
    private final boolean[] queued;
    private final boolean[] posted;
    private final int[] delivered;
    private final boolean[] accepted;
    private final boolean[] consumed;
    /** By direction: the highest step accepted, how many messages are posted, and, by lane, delivered. */
    private final int[] acceptedStep;

    /** By direction: what the receiver's credit word says. */
    private final int[] creditStep;

    private final int[] postedCount;
    private final int[] deliveredCount;
    final List<String> violations = new ArrayList<>();

    Play(Script script, boolean announces, int lanes) {
        this.script = script;
        this.announces = announces;
        this.lanes = lanes;
        int messages = script.messageCount();
        at = new int[script.world];
        stagesDone = new int[script.world];
        queued = new boolean[messages];
        posted = new boolean[messages];
        delivered = new int[messages];
        accepted = new boolean[messages];
        consumed = new boolean[messages];
        acceptedStep = new int[script.directionCount()];
        creditStep = new int[script.directionCount()];
        postedCount = new int[script.directionCount()];
        deliveredCount = new int[script.directionCount() * lanes];
    }

    /** A copy that goes its own way. */
    Play copy() {
        Play copy = new Play(script, announces, lanes);
        System.arraycopy(at, 0, copy.at, 0, at.length);
        System.arraycopy(stagesDone, 0, copy.stagesDone, 0, at.length);
        System.arraycopy(queued, 0, copy.queued, 0, queued.length);
        System.arraycopy(posted, 0, copy.posted, 0, posted.length);
        System.arraycopy(delivered, 0, copy.delivered, 0, delivered.length);
        System.arraycopy(accepted, 0, copy.accepted, 0, accepted.length);
        System.arraycopy(consumed, 0, copy.consumed, 0, consumed.length);
        System.arraycopy(acceptedStep, 0, copy.acceptedStep, 0, acceptedStep.length);
        System.arraycopy(creditStep, 0, copy.creditStep, 0, creditStep.length);
        System.arraycopy(postedCount, 0, copy.postedCount, 0, postedCount.length);
        System.arraycopy(deliveredCount, 0, copy.deliveredCount, 0, deliveredCount.length);
        return copy;
    }

    /** The state as a value, for sets of states. */
    List<Integer> state() {
        List<Integer> state = new ArrayList<>();
        for (int place : at) {
            state.add(place);
        }
        for (int m = 0; m < posted.length; m++) {
            state.add((posted[m] ? 1 : 0) | (queued[m] ? 2 : 0) | delivered[m] << 2);
        }
        return state;
    }

    boolean finished() {
        for (int rank = 0; rank < script.world; rank++) {
            if (at[rank] < script.length(rank)) {
                return false;
            }
        }
        return true;
    }

    int placeOf(int rank) {
        return at[rank];
    }

    // A rank's next act

    boolean canAct(int rank) {
        if (at[rank] == script.length(rank)) {
            return false;
        }
        Act act = script.act(rank, at[rank]);
        return switch (act.instruction()) {
            case Instruction.Stage stage -> stageIsFree(rank);
            case Instruction.Send send -> {
                int earlier = script.message(act.message()).earlier();
                yield earlier < 0 || posted[earlier];
            }
            case Receive receive -> act.message() >= 0 && deliveredEverywhere(act.message());
            default -> true;
        };
    }

    void act(int rank) {
        Act act = script.act(rank, at[rank]++);
        switch (act.instruction()) {
            case Instruction.Stage stage -> stage(rank);
            case Instruction.Send send -> send(act.message());
            case Receive receive -> {
                Message message = script.message(act.message());
                accepted[act.message()] = true;
                acceptedStep[message.from() * script.world + message.to()] = message.step();
                if (receive.action() != Action.KEEP) {
                    consume(act.message());
                }
            }
            case Instruction.Reduce reduce -> consumeKept(rank);
            case Instruction.Own own -> {}
        }
    }

    /** A credit word says up to which step everything is consumed. */
    private void consume(int m) {
        consumed[m] = true;
        Message message = script.message(m);
        if (!message.oneWay() && !announces) {
            return;
        }
        int direction = message.from() * script.world + message.to();
        for (int earlier : script.direction(direction)) {
            if (earlier == m) {
                break;
            }
            if (!consumed[earlier]) {
                violations.add("the credit for " + message + " says more than is consumed");
            }
        }
        creditStep[direction] = message.step();
    }

    private void consumeKept(int rank) {
        for (int from = 0; from < script.world; from++) {
            for (int m : script.direction(from * script.world + rank)) {
                if (accepted[m] && !consumed[m]) {
                    consume(m);
                }
            }
        }
    }

    /** The messages that carry what now lies in the slot which the rank's next stage takes. */
    private int[] inSlotOfNextStage(int rank) {
        int stage = stagesDone[rank] - 2;
        return stage < 0 ? NOTHING : script.ofStage(rank, stage);
    }

    /** The guard that the engine keeps: any of the stated proofs, for every message of the slot's last use. */
    private boolean stageIsFree(int rank) {
        for (int m : inSlotOfNextStage(rank)) {
            Message message = script.message(m);
            if (!(queued[m] && proven(message, m, message.stageProofs()))) {
                return false;
            }
        }
        return true;
    }

    private void stage(int rank) {
        for (int m : inSlotOfNextStage(rank)) {
            boolean mayStillBeRead = announces ? !consumed[m] : !deliveredEverywhere(m);
            if (mayStillBeRead) {
                violations.add("rank " + rank + " writes a send slot that may still be read for " + script.message(m));
            }
        }
        stagesDone[rank]++;
    }

    private void send(int m) {
        Message message = script.message(m);
        for (int other : script.direction(message.to() * script.world + message.from())) {
            Message incoming = script.message(other);
            if (incoming.step() >= message.step()) {
                break;
            }
            if (!consumed[other]) {
                violations.add(message + " is sent before " + incoming + " is consumed, so its flag proves too much");
            }
        }
        queued[m] = true;
    }

    // Posting

    private boolean canPost(int m) {
        int before = script.message(m).before();
        return queued[m]
                && !posted[m]
                && (before < 0
                        || proven(
                                script.message(before),
                                before,
                                script.message(m).slotProofs()));
    }

    void post(int m) {
        int before = script.message(m).before();
        if (before >= 0 && !consumed[before]) {
            violations.add(script.message(m) + " may overwrite " + script.message(before) + ", which is not consumed");
        }
        Message message = script.message(m);
        postedCount[message.from() * script.world + message.to()]++;
        posted[m] = true;
    }

    /** Whether a message's sender holds one of the proofs about it; no stated proof at all means that nobody waits. */
    private boolean proven(Message message, int m, List<Proof> proofs) {
        if (proofs.isEmpty()) {
            return true;
        }
        for (int i = 0; i < proofs.size(); i++) {
            boolean held = switch (proofs.get(i)) {
                case LATER_FLAG -> laterFlagAccepted(message);
                case CREDIT -> creditStep[message.from() * script.world + message.to()] >= message.step();
                case COMPLETION -> !announces && deliveredEverywhere(m);
            };
            if (held) {
                return true;
            }
        }
        return false;
    }

    private boolean laterFlagAccepted(Message message) {
        return acceptedStep[message.to() * script.world + message.from()] > message.step();
    }

    /** The message of a direction that is posted next, −1 when none can be. */
    int nextToPost(int direction) {
        int[] messages = script.direction(direction);
        int next = postedCount[direction];
        return next < messages.length && canPost(messages[next]) ? messages[next] : -1;
    }

    // Delivery

    /** The message of a direction that a lane delivers next, −1 when none can be: a lane keeps its order. */
    int nextToDeliver(int direction, int lane) {
        int next = deliveredCount[direction * lanes + lane];
        return next < postedCount[direction] ? script.direction(direction)[next] : -1;
    }

    void deliver(int direction, int lane) {
        int next = deliveredCount[direction * lanes + lane]++;
        delivered[script.direction(direction)[next]] |= 1 << lane;
    }

    private boolean deliveredEverywhere(int m) {
        return delivered[m] == (1 << lanes) - 1;
    }

    @Override
    public String toString() {
        return "ranks at " + Arrays.toString(at);
    }
}
