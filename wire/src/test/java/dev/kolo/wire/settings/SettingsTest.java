package dev.kolo.wire.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.layout.PayloadForm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static final Map<String, String> LEAST = Map.of("world", "3", "rank", "1", "rendezvous", "127.0.0.1:29500");

    private static WireSettings good(Map<String, String> more) {
        Map<String, String> flags = new HashMap<>(LEAST);
        flags.putAll(more);
        return ((SettingsReading.Good) SettingsReader.read(flags, Map.of(), Map.of())).settings();
    }

    private static List<String> problems(Map<String, String> more) {
        Map<String, String> flags = new HashMap<>(LEAST);
        flags.putAll(more);
        SettingsReading reading = SettingsReader.read(flags, Map.of(), Map.of());
        return reading instanceof SettingsReading.Bad(List<String> problems) ? problems : List.of();
    }

    @Test
    void defaultsAreThoseOfTheTable() {
        WireSettings settings = good(Map.of());
        assertThat(settings.use()).isEqualTo(Use.AUTO);
        assertThat(settings.fallback()).isEqualTo(Fallback.TCP);
        assertThat(settings.limitBytes()).isEqualTo(256 * 1024);
        assertThat(settings.limits().lanes()).isEqualTo(2);
        assertThat(settings.limits().devices()).isEqualTo(2);
        assertThat(settings.waits()).isEqualTo(Waits.USUAL);
        assertThat(settings.progress()).isEqualTo(Progress.CALLER);
        assertThat(settings.pinCpu()).isEmpty();
        assertThat(settings.spinNanos()).isEmpty();
        assertThat(settings.form()).isEqualTo(PayloadForm.PLAIN);
        assertThat(settings.orderCheck()).isEqualTo(OrderCheck.AUTO);
    }

    @Test
    void flagsGoBeforeVariablesAndVariablesBeforeTheFile() {
        Map<String, String> file = new TreeMap<>(LEAST);
        file.put("limit", "64KiB");
        file.put("wait", "10");
        file.put("lanes", "1");
        file.put("spin", "100us");
        Map<String, String> environment = Map.of("KOLO_WIRE_LIMIT", "128KiB", "KOLO_WIRE_WAIT", "20", "PATH", "/bin");
        WireSettings settings =
                ((SettingsReading.Good) SettingsReader.read(Map.of("limit", "1MiB"), file, environment)).settings();
        assertThat(settings.limitBytes()).isEqualTo(1 << 20);
        assertThat(settings.waits().servingNanos()).isEqualTo(20_000_000_000L);
        assertThat(settings.limits().lanes()).isEqualTo(1);
        assertThat(settings.spinNanos()).hasValue(100_000);
    }

    @Test
    void aWrongValueOfTheFileIsNamedWithItsPlace() {
        SettingsReading reading =
                SettingsReader.read(LEAST, Map.of("limit", "3"), Map.of("limit", "kolo.yaml:14:10"), Map.of());
        assertThat(((SettingsReading.Bad) reading).problems())
                .containsExactly("kolo.yaml:14:10: wire.limit is \"3\", possible is 4KiB to 16MiB");
    }

    @ParameterizedTest
    @CsvSource({
        "limit, 17MiB, 4KiB to 16MiB",
        "limit, lots, 4KiB to 16MiB",
        "use, maybe, 'one of auto, on, off'",
        "fallback, udp, 'one of tcp, nccl, refuse'",
        "wait, 0, a time like 60s",
        "wait, -3s, a time like 60s",
        "nap, 2ms, 1us to 1ms",
        "spin, 2us, 10us to 60s",
        "spin, soon, 10us to 60s",
        "order-check, maybe, 'one of auto, on, off'",
        "schedule, tree, 'one of auto, one-shot, both-ways, matchings, two-shot, ring'",
        "rank, 3, '0 to 2, since world is 3'",
        "world, 17, 2 to 16",
        "rendezvous, 127.0.0.1, HOST:PORT",
        "rendezvous, ::1:99, HOST:PORT",
        "rendezvous, host:99999, HOST:PORT",
    })
    void refusesWithTheValueSeenAndWhatIsPossible(String key, String value, String possible) {
        assertThat(problems(Map.of(key, value)))
                .anySatisfy(p -> assertThat(p)
                        .startsWith("--" + key + " is \"" + value + "\"")
                        .contains(possible));
    }

    @Test
    void aMisspeltVariableIsNoSilence() {
        SettingsReading reading = SettingsReader.read(LEAST, Map.of(), Map.of("KOLO_WIRE_LIMTI", "4KiB"));
        assertThat(((SettingsReading.Bad) reading).problems())
                .singleElement()
                .asString()
                .startsWith("KOLO_WIRE_LIMTI is no setting of the wire")
                .contains("KOLO_WIRE_LIMIT");
    }

    @Test
    void listsEverythingThatIsWrong() {
        assertThat(problems(Map.of("limit", "1", "use", "x", "lanes", "9"))).hasSize(3);
    }

    @Test
    void wantsATokenWhereOthersCanReachTheRendezvous() {
        assertThat(problems(Map.of("rendezvous", "spark1:29500")))
                .singleElement()
                .asString()
                .contains("KOLO_WIRE_TOKEN is not set")
                .contains("spark1:29500");
        assertThat(problems(Map.of("rendezvous", "spark1:29500", "token", "x"))).isEmpty();
    }

    @Test
    void takesIpv6InBrackets() {
        assertThat(good(Map.of("rendezvous", "[::1]:5")).rendezvous()).isEqualTo(new Endpoint("::1", 5));
        assertThat(new Endpoint("::1", 5)).hasToString("[::1]:5");
    }

    @Test
    void theDigestCoversWhatRanksMustShareAndNothingElse() {
        String digest = good(Map.of()).digest();
        assertThat(good(Map.of("rank", "2", "wait", "5s", "token", "t", "devices", "a,b", "progress", "thread"))
                        .digest())
                .isEqualTo(digest);
        for (Map.Entry<String, String> other : Map.of(
                        "limit",
                        "64KiB",
                        "lanes",
                        "1",
                        "use",
                        "on",
                        "fallback",
                        "refuse",
                        "form",
                        "ll8",
                        "world",
                        "4",
                        "schedule",
                        "ring")
                .entrySet()) {
            assertThat(good(Map.of(other.getKey(), other.getValue())).digest())
                    .as(other.getKey())
                    .isNotEqualTo(digest);
        }
    }

    @Test
    void theTokenIsNotPrinted() {
        assertThat(good(Map.of("token", "hush")).toString()).doesNotContain("hush");
    }

    @Test
    void everyVariableIsTheFlagInCapitals() {
        assertThat(Setting.STARTUP_WAIT.variable()).isEqualTo("KOLO_WIRE_STARTUP_WAIT");
        assertThat(Setting.ofVariable("KOLO_WIRE_LAN_GRACE")).contains(Setting.LAN_GRACE);
    }

    @Test
    void autoAboveTwoRanksWaitsForAReceiptBesideNccl() {
        assertThat(Route.choose(Use.AUTO, Fallback.NCCL, 3, true, false))
                .isInstanceOfSatisfying(
                        Route.OnFallback.class,
                        r -> assertThat(r.reason()).contains("3 ranks beside an engine's NCCL"));
        assertThat(Route.choose(Use.AUTO, Fallback.NCCL, 3, true, true)).isEqualTo(new Route.Wire());
        assertThat(Route.choose(Use.AUTO, Fallback.NCCL, 2, true, false)).isEqualTo(new Route.Wire());
        assertThat(Route.choose(Use.AUTO, Fallback.TCP, 8, false, false)).isEqualTo(new Route.Wire());
        assertThat(Route.choose(Use.ON, Fallback.NCCL, 8, true, false)).isEqualTo(new Route.Wire());
    }

    @Test
    void offWithoutFallbackIsAContradiction() {
        assertThat(Route.choose(Use.OFF, Fallback.REFUSE, 2, false, false)).isInstanceOf(Route.Refused.class);
        assertThat(Route.choose(Use.OFF, Fallback.TCP, 2, false, false)).isInstanceOf(Route.OnFallback.class);
        assertThat(Route.choose(Use.AUTO, Fallback.REFUSE, 3, true, false)).isInstanceOf(Route.Refused.class);
    }
}
