package dev.kolo.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.counters.CounterReading;
import dev.kolo.fabric.counters.CounterSet;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Fabric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Counters as people paste them: every shape gives the same numbers and the same verdict, whatever else stands around them;
 * and no cut or damaged shape brings the reader down or makes a loss out of nothing.
 */
class CounterShapesTest {
    private static final List<String> DEVICES = List.of("rocep1s0f0", "rocep1s0f1", "roceP2p1s0f0", "roceP2p1s0f1");
    private static final Set<Code> CODES = Set.of(Code.FABRIC_LOSS, Code.DEVICES_CARRY_NOTHING, Code.ONE_ORIENTATION);

    /** What one reading of a host shows, by device and counter. */
    record Truth(Map<String, Map<String, Long>> devices) {
        static Truth of(long seed) {
            Random random = new Random(seed);
            Map<String, Map<String, Long>> devices = new TreeMap<>();
            for (String device : DEVICES) {
                Map<String, Long> counters = new TreeMap<>();
                counters.put("port_xmit_data", 1_000_000_000L + random.nextInt(1_000_000));
                counters.put("port_rcv_data", 1_000_000_000L + random.nextInt(1_000_000));
                counters.put("out_of_sequence", (long) random.nextInt(50));
                counters.put("packet_seq_err", (long) random.nextInt(50));
                counters.put("rx_write_requests", (long) random.nextInt(5_000));
                devices.put(device, counters);
            }
            return new Truth(devices);
        }

        Map<String, Long> of(String device) {
            return devices.getOrDefault(device, Map.of());
        }

        long value(String device, String counter) {
            return of(device).getOrDefault(counter, -1L);
        }

        /** What a later reading shows: some loss, an idle plane, or neither, as the seed has it. */
        Truth later(long seed) {
            Random random = new Random(~seed);
            boolean loss = random.nextBoolean();
            boolean idle = random.nextBoolean();
            Map<String, Map<String, Long>> grown = new TreeMap<>();
            devices.forEach((device, counters) -> {
                Map<String, Long> now = new TreeMap<>(counters);
                long words = idle && device.startsWith("roceP2") ? 0 : 100_000_000L + random.nextInt(1_000_000);
                now.merge("port_xmit_data", words, Long::sum);
                now.merge("port_rcv_data", words == 0 ? 0 : words + random.nextInt(1_000), Long::sum);
                if (loss && device.equals("rocep1s0f1")) {
                    now.merge("out_of_sequence", 1L + random.nextInt(5_000), Long::sum);
                }
                grown.put(device, now);
            });
            return new Truth(grown);
        }
    }

    /** The shapes. */
    enum Shape {
        GREP_WITH_PATHS {
            @Override
            String write(Truth truth, Random random) {
                return lines(truth, random, "/sys/class/infiniband/%s/ports/1/%s/%s:%d");
            }
        },
        GREP_RELATIVE {
            @Override
            String write(Truth truth, Random random) {
                return lines(truth, random, "%s/ports/1/%s/%s:%d");
            }
        },
        PATHS_AND_BLANKS {
            @Override
            String write(Truth truth, Random random) {
                return lines(truth, random, "/sys/class/infiniband/%s/ports/1/%s/%s %d");
            }
        },
        RDMA_STATISTIC {
            @Override
            String write(Truth truth, Random random) {
                StringBuilder text = new StringBuilder();
                truth.devices.forEach((device, counters) -> {
                    text.append("link ").append(device).append("/1");
                    counters.forEach((name, value) ->
                            text.append(' ').append(name).append(' ').append(value));
                    text.append(" \n");
                });
                return text.toString();
            }
        },
        RDMA_STATISTIC_WRAPPED {
            @Override
            String write(Truth truth, Random random) {
                StringBuilder text = new StringBuilder();
                truth.devices.forEach((device, counters) -> {
                    text.append("link ").append(device).append("/1 ");
                    int[] on = {0};
                    counters.forEach((name, value) -> {
                        text.append(name).append(' ').append(value).append(on[0]++ % 2 == 1 ? "\n  " : " ");
                    });
                    text.append('\n');
                });
                return text.toString();
            }
        },
        RDMA_STATISTIC_JSON {
            @Override
            String write(Truth truth, Random random) {
                List<String> rows = new ArrayList<>();
                truth.devices.forEach((device, counters) -> {
                    StringBuilder row = new StringBuilder("{\"ifname\":\"" + device + "\",\"port\":1");
                    counters.forEach((name, value) -> row.append(",\"" + name + "\":" + value));
                    rows.add(row.append('}').toString());
                });
                return "[" + String.join(",", rows) + "]\n";
            }
        },
        DEVICE_A_ROW {
            @Override
            String write(Truth truth, Random random) {
                StringBuilder text = new StringBuilder("device");
                List<String> names =
                        List.copyOf(truth.devices.values().iterator().next().keySet());
                names.forEach(n -> text.append("  ").append(n));
                truth.devices.forEach((device, counters) -> {
                    text.append('\n').append(device);
                    names.forEach(n -> text.append("   ").append(counters.get(n)));
                });
                return text.append('\n').toString();
            }
        },
        COUNTER_A_ROW {
            @Override
            String write(Truth truth, Random random) {
                StringBuilder text = new StringBuilder("counter  " + String.join("  ", truth.devices.keySet()));
                for (String name : truth.devices.values().iterator().next().keySet()) {
                    text.append('\n').append(name);
                    truth.devices
                            .values()
                            .forEach(c -> text.append("   ")
                                    .append(String.format(java.util.Locale.ROOT, "%,d", c.get(name))));
                }
                return text.append('\n').toString();
            }
        },
        MARKDOWN {
            @Override
            String write(Truth truth, Random random) {
                StringBuilder text =
                        new StringBuilder("| counter | " + String.join(" | ", truth.devices.keySet()) + " |\n");
                text.append("|---").append("|---:".repeat(truth.devices.size())).append("|\n");
                for (String name : truth.devices.values().iterator().next().keySet()) {
                    text.append("| ").append(name);
                    truth.devices.values().forEach(c -> text.append(" | ").append(c.get(name)));
                    text.append(" |\n");
                }
                return text.toString();
            }
        };

