package dev.kolo.fabric.counters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What became of counters between two readings: grown, past their end, set back, stuck. */
class GrowthTest {
    private static final long END_32 = 1L << 32;

    private static SetGrowth between(Map<String, Long> before, Map<String, Long> after) {
        return SetGrowth.between(set(before), set(after), false);
    }

    private static CounterSet set(Map<String, Long> values) {
        return new CounterSet("rocep1s0f0", CounterSet.Kind.RDMA, values, Evidence.NONE);
    }

    private static Growth of(SetGrowth growth, String name) {
        return growth.growth(name).orElseThrow();
    }

    @Test
    void countsWhatGrewAndWhatStoodStill() {
        SetGrowth growth = between(
                Map.of("port_xmit_data", 1_000L, "out_of_sequence", 7L),
                Map.of("port_xmit_data", 5_000L, "out_of_sequence", 7L));

        assertThat(of(growth, "port_xmit_data")).isEqualTo(new Growth.By(4_000, 0));
        assertThat(of(growth, "out_of_sequence").isStill()).isTrue();
        assertThat(growth.reset()).isFalse();
    }

    @Test
    void seesACounterOf32BitsGoPastItsEnd() {
        SetGrowth growth = between(
                Map.of("out_of_sequence", END_32 - 10, "packet_seq_err", 3L),
                Map.of("out_of_sequence", 5L, "packet_seq_err", 4L));

        assertThat(of(growth, "out_of_sequence")).isEqualTo(new Growth.By(15, 32));
        assertThat(of(growth, "packet_seq_err")).isEqualTo(new Growth.By(1, 0));
        assertThat(growth.reset()).isFalse();
    }

    @Test
    void seesACounterOf64BitsGoPastItsEnd() {
        SetGrowth growth = between(Map.of("rx_bytes", -10L, "rx_errors", 2L), Map.of("rx_bytes", 90L, "rx_errors", 2L));

        assertThat(of(growth, "rx_bytes")).isEqualTo(new Growth.By(100, 64));
    }

    @Test
    void takesACounterAloneThatWasNearItsEndForPastIt() {
        assertThat(of(
                        between(Map.of("port_xmit_data", END_32 - 1_000), Map.of("port_xmit_data", 24L)),
                        "port_xmit_data"))
                .isEqualTo(new Growth.By(1_024, 32));
    }

    @Test
    void aCounterThatShrankFarFromItsEndWasSetBackAndSoWereThoseBesideIt() {
        SetGrowth growth = between(
                Map.of("port_xmit_data", 9_000L, "out_of_sequence", 1L, "packet_seq_err", 0L),
                Map.of("port_xmit_data", 500L, "out_of_sequence", 4L, "packet_seq_err", 0L));

        assertThat(growth.reset()).isTrue();
        assertThat(of(growth, "port_xmit_data")).isEqualTo(new Growth.SinceReset(500));
        assertThat(of(growth, "out_of_sequence")).isEqualTo(new Growth.SinceReset(4));
        assertThat(of(growth, "packet_seq_err").isStill())
                .as("what came before the reset is unknown")
                .isFalse();
    }

    @Test
    void manyCountersThatFellFromHighAtOnceWereSetBack() {
        SetGrowth growth = between(
                Map.of("port_xmit_data", END_32 - 5, "port_rcv_data", END_32 - 9, "out_of_sequence", 0L),
                Map.of("port_xmit_data", 3L, "port_rcv_data", 4L, "out_of_sequence", 0L));

        assertThat(growth.reset()).isTrue();
    }

    @Test
    void afterARestartEverythingCountsFromZero() {
        SetGrowth growth = SetGrowth.between(
                set(Map.of("out_of_sequence", 3L)), set(Map.of("out_of_sequence", 12L, "packet_seq_err", 1L)), true);

        assertThat(of(growth, "out_of_sequence")).isEqualTo(new Growth.SinceReset(12));
        assertThat(of(growth, "packet_seq_err")).isEqualTo(new Growth.SinceReset(1));
    }

    @Test
    void aCounterAtItsHighestValueTellsNothing() {
        SetGrowth growth = between(
                Map.of(
                        "symbol_error",
                        65_535L,
                        "link_downed",
                        255L,
                        "port_xmit_wait",
                        255L,
                        "port_xmit_data",
                        END_32 - 1),
                Map.of(
                        "symbol_error",
                        65_535L,
                        "link_downed",
                        255L,
                        "port_xmit_wait",
                        255L,
                        "port_xmit_data",
                        END_32 - 1));

        assertThat(of(growth, "symbol_error")).isEqualTo(new Growth.Untold(Growth.Reason.SATURATED));
        assertThat(of(growth, "link_downed")).isEqualTo(new Growth.Untold(Growth.Reason.SATURATED));
        assertThat(of(growth, "port_xmit_data")).isEqualTo(new Growth.Untold(Growth.Reason.SATURATED));
        assertThat(of(growth, "port_xmit_wait").isStill()).isTrue();
    }

    @Test
    void aCounterThatOnlyOneReadingShowsTellsNothing() {
        SetGrowth growth = between(Map.of("a", 1L), Map.of("b", 1L));

        assertThat(growth.growths())
                .allSatisfy((name, g) -> assertThat(g).isEqualTo(new Growth.Untold(Growth.Reason.ONE_READING)));
    }

    /** The truth is known here: what a seed let counters of both widths count, with and without a reset. */
    @Test
    void tellsTheTruthForEverySeed() {
        for (long seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            Map<String, Long> before = new TreeMap<>();
            Map<String, Long> after = new TreeMap<>();
            Map<String, Long> truth = new TreeMap<>();
            for (int i = 0; i < 6; i++) {
                boolean narrow = random.nextBoolean();
                long start = narrow ? random.nextLong(END_32 - 1) : random.nextLong(Long.MAX_VALUE / 4);
                long amount = random.nextInt(3) == 0 ? 0 : random.nextLong(1L << 30);
                before.put("c" + i, start);
                after.put("c" + i, narrow ? (start + amount) % END_32 : start + amount);
                truth.put("c" + i, amount);
            }
            // One that always goes on, as traffic does, so that wraps can be told from a reset.
            before.put("steady", 10L);
            after.put("steady", 11L);
            SetGrowth growth = between(before, after);
            assertThat(growth.reset()).as("seed %d", seed).isFalse();
            for (Map.Entry<String, Long> entry : truth.entrySet()) {
                assertThat(of(growth, entry.getKey()).atLeast())
                        .as("seed %d, %s", seed, entry.getKey())
                        .isEqualTo(entry.getValue());
            }
            Map<String, Long> small = new TreeMap<>();
            after.forEach((name, value) -> small.put(name, (long) random.nextInt(5)));
            small.put("steady", 2L);
            SetGrowth reset = between(before, small);
            assertThat(reset.reset()).as("seed %d", seed).isTrue();
            for (Map.Entry<String, Long> entry : small.entrySet()) {
                assertThat(of(reset, entry.getKey()))
                        .as("seed %d, %s", seed, entry.getKey())
                        .isEqualTo(new Growth.SinceReset(entry.getValue()));
            }
        }
    }
}
