package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.schedule.Schedules;
import dev.kolo.wire.scripted.ScriptedWorld;
import dev.kolo.wire.scripted.ScriptedWorld.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drawn sequences of collectives, so that every schedule meets what every other one left behind; one seed replays a run. */
class MixedRunsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24})
    void sequencesOfCollectivesEndAsTheOracleSays(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = 2 + random.nextInt(5);
        Setting setting = Setting.of(ranks).lanes(1 + random.nextInt(2));
        boolean ring = ranks > 3 && random.nextBoolean();
        if (ring) {
            setting = setting.ring();
        }
        if (random.nextInt(3) == 0) {
            setting = setting.shared();
        }
        if (random.nextInt(3) > 0) {
            setting = setting.words(random.nextBoolean() ? PayloadForm.LL8 : PayloadForm.LL16);
        }
        Reach reach = ring ? Reach.neighbours(ranks) : Reach.everyPair(ranks);
        ScheduleKind kind = drawKind(random, reach);
        setting = setting.by(kind);
        ScriptedWorld world = new ScriptedWorld(seed, setting);
        if (random.nextBoolean()) {
            // Somewhere where numbers change their sign, come again, or make the ranks meet.
            long from = (1L + random.nextInt(4) << 30) - random.nextInt(40);
            for (int rank = 0; rank < ranks; rank++) {
                world.engine(rank).startAt(from);
            }
        }
        Exchanges exchanges = new Exchanges(world, seed);
        for (int call = 0; call < 20; call++) {
            List<Collective> served = new ArrayList<>();
            for (Collective collective : Collective.values()) {
                if (Schedules.kindsFor(collective, reach).contains(kind)) {
                    served.add(collective);
                }
            }
            Collective collective = served.get(random.nextInt(served.size()));
            world.fabric().sendStaleFlags(random.nextInt(10) == 0 ? 1 : 0);
            long size = random.nextInt(4) == 0 ? random.nextInt(9_000) : random.nextInt(300);
            assertThat(exchanges.run(collective, size, kind))
                    .as("seed " + seed + ", " + setting + ", call " + call)
                    .isEmpty();
        }
    }

    private static ScheduleKind drawKind(SplittableRandom random, Reach reach) {
        List<ScheduleKind> kinds = Schedules.kindsFor(Collective.ALL_REDUCE, reach);
        return kinds.get(random.nextInt(kinds.size()));
    }

    @Test
    void relayedLanesNeverHaveMoreUnderWayThanTheirWindow() {
        Setting relayed = Setting.of(4).lanes(2).window(1024).by(ScheduleKind.ONE_SHOT);
        ScriptedWorld world = new ScriptedWorld(3, relayed);
        Exchanges exchanges = new Exchanges(world, 3);
        for (int call = 0; call < 12; call++) {
            assertThat(exchanges.run(Collective.ALL_GATHER, 4096, ScheduleKind.ONE_SHOT))
                    .isEmpty();
        }
        assertThat(world.fabric().mostUnderWayBytes()).isBetween(512L, 1024L);
        ScriptedWorld free = new ScriptedWorld(3, relayed.window(0));
        assertThat(new Exchanges(free, 3).run(Collective.ALL_GATHER, 4096, ScheduleKind.ONE_SHOT))
                .isEmpty();
        assertThat(free.fabric().mostUnderWayBytes()).isGreaterThan(1024);
    }
}