        abstract String write(Truth truth, Random random);

        private static String lines(Truth truth, Random random, String form) {
            List<String> lines = new ArrayList<>();
            truth.devices.forEach((device, counters) -> counters.forEach((name, value) -> {
                String place = name.startsWith("port_") ? "counters" : "hw_counters";
                lines.add(String.format(java.util.Locale.ROOT, form, device, place, name, value));
            }));
            Collections.shuffle(lines, random);
            return String.join("\n", lines) + "\n";
        }
    }

    private static String states() {
        StringBuilder text = new StringBuilder();
        DEVICES.forEach(d -> text.append("/sys/class/infiniband/" + d + "/ports/1/state:4: ACTIVE\n"));
        return text.toString();
    }

    /** The text with what people leave around it; none of it changes what it says. */
    private static String dressed(String text, Random random) {
        String dressed = random.nextBoolean() ? "```\n" + text + "```\n" : text;
        dressed = random.nextBoolean() ? dressed.replace("\n", "\r\n") : dressed;
        dressed = random.nextBoolean()
                ? "Here is what it says after the run, thanks for looking:\n\n" + dressed
                : dressed;
        return random.nextInt(3) == 0 ? dressed.replaceAll("(?m)^(?=.)", "> ") : dressed;
    }

    private static Inventory read(Shape shape, Truth truth, Random random) {
        return Shown.text("counters.txt", states() + "\n" + dressed(shape.write(truth, random), random))
                .inventory();
    }

    private static Set<Code> judge(Inventory before, Inventory after) {
        Diagnosis diagnosis = Doctor.examineCounters(Fabric.of(after), Expectation.AUTO, Comparison.with(before));
        Set<Code> codes = new TreeSet<>(Verdicts.troubles(diagnosis));
        codes.retainAll(CODES);
        return codes;
    }

    private static Set<Code> expected(Truth before, Truth after) {
        Set<Code> codes = new TreeSet<>();
        if (before.value("rocep1s0f1", "out_of_sequence") != after.value("rocep1s0f1", "out_of_sequence")) {
            codes.add(Code.FABRIC_LOSS);
        }
        if (before.value("roceP2p1s0f0", "port_xmit_data") == after.value("roceP2p1s0f0", "port_xmit_data")) {
            codes.add(Code.DEVICES_CARRY_NOTHING);
        }
        return codes;
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void everyShapeGivesTheSameNumbersAndVerdict(Shape shape) {
        for (long seed = 0; seed < 120; seed++) {
            Truth before = Truth.of(seed);
            Truth after = before.later(seed);
            Inventory first = read(shape, before, new Random(seed));
            Inventory second = read(shape, after, new Random(seed + 1));

            CounterReading reading = CounterReading.of(second.hosts().getFirst());
            for (String device : DEVICES) {
                assertThat(reading.set(device, CounterSet.Kind.RDMA).map(CounterSet::values))
                        .as("seed %d, %s in the shape %s", seed, device, shape)
                        .contains(after.of(device));
            }
            assertThat(judge(first, second))
                    .as("seed %d, shape %s", seed, shape)
                    .isEqualTo(expected(before, after));
        }
    }

    @Test
    void theTwoReadingsMayHaveDifferentShapes() {
        Shape[] shapes = Shape.values();
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Truth before = Truth.of(seed);
            Truth after = before.later(seed);
            Shape one = shapes[random.nextInt(shapes.length)];
            Shape other = shapes[random.nextInt(shapes.length)];

            assertThat(judge(read(one, before, random), read(other, after, random)))
                    .as("seed %d, %s then %s", seed, one, other)
                    .isEqualTo(expected(before, after));
        }
    }

