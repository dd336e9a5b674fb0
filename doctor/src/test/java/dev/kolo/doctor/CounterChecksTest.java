package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.counters.Moment;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Fabric;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the growth of counters between two observations shows, and what it must not be taken for. */
class CounterChecksTest {
    private static final long GIGABYTE_WORDS = 250_000_000L;
    private static final List<String> DEVICES = List.of("rocep1s0f0", "rocep1s0f1", "roceP2p1s0f0", "roceP2p1s0f1");

    /** Each device at 10 GB each way, with no loss ever seen. */
    private static RingFacts before(int hosts) {
        return ring(hosts, 10, 10);
    }

    private static RingFacts ring(int hosts, double gigabytesOut, double gigabytesIn) {
        RingFacts facts = RingFacts.of(hosts);
        for (int host = 0; host < hosts; host++) {
            for (String device : DEVICES) {
                traffic(facts, host, device, gigabytesOut, gigabytesIn);
                counter(facts, host, device, "out_of_sequence", 40);
                counter(facts, host, device, "packet_seq_err", 7);
            }
        }
        return facts;
    }

    private static void traffic(RingFacts facts, int host, String device, double out, double in) {
        counter(facts, host, device, "port_xmit_data", (long) (out * GIGABYTE_WORDS) + device.hashCode() % 1000 + 1000);
        counter(facts, host, device, "port_rcv_data", (long) (in * GIGABYTE_WORDS) + device.hashCode() % 1000 + 1000);
    }

    private static void counter(RingFacts facts, int host, String device, String name, long value) {
        facts.also(
                host,
                f -> f.rdmaDevice(device, new Evidence("sysfs", 1, device)).counter(name, value));
    }

    private static Diagnosis compare(RingFacts before, RingFacts after) {
        return compare(before.inventory(), after.inventory());
    }

    private static Diagnosis compare(Inventory before, Inventory after) {
        return Doctor.examineCounters(Fabric.of(after), Expectation.AUTO, Comparison.with(before));
    }

