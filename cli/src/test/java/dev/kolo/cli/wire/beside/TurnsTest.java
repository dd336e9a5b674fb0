package dev.kolo.cli.wire.beside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Who is measured when, and what is made of it. */
class TurnsTest {
    private final List<String> asked = new ArrayList<>();

    /** A peer that takes as long as it is told. */
    private final class Other implements Peer {
        private final Measured each;
        private final boolean all;

        Other(Measured each, boolean all) {
            this.each = each;
            this.all = all;
        }

        @Override
        public String name() {
            return "other";
        }

        @Override
        public String description() {
            return "a peer";
        }

        @Override
        public List<String> caveats() {
            return List.of();
        }

        @Override
        public boolean measures(Cell cell) {
            return all || cell.op().equals(Cell.ALL_GATHER);
        }

        @Override
        public Measured measure(Cell cell) {
            asked.add("peer " + cell.op() + " " + cell.warm());
            return each;
        }

        @Override
        public void close() {}
    }

    @Test
    void measuresEveryCellByBothRightAfterEachOther() {
        Cell gather = new Cell(Cell.ALL_GATHER, 16, Cell.REPEATED, 10, 40);
        Cell reduce = new Cell(Cell.ALL_REDUCE, 16, Cell.REWRITTEN, 10, 40);
        Turns turns = new Turns(List.of(gather, reduce), List.of(new Other(micros(4, 8), true)), 2);
        run(turns, micros(2, 6));
        assertThat(asked)
                .containsExactly(
                        "kolo all-gather 80",
                        "peer all-gather 80",
                        "kolo all-reduce-f32 80",
                        "peer all-reduce-f32 80",
                        "kolo all-gather 10",
                        "peer all-gather 10",
                        "kolo all-reduce-f32 10",
                        "peer all-reduce-f32 10",
                        "kolo all-gather 10",
                        "peer all-gather 10",
                        "kolo all-reduce-f32 10",
                        "peer all-reduce-f32 10");
        Comparison first = turns.comparisons().getFirst();
        assertThat(turns.comparisons()).hasSize(2);
        // The slowest rank of each: 6 of 8 microseconds.
        assertThat(first.typical().median()).isEqualTo(0.75, org.assertj.core.api.Assertions.within(0.002));
        assertThat(first.typical().rounds()).isEqualTo(2);
        assertThat(first.byMean()).isFalse();
        assertThat(first.kolo().p50Micros().orElseThrow()).isEqualTo(6, org.assertj.core.api.Assertions.within(0.01));
    }

    @Test
    void comparesMeansWhereThePeerStatesNothingElse() {
        Cell gather = new Cell(Cell.ALL_GATHER, 16, Cell.REPEATED, 10, 40);
        Cell window = new Cell(Cell.WINDOW, 8192, Cell.REPEATED, 10, 40);
        Peer mean = new Other(new Measured(Figures.ofMean(12), List.of()), false);
        Turns turns = new Turns(List.of(gather, window), List.of(mean), 1);
        run(turns, micros(6, 6));
        assertThat(turns.comparisons()).singleElement().satisfies(c -> {
            assertThat(c.byMean()).isTrue();
            assertThat(c.typical().median()).isEqualTo(0.5, org.assertj.core.api.Assertions.within(0.002));
            assertThat(c.tail()).isEmpty();
            assertThat(c.theirs().meanMicros()).hasValue(12);
        });
        assertThat(turns.results()).containsOnlyKeys(gather, window);
    }

    private void run(Turns turns, Measured ours) {
        while (turns.next().isPresent()) {
            asked.add(
                    "kolo " + turns.next().get().op() + " " + turns.next().get().warm());
            turns.take(ours);
        }
    }

    private static Measured micros(long... ranks) {
        List<Histogram> all = new ArrayList<>();
        for (long micros : ranks) {
            Histogram histogram = Measured.histogram();
            Measured.record(histogram, micros * 1000);
            all.add(histogram);
        }
        return Measured.of(all);
    }
}
