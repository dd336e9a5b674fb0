package dev.kolo.cli.wire.beside;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Kolo and one peer in one cell.
 *
 * @param cell what was measured, with its counts of a round
 * @param peer the peer's name
 * @param peerPayload what the peer sent
 * @param kolo Kolo's figures over all rounds
 * @param theirs the peer's
 * @param typical ratio of the medians; of the means where the peer states no median
 * @param byMean whether it is of the means
 * @param tail ratio of the 99.9th percentiles, where the peer states one
 */
public record Comparison(
        Cell cell,
        String peer,
        String peerPayload,
        Figures kolo,
        Figures theirs,
        Ratio typical,
        boolean byMean,
        Optional<Ratio> tail) {

    /** Compares round by round: the n-th round of the one with the n-th of the other, which ran right after it. */
    static Comparison of(Cell cell, Peer peer, List<Measured> kolo, List<Measured> theirs) {
        Optional<Ratio> medians = ratio(kolo, theirs, Figures::p50Micros);
        Ratio typical = medians.or(() -> ratio(kolo, theirs, Figures::meanMicros))
                .orElseThrow(() -> new IllegalStateException(peer.name() + " stated neither median nor mean"));
        return new Comparison(
                cell,
                peer.name(),
                peer.payloadFor(cell),
                overall(kolo),
                overall(theirs),
                typical,
                medians.isEmpty(),
                ratio(kolo, theirs, Figures::p999Micros));
    }

    private static Optional<Ratio> ratio(
            List<Measured> kolo, List<Measured> theirs, Function<Figures, OptionalDouble> which) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < kolo.size(); round++) {
            OptionalDouble ours = which.apply(kolo.get(round).figures());
            OptionalDouble other = which.apply(theirs.get(round).figures());
            if (ours.isEmpty() || other.isEmpty() || other.getAsDouble() <= 0) {
                return Optional.empty();
            }
            ratios.add(ours.getAsDouble() / other.getAsDouble());
        }
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Ratio.of(ratios));
    }

    /** All rounds' samples together, rank by rank; then the slowest rank. */
    static Figures overall(List<Measured> rounds) {
        int ranks = rounds.getFirst().ranks().size();
        if (ranks == 0) {
            return Figures.middle(rounds.stream().map(Measured::figures).toList());
        }
        List<Histogram> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            Histogram sum = Measured.histogram();
            for (Measured round : rounds) {
                sum.add(round.ranks().get(rank));
            }
            all.add(sum);
        }
        return Figures.slowest(all);
    }
}
