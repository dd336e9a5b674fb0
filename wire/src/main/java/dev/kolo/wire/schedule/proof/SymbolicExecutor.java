package dev.kolo.wire.schedule.proof;

import dev.kolo.wire.schedule.Instruction;
import dev.kolo.wire.schedule.Instruction.Receive;
import dev.kolo.wire.schedule.Instruction.Send;
import dev.kolo.wire.schedule.Instruction.Stage;
import dev.kolo.wire.schedule.Piece;
import dev.kolo.wire.schedule.Program;
import dev.kolo.wire.schedule.proof.Script.Act;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Proves a sequence of operations: contents, progress, and that no buffer is written before its proof, under every legal delay.
 *
 * <p>{@link #prove} is exact and quick for any world: since guards only ever become true (see {@link Play}), each hazard is
 * decided by one run in which a single event (the delivery of one message on one lane, or one rank's next act) never happens
 * and everything else goes as far as it can. {@link #explore} does not use that argument: it visits every reachable state of
 * every interleaving, for small worlds, and so checks the reduction itself.
 */
public final class SymbolicExecutor {
    private SymbolicExecutor() {}

    /**
     * Tries every single delay without end.
     *
     * @param operations for each operation in a row the program of each rank
     * @param announces whether peers read send slots themselves
     * @param lanes lanes per peer
     * @return what is wrong, each in a sentence; empty when proven
     */
    public static List<String> prove(List<List<Program>> operations, boolean announces, int lanes) {
        Script script = new Script(operations);
        if (!script.faults.isEmpty()) {
            return List.copyOf(script.faults);
        }
        Play whole = new Play(script, announces, lanes);
        runToTheEnd(whole, script, lanes, -1, -1, -1, -1);
        Set<String> wrong = new LinkedHashSet<>(whole.violations);
        if (!whole.finished()) {
            wrong.add("nothing can happen any more, and not all are done: " + whole);
            return List.copyOf(wrong);
        }
        for (int m = 0; m < script.messageCount(); m++) {
            for (int lane = 0; lane < lanes; lane++) {
                Play play = new Play(script, announces, lanes);
                runToTheEnd(play, script, lanes, m, lane, -1, -1);
                wrong.addAll(play.violations);
            }
        }
        for (int rank = 0; rank < script.world; rank++) {
            for (int act = 0; act < script.length(rank); act++) {
                if (!consumes(script.act(rank, act))) {
                    continue;
                }
                Play play = new Play(script, announces, lanes);
                runToTheEnd(play, script, lanes, -1, -1, rank, act);
                wrong.addAll(play.violations);
            }
        }
        wrong.addAll(contents(operations));
        return List.copyOf(wrong);
    }

    /** Delays of other acts delay nothing that a buffer's safety rests on. */
    private static boolean consumes(Act act) {
        return act.instruction() instanceof Receive || act.instruction() instanceof Instruction.Reduce;
    }

    private static void runToTheEnd(
            Play play, Script script, int lanes, int lostMessage, int lostLane, int stoppedRank, int stoppedAt) {
        boolean more = true;
        while (more) {
            more = false;
            for (int rank = 0; rank < script.world; rank++) {
                while (play.canAct(rank) && !(rank == stoppedRank && play.placeOf(rank) == stoppedAt)) {
                    play.act(rank);
                    more = true;
                }
            }
            for (int direction : script.busy) {
                for (int m = play.nextToPost(direction); m >= 0; m = play.nextToPost(direction)) {
                    play.post(m);
                    more = true;
                }
                for (int lane = 0; lane < lanes; lane++) {
                    int m = play.nextToDeliver(direction, lane);
                    while (m >= 0 && !(m == lostMessage && lane == lostLane)) {
                        play.deliver(direction, lane);
                        more = true;
                        m = play.nextToDeliver(direction, lane);
                    }
                }
            }
        }
    }

    /** What one exhaustive search found. */
    public record Explored(long states, Optional<String> wrong) {}

    /**
     * Visits every state that any interleaving can reach.
     *
     * @param mostStates gives up beyond so many, saying so in {@code wrong}
     */
    public static Explored explore(List<List<Program>> operations, boolean announces, int lanes, long mostStates) {
        Script script = new Script(operations);
        if (!script.faults.isEmpty()) {
            return new Explored(0, Optional.of(script.faults.getFirst()));
        }
        Set<List<Integer>> seen = new HashSet<>();
        ArrayDeque<Play> open = new ArrayDeque<>();
        open.push(new Play(script, announces, lanes));
        while (!open.isEmpty()) {
            Play play = open.pop();
            if (!seen.add(play.state())) {
                continue;
            }
            if (seen.size() > mostStates) {
                return new Explored(seen.size(), Optional.of("more than " + mostStates + " states"));
            }
            List<Play> next = successors(play, script, lanes);
            for (Play after : next) {
                if (!after.violations.isEmpty()) {
                    return new Explored(seen.size(), Optional.of(after.violations.getFirst()));
                }
                open.push(after);
            }
            if (next.isEmpty() && !play.finished()) {
                return new Explored(seen.size(), Optional.of("nothing can happen any more: " + play));
            }
        }
        return new Explored(seen.size(), Optional.empty());
    }

    private static List<Play> successors(Play play, Script script, int lanes) {
        List<Play> next = new ArrayList<>();
        for (int rank = 0; rank < script.world; rank++) {
            if (play.canAct(rank)) {
                Play after = play.copy();
                after.act(rank);
                next.add(after);
            }
        }
        for (int direction : script.busy) {
            int m = play.nextToPost(direction);
            if (m >= 0) {
                Play after = play.copy();
                after.post(m);
                next.add(after);
            }
            for (int lane = 0; lane < lanes; lane++) {
                if (play.nextToDeliver(direction, lane) >= 0) {
                    Play after = play.copy();
                    after.deliver(direction, lane);
                    next.add(after);
                }
            }
        }
        return next;
    }

    /** Contents do not depend on the order of events, so one run in any legal order shows them. */
    private static List<String> contents(List<List<Program>> operations) {
        List<String> wrong = new ArrayList<>();
        for (List<Program> programs : operations) {
            List<Holdings> holdings = programs.stream().map(Holdings::new).toList();
            playContents(new Script(List.of(programs)), holdings);
            Map<Piece, List<Integer>> agreed = new HashMap<>();
            for (int rank = 0; rank < programs.size(); rank++) {
                for (var piece : holdings.get(rank).result().entrySet()) {
                    List<Integer> order = agreed.putIfAbsent(piece.getKey(), piece.getValue());
                    if (order != null && !order.equals(piece.getValue())) {
                        wrong.add("rank " + rank + " sums " + piece.getKey() + " in the order " + piece.getValue()
                                + ", another rank in " + order);
                    }
                }
                for (String fault : holdings.get(rank).faults()) {
                    wrong.add("rank " + rank + " " + fault);
                }
            }
        }
        return wrong;
    }

    private static void playContents(Script script, List<Holdings> holdings) {
        Map<Integer, List<List<Integer>>> sent = new HashMap<>();
        List<List<List<Integer>>> staged = new ArrayList<>();
        int[] at = new int[script.world];
        for (int rank = 0; rank < script.world; rank++) {
            staged.add(List.of());
        }
        boolean more = true;
        while (more) {
            more = false;
            for (int rank = 0; rank < script.world; rank++) {
                while (at[rank] < script.length(rank)) {
                    Act act = script.act(rank, at[rank]);
                    if (act.instruction() instanceof Receive && !sent.containsKey(act.message())) {
                        break;
                    }
                    at[rank]++;
                    more = true;
                    switch (act.instruction()) {
                        case Stage stage -> staged.set(rank, holdings.get(rank).staged(stage.pieces()));
                        case Send send ->
                            sent.put(
                                    act.message(), staged.get(rank).subList(send.first(), send.first() + send.count()));
                        case Receive receive ->
                            holdings.get(rank).receive(receive, sent.getOrDefault(act.message(), List.of()));
                        case Instruction.Reduce reduce -> holdings.get(rank).reduce(reduce);
                        case Instruction.Own own -> {}
                    }
                }
            }
        }
    }
}
