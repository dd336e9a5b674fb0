package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.scripted.ScriptedWorld;
import dev.kolo.wire.scripted.ScriptedWorld.Setting;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is each rank's own affair must change nothing for the others: whether it holds a send slot, for how long, whether it
 * fills it for an exchange, looks at blocks where they arrived, or queues several calls ahead. Drawn, one seed a run.
 */
class LocalChoicesTest {
    private static final int RUNS = 25;
    private static final int CALLS = 24;
    private static final int[] SIZES = {0, 4, 64, 900, 2048, 2052, 4096, 5000, 9000};

    static Stream<Setting> settings() {
        return Stream.of(
                Setting.of(2),
                Setting.of(3),
                Setting.of(2).shared(),
                Setting.of(3).shared(),
                Setting.of(4).ring(),
                Setting.of(4).ring().shared(),
                Setting.of(3).by(ScheduleKind.RING),
                Setting.of(4).ring().by(ScheduleKind.MATCHINGS),
                Setting.of(5).ring().by(ScheduleKind.BOTH_WAYS).words(PayloadForm.LL8),
                Setting.of(3).by(ScheduleKind.TWO_SHOT).words(PayloadForm.LL8),
                Setting.of(3).lanes(2).words(PayloadForm.LL8),
                Setting.of(3).shared().words(PayloadForm.LL16));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void howARankGivesAndTakesIsItsOwnAffair(Setting setting) {
        for (int seed = 0; seed < RUNS; seed++) {
            assertThat(new Run(seed, setting).outcome())
                    .as("seed " + seed + ", " + setting)
                    .isEmpty();
        }
    }

    /** One call on all ranks: an all-gather, or a sum of whole numbers. */
    private record Call(int number, boolean sums, int bytes) {
        byte pattern(int rank, int i) {
            return (byte) (number * 29 + rank * 7 + i * 3 + 1);
        }

        int element(int rank, int i) {
            return number * 1_000 + rank * 100 + i;
        }
    }

    private static final class Run {
        private final ScriptedWorld world;
        private final RegionLayout layout;
        private final List<Call> calls = new ArrayList<>();
        private final List<Rank> ranks = new ArrayList<>();

        Run(long seed, Setting setting) {
            world = new ScriptedWorld(seed, setting);
            layout = setting.layout();
            SplittableRandom random = new SplittableRandom(seed);
            for (int number = 0; number < CALLS; number++) {
                calls.add(new Call(number, random.nextInt(3) == 0, SIZES[random.nextInt(SIZES.length)]));
            }
            for (int rank = 0; rank < setting.world(); rank++) {
                ranks.add(new Rank(rank, random.split()));
            }
        }

        String outcome() {
            for (long turn = 0; turn < 3_000_000; turn++) {
                world.turn();
                if ((turn & 7) == 0) {
                    boolean done = true;
                    for (Rank rank : ranks) {
                        rank.act();
                        if (!rank.wrong.isEmpty()) {
                            return rank.wrong;
                        }
                        done &= rank.isDone();
                    }
                    if (done) {
                        return "";
                    }
                }
            }
            return "no end: "
                    + ranks.stream()
                            .map(r -> "rank " + r.rank + " at " + r.next)
                            .toList();
        }

        /** A caller of its own, which does one thing at a time as its own generator says. */
        private final class Rank {
            private final int rank;
            private final SplittableRandom random;
            private final Engine engine;
            private final ArrayDeque<Under> under = new ArrayDeque<>();
            private int next;
            private int slot = -1;
            private long acquiring = -1;
            private String wrong = "";

            private record Under(Call call, long ticket, MemorySegment output, boolean view) {}

            Rank(int rank, SplittableRandom random) {
                this.rank = rank;
                this.random = random;
                this.engine = world.engine(rank);
            }

            boolean isDone() {
                return next == CALLS && under.isEmpty();
            }

            void act() {
                if (acquiring >= 0) {
                    if (!engine.isOver(acquiring)) {
                        return;
                    }
                    slot = engine.operation(acquiring).slot();
                    acquiring = -1;
                }
                while (!under.isEmpty() && engine.isOver(under.getFirst().ticket())) {
                    judge(under.removeFirst());
                }
                boolean ahead = !under.isEmpty();
                if (next == CALLS
                        || (ahead && (under.size() > 3 || under.getLast().view() || random.nextInt(4) > 0))) {
                    return;
                }
                if (!ahead && slot < 0 && random.nextInt(3) == 0) {
                    world.next(rank).acquire();
                    acquiring = engine.submit();
                    return;
                }
                submit(calls.get(next++));
            }

            private void submit(Call call) {
                boolean bySlot = slot >= 0 && call.bytes() <= layout.slotBytes() && random.nextBoolean();
                boolean view = !call.sums() && call.bytes() <= ScriptedWorld.LIMIT && random.nextInt(3) == 0;
                MemorySegment input =
                        bySlot ? world.fabric().nic(rank).memory() : MemorySegment.ofArray(new byte[call.bytes()]);
                long at = bySlot ? layout.send(slot) : 0;
                fill(call, input, at);
                int outputs = call.sums() ? call.bytes() : call.bytes() * world.world();
                MemorySegment output = view ? MemorySegment.NULL : MemorySegment.ofArray(new byte[outputs]);
                Collective what = call.sums() ? Collective.ALL_REDUCE : Collective.ALL_GATHER;
                DataType type = call.sums() ? DataType.I32 : DataType.BYTES;
                Operation op =
                        world.next(rank).prepare(what, type, Reduction.SUM, input, at, output, 0, call.bytes(), -1);
                if (bySlot) {
                    op.fromSlot();
                    slot = -1;
                }
                if (view) {
                    op.asView();
                }
                under.add(new Under(call, engine.submit(), output, view));
            }

            private void fill(Call call, MemorySegment input, long at) {
                for (int i = 0; i < call.bytes(); i++) {
                    if (!call.sums()) {
                        input.set(ValueLayout.JAVA_BYTE, at + i, call.pattern(rank, i));
                    } else if (i % 4 == 0) {
                        input.set(ValueLayout.JAVA_INT_UNALIGNED, at + i, call.element(rank, i));
                    }
                }
            }

            private void judge(Under done) {
                Call call = done.call();
                if (engine.poison().isSet()) {
                    wrong = engine.poison().failure().orElseThrow().message();
                    return;
                }
                for (int from = 0; from < world.world() && !call.sums(); from++) {
                    MemorySegment seen = done.view() ? engine.viewMemory(from) : done.output();
                    long at = done.view() ? engine.viewOffset(from) : (long) from * call.bytes();
                    for (int i = 0; i < call.bytes(); i++) {
                        if (seen.get(ValueLayout.JAVA_BYTE, at + i) != call.pattern(from, i)) {
                            wrong = "rank " + rank + ", " + call + (done.view() ? " as a view" : "") + ": byte " + i
                                    + " of rank " + from;
                        }
                    }
                }
                for (int i = 0; i < call.bytes() && call.sums(); i += 4) {
                    int sum = 0;
                    for (int from = 0; from < world.world(); from++) {
                        sum += call.element(from, i);
                    }
                    if (done.output().get(ValueLayout.JAVA_INT_UNALIGNED, i) != sum) {
                        wrong = "rank " + rank + ", " + call + ": element at " + i;
                    }
                }
            }
        }
    }
}