    /** Cut anywhere, lines lost or doubled: no exception, no loss that is not there, and the same answer again. */
    @Test
    void damageNeverMakesALossOutOfNothing() {
        // In a wrapped text a heading that is lost or doubled gives its lines to another device: nobody could tell.
        List<Shape> shapes = new ArrayList<>(List.of(Shape.values()));
        shapes.remove(Shape.RDMA_STATISTIC_WRAPPED);
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Truth before = Truth.of(seed);
            Shape shape = shapes.get(random.nextInt(shapes.size()));
            String text = states() + "\n" + shape.write(before, new Random(seed));
            String damaged = damaged(text, random);
            Inventory first = Shown.text("a.txt", text).inventory();
            Inventory second = Shown.text("b.txt", damaged).inventory();

            Diagnosis diagnosis = Doctor.examineCounters(Fabric.of(second), Expectation.AUTO, Comparison.with(first));
            assertThat(diagnosis.findings())
                    .as("seed %d, shape %s: %s", seed, shape, damaged)
                    .isEmpty();
        }
    }

    /** Whole lines only are cut away or repeated, but for the last one: half a number is another number. */
    private static String damaged(String text, Random random) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        for (int i = random.nextInt(6); i > 0 && lines.size() > 1; i--) {
            int at = random.nextInt(lines.size());
            switch (random.nextInt(3)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, lines.get(random.nextInt(lines.size())));
                default -> lines.add(at, "some words of somebody about port 1 and 4 cables");
            }
        }
        return String.join("\n", lines);
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.CsvSource(
            delimiter = ';',
            value = {
                "rank1 packet_seq_err +4830; packet_seq_err +4830",
                "packet_seq_err: +4830; packet_seq_err +4830",
                "rank2 out_of_sequence = 8; out_of_sequence +8",
                "rank2 out_of_sequence += 51; out_of_sequence +51",
                "rocep1s0f0: out_of_sequence 12 -> 63; out_of_sequence +51",
                "rocep1s0f0 out_of_sequence 12->63; out_of_sequence +51",
                "out_of_sequence 1,012 → 2,063; out_of_sequence +1051"
            })
    void readsGrowthAsPeopleWriteIt(String line, String seen) {
        assertThat(Verdicts.only(
                                Verdicts.judge(
                                        Shown.text("growth.txt", line + "\n").inventory()),
                                Code.FABRIC_LOSS)
                        .seen())
                .contains(seen);
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(
            strings = {
                "out_of_sequence 63",
                "rank2 out_of_sequence 12 -> 12",
                "rank2 out_of_sequence +0",
                "out_of_sequence 63 -> 12",
                "the counter out_of_sequence + 51 others look fine",
                "rnr_nak_retry_err +51",
                "port_xmit_wait +99999"
            })
    void aValueAloneAndHarmlessGrowthAreNoLoss(String line) {
        assertThat(Verdicts.troubles(
                        Verdicts.judge(Shown.text("growth.txt", line + "\n").inventory())))
                .isEmpty();
    }

    @Test
    void readsCountersBeforeAndAfterInColumns() {
        String table = """
                counter            before   after
                out_of_sequence        12      63
                packet_seq_err          7       7
                port_xmit_data      1,000   9,000
                """;
        assertThat(Verdicts.only(Verdicts.judge(Shown.text("t.txt", table).inventory()), Code.FABRIC_LOSS)
                        .seen())
                .isEqualTo("out_of_sequence +51");
        assertThat(Verdicts.troubles(Verdicts.judge(
                        Shown.text("t.txt", table.replace("63", "12")).inventory())))
                .isEmpty();
    }
}
