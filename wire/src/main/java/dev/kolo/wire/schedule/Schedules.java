package dev.kolo.wire.schedule;

import java.util.ArrayList;
import java.util.List;

/** Every schedule as data: which kinds serve which collective over which reach, and each rank's program. */
public final class Schedules {
    private Schedules() {}

    /**
     * The kinds that can carry out a collective, in no order of merit; the same on every rank.
     *
     * @param collective the collective
     * @param reach who has lanes to whom
     */
    public static List<ScheduleKind> kindsFor(Collective collective, Reach reach) {
        List<ScheduleKind> kinds = new ArrayList<>();
        for (ScheduleKind kind : ScheduleKind.values()) {
            if (serves(kind, collective, reach)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    /** Whether a kind can carry out a collective over a reach. */
    public static boolean serves(ScheduleKind kind, Collective collective, Reach reach) {
        boolean small = collective == Collective.BARRIER;
        return switch (kind) {
            case ONE_SHOT ->
                collective == Collective.PAIR_EXCHANGE
                        || (reach.everyPair() && collective != Collective.REDUCE_SCATTER);
            case BOTH_WAYS -> reach.world() >= 3 && collective != Collective.PAIR_EXCHANGE;
            case MATCHINGS ->
                reach.world() == 4 && collective != Collective.PAIR_EXCHANGE && collective != Collective.BROADCAST;
            case TWO_SHOT ->
                reach.everyPair() && (collective == Collective.ALL_REDUCE || collective == Collective.REDUCE_SCATTER);
            case RING -> reach.world() >= 3 && !small && collective != Collective.PAIR_EXCHANGE;
        };
    }

    /**
     * A rank's program.
     *
     * @param root the root of a broadcast, the rank's partner in a pair exchange (−1: nobody), otherwise −1
     * @throws IllegalArgumentException when the kind does not serve the collective, or the partner cannot be reached
     */
    public static Program program(ScheduleKind kind, Collective collective, Reach reach, int rank, int root) {
        if (!serves(kind, collective, reach)) {
            throw new IllegalArgumentException(kind.word() + " does not carry out " + collective.word() + " for "
                    + reach.world() + " ranks" + (reach.everyPair() ? "" : " of which only neighbours have lanes"));
        }
        if (collective == Collective.PAIR_EXCHANGE) {
            return OneShot.pairExchange(reach, rank, root);
        }
        return switch (kind) {
            case ONE_SHOT -> OneShot.program(collective, reach.world(), rank, root);
            case BOTH_WAYS -> BothWays.program(collective, reach, rank, root);
            case MATCHINGS -> Matchings.program(collective, reach, rank);
            case TWO_SHOT -> TwoShot.program(collective, reach.world(), rank);
            case RING -> Ring.program(collective, reach, rank, root);
        };
    }

    /** All parts of a rank's raw block. */
    static List<Piece> block(int rank, int parts) {
        return block(rank, 0, parts);
    }

    /** Some parts of a rank's raw block. */
    static List<Piece> block(int rank, int from, int to) {
        List<Piece> pieces = new ArrayList<>();
        for (int part = from; part < to; part++) {
            pieces.add(Piece.raw(rank, part));
        }
        return pieces;
    }

    static int everyone(int world) {
        return (1 << world) - 1;
    }

    static List<Piece> both(List<Piece> first, List<Piece> second) {
        List<Piece> pieces = new ArrayList<>(first);
        pieces.addAll(second);
        return pieces;
    }
}
