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
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every collective under every schedule that serves it, over a fabric that delays and reorders, against the oracle. */
class CollectivesTest {
    private static final long[] SIZES = {0, 2, 6, 16, 1000, 4096, 4112, 20_000};

    private static final List<Setting> SETTINGS = settings();

    private static List<Setting> settings() {
        List<Setting> all = new ArrayList<>();
        for (int world : new int[] {2, 3, 4, 5, 8}) {
            all.add(Setting.of(world));
            all.add(Setting.of(world).lanes(2));
            all.add(Setting.of(world).shared());
            if (world > 3) {
                all.add(Setting.of(world).ring());
            }
        }
        all.add(Setting.of(2).words(PayloadForm.LL16));
        all.add(Setting.of(3).shared().words(PayloadForm.LL16));
        all.add(Setting.of(3).lanes(2).words(PayloadForm.LL8));
        all.add(Setting.of(3).shared().words(PayloadForm.LL8));
        all.add(Setting.of(4).ring().words(PayloadForm.LL8));
        all.add(Setting.of(4).window(1024).words(PayloadForm.LL8));
        all.add(Setting.of(16).ring());
        return List.copyOf(all);
    }

    @TestFactory
    Stream<DynamicTest> everyRankEndsWithWhatTheOracleSays() {
        return SETTINGS.stream().flatMap(setting -> {
            Reach reach = setting.neighbours() ? Reach.neighbours(setting.world()) : Reach.everyPair(setting.world());
            return Stream.of(ScheduleKind.values())
                    .map(kind -> DynamicTest.dynamicTest(name(setting, kind), () -> {
                        ScriptedWorld world =
                                new ScriptedWorld(setting.world() * 31L + kind.number(), setting.by(kind));
                        Exchanges exchanges = new Exchanges(world, 7 + kind.number());
                        for (Collective collective : Collective.values()) {
                            if (Schedules.kindsFor(collective, reach).contains(kind)) {
                                for (long size : SIZES) {
                                    assertThat(exchanges.run(collective, size, kind))
                                            .isEmpty();
                                }
                            }
                        }
                    }));
        });
    }

    private static String name(Setting setting, ScheduleKind kind) {
        return setting.world() + " ranks, " + setting.lanes() + " lanes" + (setting.neighbours() ? ", ring" : "")
                + (setting.peerReadable() ? ", shared" : "")
                + (setting.form() == PayloadForm.PLAIN ? "" : ", " + setting.form()) + ", " + kind.word();
    }
}