    @Test
    void staysSilentWhileTrafficIsEvenAndNothingIsLost() {
        Diagnosis diagnosis = compare(before(4), ring(4, 42, 42));

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.notObserved()).isEmpty();
    }

    @Test
    void staysSilentOnTwoEqualObservationsWhateverTheCountersStandAt() {
        assertThat(compare(before(4), before(4)).findings()).isEmpty();
    }

    @Test
    void namesTheCableOnWhichPacketsAreLost() {
        RingFacts after = ring(4, 42, 42);
        counter(after, 1, "rocep1s0f1", "out_of_sequence", 91);
        counter(after, 0, "rocep1s0f0", "packet_seq_err", 50);
        Diagnosis diagnosis = compare(before(4), after);
        Finding finding = only(diagnosis, Code.FABRIC_LOSS);

        assertThat(troubles(diagnosis)).containsExactly(Code.FABRIC_LOSS);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.seen())
                .isEqualTo("spark1:rocep1s0f0 packet_seq_err +43 and spark2:rocep1s0f1 out_of_sequence +51");
        assertThat(finding.fix()).contains("exchange the cable from spark1 port 0 to spark2 port 1");
        assertThat(finding.evidence()).extracting(Evidence::text).anyMatch(t -> t.contains("since the earlier"));
    }

    @Test
    void countsALossThatWentPastTheEndOf32Bits() {
        RingFacts before = before(4);
        RingFacts after = ring(4, 42, 42);
        counter(before, 2, "rocep1s0f0", "out_of_sequence", (1L << 32) - 3);
        counter(after, 2, "rocep1s0f0", "out_of_sequence", 4);

        assertThat(only(compare(before, after), Code.FABRIC_LOSS).seen()).contains("out_of_sequence +7");
    }

    @Test
    void afterARestartSaysWhatWasLostSinceAndAsksForTheRest() {
        RingFacts before = before(3);
        RingFacts after = ring(3, 2, 2);
        for (int host = 0; host < 3; host++) {
            setting(before, host, Moment.BOOT_SETTING, "a" + host);
            setting(after, host, Moment.BOOT_SETTING, host == 1 ? "new" : "a" + host);
            for (String device : DEVICES) {
                if (host != 1) {
                    traffic(after, host, device, 42, 42);
                } else {
                    counter(after, host, device, "out_of_sequence", 0);
                    counter(after, host, device, "packet_seq_err", 0);
                    // What a link does while it comes up is no fault of the cable.
                    counter(after, host, device, "symbol_error", 3);
                }
            }
        }
        Diagnosis quiet = compare(before, after);
        assertThat(quiet.findings()).isEmpty();
        assertThat(quiet.notObserved())
                .extracting(NotObserved::check)
                .anyMatch(c -> c.contains("before the host was started anew") && c.contains("spark2"));

        counter(after, 1, "rocep1s0f0", "out_of_sequence", 12);
        assertThat(only(compare(before, after), Code.FABRIC_LOSS).seen())
                .isEqualTo("spark2:rocep1s0f0 out_of_sequence +12 or more, since its reset");
    }

    @Test
    void aReloadedDriverIsNoIdlePlane() {
        RingFacts after = ring(3, 42, 42);
        for (String device : DEVICES) {
            if (device.startsWith("roceP2")) {
                traffic(after, 0, device, 0, 0);
                counter(after, 0, device, "out_of_sequence", 0);
                counter(after, 0, device, "packet_seq_err", 0);
            }
        }
        Diagnosis diagnosis = compare(before(3), after);

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.notObserved()).extracting(NotObserved::check).anyMatch(c -> c.contains("set back to 0"));
    }

    @Test
    void namesThePlaneThatStoodStillThoughItCarriedMuchBefore() {
        RingFacts after = before(4);
        for (int host = 0; host < 4; host++) {
            traffic(after, host, "rocep1s0f0", 75, 75);
            traffic(after, host, "rocep1s0f1", 75, 75);
        }
        Finding finding = only(compare(before(4), after), Code.DEVICES_CARRY_NOTHING);

        assertThat(finding.subject()).contains("roceP2p1s0f0").doesNotContain("rocep1s0f0,");
        assertThat(finding.seen()).contains("roceP2p1s0f0 moved 0 bytes");
        assertThat(finding.consequence()).contains("not shown by this material");
    }

    @Test
    void namesTheMissingAddressAsTheCauseOfAPlaneThatStoodStill() {
        RingFacts after = before(4);
        for (int host = 0; host < 4; host++) {
            traffic(after, host, "rocep1s0f0", 75, 75);
            traffic(after, host, "rocep1s0f1", 75, 75);
            after.at(host, 1, 0).addresses.clear();
            after.at(host, 1, 1).addresses.clear();
        }

        assertThat(only(compare(before(4), after), Code.DEVICES_CARRY_NOTHING).consequence())
                .contains("no IPv4 address (UNADDRESSED)");
    }

    @Test
    void aFewMegabytesProveNoIdlePlane() {
        RingFacts after = before(4);
        traffic(after, 0, "rocep1s0f0", 10.02, 10.02);

        assertThat(compare(before(4), after).findings()).isEmpty();
    }

    @Test
    void halvesThatRepeatEachOtherAreNotCalledEvenAndAreCountedOnce() {
        RingFacts before = RingFacts.of(3);
        RingFacts after = RingFacts.of(3);
        for (int host = 0; host < 3; host++) {
            for (String device : DEVICES) {
                for (var entry : Map.of(
                                "port_xmit_data",
                                5L,
                                "port_rcv_data",
                                6L,
                                "port_xmit_packets",
                                7L,
                                "port_rcv_packets",
                                8L)
                        .entrySet()) {
                    counter(before, host, device, entry.getKey(), entry.getValue() * GIGABYTE_WORDS);
                    counter(after, host, device, entry.getKey(), entry.getValue() * 2 * GIGABYTE_WORDS);
                }
                counter(before, host, device, "out_of_sequence", 1);
                counter(after, host, device, "out_of_sequence", host == 0 && device.endsWith("f0") ? 9 : 1);
            }
        }
        Diagnosis diagnosis = compare(before, after);

        assertThat(diagnosis.notObserved())
                .extracting(NotObserved::check)
                .anyMatch(c -> c.contains("are the same ones"));
        assertThat(only(diagnosis, Code.FABRIC_LOSS).seen()).isEqualTo("spark1:rocep1s0f0 out_of_sequence +8");
    }

    @Test
    void seesTrafficThatRunsOneWayRound() {
        RingFacts after = before(4);
        for (int host = 0; host < 4; host++) {
            traffic(after, host, "rocep1s0f0", 541, 14.7);
            traffic(after, host, "roceP2p1s0f0", 541, 14.7);
            traffic(after, host, "rocep1s0f1", 14.7, 541);
            traffic(after, host, "roceP2p1s0f1", 14.7, 541);
        }
        Finding finding = only(compare(before(4), after), Code.ONE_ORIENTATION);

        assertThat(finding.seen())
                .contains("spark1 port 0: 1062.0 GB out, 9.4 GB in; spark1 port 1: 9.4 GB out, 1062.0 GB in");
        traffic(after, 3, "rocep1s0f0", 541, 500);
        traffic(after, 3, "rocep1s0f1", 500, 541);
        assertThat(compare(before(4), after).findings())
                .as("one host that sends both ways round")
                .isEmpty();
    }

    private static RingFacts relaying(RingFacts facts, long drops, String queue, BiConsumer<RingFacts, Integer> more) {
        for (int host = 0; host < facts.hostCount(); host++) {
            facts.also(
                    host,
                    f -> f.netdev("enp1s0f0np0", Evidence.NONE).feature("stat.rx_out_of_buffer", Long.toString(drops)));
            facts.also(host, f -> f.filter(relay("enp1s0f0np0", "enp1s0f1np1")));
            if (!queue.isEmpty()) {
                facts.also(host, f -> f.rdmaDevice("rocep1s0f0", Evidence.NONE).parameter("hairpin_queue_size", queue));
            }
            more.accept(facts, host);
        }
        return facts;
    }

    private static TcFilter relay(String from, String to) {
        return new TcFilter(
                from,
                "ingress",
                "0x88b5",
                11,
                "flower",
                "0x1",
                Map.of("skip_sw", "true", "in_hw", "true"),
                List.of(new TcFilter.Action("mirred", Map.of("to_dev", to), 0, 0)),
                new Evidence("tc", 1, "filter"));
    }

    @ParameterizedTest
    @CsvSource({"1024, HAIRPIN_QUEUE_TOO_SMALL", "8192, HAIRPIN_OVERFLOW", "'', HAIRPIN_OVERFLOW"})
    void namesTheQueueOfARelayThatDrops(String queue, Code code) {
        RingFacts before = relaying(before(4), 5, queue, (f, h) -> {});
        RingFacts after =
                relaying(ring(4, 42, 42), 168, queue, (f, h) -> counter(f, h, "rocep1s0f1", "out_of_sequence", 90));
        Diagnosis diagnosis = compare(before, after);
        Finding finding = only(diagnosis, code);

        assertThat(troubles(diagnosis)).as("the loss follows from the queue").containsExactly(code);
        assertThat(finding.seen())
                .contains("spark1:enp1s0f0np0 rx_out_of_buffer +163")
                .contains("at the far ends spark1:rocep1s0f1 out_of_sequence +50");
        if (queue.isEmpty()) {
            assertThat(diagnosis.notObserved())
                    .extracting(NotObserved::askFor)
                    .anyMatch(a -> a.contains("hairpin_queue_size"));
        }
    }

    @Test
    void relaysThatDropNothingAreSilent() {
        assertThat(compare(
                                relaying(before(4), 5, "8192", (f, h) -> {}),
                                relaying(ring(4, 42, 42), 5, "8192", (f, h) -> {}))
                        .findings())
                .isEmpty();
    }

    @Test
    void saysBeforeAnythingIsDroppedThatAnOperationWillNotFit() {
        RingFacts facts = relaying(before(4), 0, "1024", (f, h) -> setting(f, h, "SGLANG_ROCE_MAX_SIZE", "262144"));
        Diagnosis diagnosis = Verdicts.judge(facts);
        assertThat(only(diagnosis, Code.HAIRPIN_QUEUE_TOO_SMALL).confidence()).isEqualTo(Finding.Confidence.LIKELY);

        RingFacts capped = relaying(before(4), 0, "1024", (f, h) -> setting(f, h, "SGLANG_ROCE_MAX_SIZE", "81920"));
        RingFacts large = relaying(before(4), 0, "8192", (f, h) -> setting(f, h, "SGLANG_ROCE_MAX_SIZE", "262144"));
        assertThat(troubles(Verdicts.judge(capped))).isEmpty();
        assertThat(troubles(Verdicts.judge(large))).isEmpty();
    }

    @Test
    void aFullRingOfTheKernelIsNoHairpin() {
        RingFacts before = before(4);
        RingFacts after = ring(4, 42, 42);
        before.also(0, f -> f.netdev("enp1s0f0np0", Evidence.NONE).feature("stat.rx_out_of_buffer", "5"));
        after.also(0, f -> f.netdev("enp1s0f0np0", Evidence.NONE).feature("stat.rx_out_of_buffer", "905"));
        Diagnosis diagnosis = compare(before, after);

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.notObserved()).extracting(NotObserved::askFor).anyMatch(a -> a.startsWith("tc -s filter"));
    }

    @Test
    void pauseFramesAndSlowProgramsAreNoLoss() {
        RingFacts before = before(4);
        RingFacts after = ring(4, 42, 42);
        counter(before, 0, "rocep1s0f0", "rnr_nak_retry_err", 1);
        counter(after, 0, "rocep1s0f0", "rnr_nak_retry_err", 60);
        counter(before, 0, "rocep1s0f0", "port_xmit_wait", 1);
        counter(after, 0, "rocep1s0f0", "port_xmit_wait", 99_000);

        assertThat(compare(before, after).findings()).isEmpty();
    }

    @Test
    void asksForCountersWhereNoneAreShown() {
        Diagnosis diagnosis = compare(RingFacts.of(3), RingFacts.of(3));

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.notObserved())
                .extracting(NotObserved::check)
                .anyMatch(c -> c.contains("each device carried"));
    }

    private static void setting(RingFacts facts, int host, String name, String value) {
        facts.also(
                host,
                (FactsBuilder f) -> f.setting(
                        new Setting(name, value, Setting.Source.KERNEL, new Evidence("facts", 1, name + "=" + value))));
    }
}
