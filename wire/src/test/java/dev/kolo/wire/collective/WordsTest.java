package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.layout.StepWords;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.schedule.Schedules;
import dev.kolo.wire.scripted.ScriptedWorld;
import dev.kolo.wire.scripted.ScriptedWorld.Setting;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payload in words: what the numbers in them are for, and what happens where numbers come again. */
class WordsTest {
    private static final int SEEDS = 40;

    /** How many of some seeds end with a wrong byte where flags come before their payload. */
    private static int wrongWhereFlagsComeFirst(Setting setting) {
        int wrong = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            ScriptedWorld world = new ScriptedWorld(seed, setting);
            world.fabric().flagsFirst();
            Exchanges exchanges = new Exchanges(world, seed);
            boolean right = true;
            for (int call = 0; call < 6; call++) {
                right &= exchanges
                        .run(Collective.ALL_GATHER, 240, ScheduleKind.ONE_SHOT)
                        .isEmpty();
            }
            wrong += right ? 0 : 1;
        }
        return wrong;
    }

    @Test
    void aFlagThatComesBeforeItsPayloadFoolsNobodyWhoChecksEveryWord() {
        Setting words = Setting.of(2).words(PayloadForm.LL8);
        assertThat(wrongWhereFlagsComeFirst(words)).isZero();
        assertThat(wrongWhereFlagsComeFirst(Setting.of(3).lanes(2).words(PayloadForm.LL8)))
                .isZero();
        assertThat(wrongWhereFlagsComeFirst(words.without(Safeguard.WORD_NUMBERS)))
                .isPositive();
        assertThat(wrongWhereFlagsComeFirst(Setting.of(2))).as("plain payload").isPositive();
    }

    @Test
    void sixteenByteWordsComeApartWhereANicPlacesEightBytesAtOnce() {
        assertThat(wrongWhereFlagsComeFirst(Setting.of(2).words(PayloadForm.LL16)))
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource(PayloadForm.class)
    void smallPayloadTravelsInWordsAndLargePayloadPlain(PayloadForm form) {
        ScriptedWorld world = new ScriptedWorld(3, Setting.of(2).words(form));
        Exchanges exchanges = new Exchanges(world, 3);
        assertThat(exchanges.run(Collective.ALL_GATHER, ScriptedWorld.WORDS, ScheduleKind.ONE_SHOT))
                .isEmpty();
        long inWords = form == PayloadForm.PLAIN ? 0 : 1;
        assertThat(world.engine(0).counters().get(Total.WORD_STEPS)).isEqualTo(inWords);
        assertThat(exchanges.run(Collective.ALL_GATHER, ScriptedWorld.WORDS + 1, ScheduleKind.ONE_SHOT))
                .isEmpty();
        assertThat(exchanges.run(Collective.BARRIER, 0, ScheduleKind.ONE_SHOT)).isEmpty();
        assertThat(world.engine(0).counters().get(Total.WORD_STEPS)).isEqualTo(inWords);
    }

    // Where numbers end

    private static String runsFrom(long firstStep, Setting setting, ScheduleKind kind) {
        ScriptedWorld world = new ScriptedWorld(firstStep, setting.by(kind));
        for (int rank = 0; rank < world.world(); rank++) {
            world.engine(rank).startAt(firstStep);
        }
        Exchanges exchanges = new Exchanges(world, firstStep);
        String wrong = "";
        for (int call = 0; call < 12 && wrong.isEmpty(); call++) {
            wrong = exchanges.run(Collective.ALL_GATHER, 48 + call, kind);
            wrong += exchanges.run(Collective.BROADCAST, 5000, kind);
        }
        return wrong;
    }

    @ParameterizedTest
    @ValueSource(
            longs = {(1L << 30) - 5, (1L << 31) - 5, (1L << 32) - 5, (1L << 32) - 4, (3L << 30) - 5, (1L << 40) + 1})
    void exchangesGoOnWhereNumbersChangeTheirSignAndComeAgain(long firstStep) {
        for (PayloadForm form : PayloadForm.values()) {
            assertThat(runsFrom(firstStep, Setting.of(2).words(form), ScheduleKind.ONE_SHOT))
                    .isEmpty();
            assertThat(runsFrom(firstStep, Setting.of(3).lanes(2).words(form), ScheduleKind.RING))
                    .isEmpty();
            assertThat(runsFrom(firstStep, Setting.of(4).ring().words(form), ScheduleKind.BOTH_WAYS))
                    .isEmpty();
            assertThat(runsFrom(firstStep, Setting.of(3).shared().words(form), ScheduleKind.ONE_SHOT))
                    .isEmpty();
        }
    }

    /** Words as they were left 2³² steps ago, bearing numbers that come again soon; whether anybody takes them. */
    private static boolean oldWordsAreTaken(Setting setting) {
        ScriptedWorld world = new ScriptedWorld(5, setting);
        RegionLayout layout = setting.layout();
        long first = (1L << 30) - 4;
        MemorySegment old = MemorySegment.ofArray(new byte[240]);
        for (int rank = 0; rank < 2; rank++) {
            world.engine(rank).startAt(first);
        }
        for (long step = first + 6; step < first + 8; step++) {
            long at = layout.wordsReceived(1, (int) (step & 1));
            MemorySegment memory = world.fabric().nic(0).memory();
            StepWords.write(PayloadForm.LL8, old, 0, 240, memory, at, FlagWord.number(step));
        }
        world.fabric().flagsFirst();
        Exchanges exchanges = new Exchanges(world, 5);
        // Empty until the numbers come that the old words bear: nothing else may overwrite them first.
        String wrong = "";
        for (int call = 0; call < 5; call++) {
            wrong += exchanges.run(Collective.BARRIER, 0, ScheduleKind.ONE_SHOT);
        }
        for (int call = 0; call < 4; call++) {
            wrong += exchanges.run(Collective.ALL_GATHER, 240, ScheduleKind.ONE_SHOT);
        }
        return !wrong.isEmpty();
    }

    @Test
    void wordsOfAnEarlierRoundOfNumbersAreGoneBeforeTheirNumbersComeAgain() {
        Setting setting = Setting.of(2).words(PayloadForm.LL8);
        assertThat(oldWordsAreTaken(setting)).isFalse();
        assertThat(oldWordsAreTaken(setting.without(Safeguard.WORDS_CLEARED))).isTrue();
    }

    @Test
    void noScheduleTakesMoreStepsThanTheHorizonCounts() {
        for (int world = 2; world <= 16; world++) {
            for (Reach reach : new Reach[] {Reach.everyPair(world), Reach.neighbours(world)}) {
                for (Collective collective : Collective.values()) {
                    for (ScheduleKind kind : Schedules.kindsFor(collective, reach)) {
                        for (int rank = 0; rank < world; rank++) {
                            int root = collective == Collective.PAIR_EXCHANGE ? (rank + 1) % world : 0;
                            var program = Schedules.program(kind, collective, reach, rank, root);
                            for (int peer = 0; peer < world; peer++) {
                                assertThat((long) program.stepsWith(peer))
                                        .isLessThanOrEqualTo(StepHorizon.mostSteps(kind, world));
                            }
                        }
                    }
                }
            }
        }
    }
}
