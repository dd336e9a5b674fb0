package dev.kolo.fabric.counters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Setting;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How much time lies between two readings, and whether the host was started anew meanwhile. */
class IntervalTest {
    private static Moment moment(String clock, long uptimeMillis, String boot) {
        return new Moment(
                clock.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(clock)),
                uptimeMillis < 0 ? OptionalLong.empty() : OptionalLong.of(uptimeMillis),
                boot.isEmpty() ? Optional.empty() : Optional.of(boot));
    }

    @Test
    void readsTheMomentFromTheFactsOfAHost() {
        FactsBuilder facts = new FactsBuilder("spark1");
        setting(facts, Moment.CLOCK_SETTING, "2026-11-29T18:55:10Z");
        setting(facts, Moment.UPTIME_SETTING, "58.56");
        setting(facts, Moment.BOOT_SETTING, "22d2cb1a");

        assertThat(Moment.of(facts.build())).isEqualTo(moment("2026-11-29T18:55:10Z", 58_560, "22d2cb1a"));
    }

    @Test
    void takesNonsenseForNoTime() {
        FactsBuilder facts = new FactsBuilder("spark1");
        setting(facts, Moment.CLOCK_SETTING, "yesterday");
        setting(facts, Moment.UPTIME_SETTING, "1e9 x");

        assertThat(Moment.of(facts.build())).isEqualTo(Moment.UNKNOWN);
        assertThat(Interval.between(Moment.UNKNOWN, Moment.UNKNOWN)).isEqualTo(Interval.UNKNOWN);
        assertThat(Interval.UNKNOWN.perSecond(5)).isEqualTo(OptionalDouble.empty());
    }

    @Test
    void trustsTheUptimeOfOneBootMoreThanTheClock() {
        Interval interval = Interval.between(
                moment("2026-11-29T18:55:10Z", 1_000, "a"), moment("2026-11-29T12:00:00Z", 3_500, "a"));

        assertThat(interval).isEqualTo(new Interval(OptionalLong.of(2_500), false, false));
        assertThat(interval.perSecond(5_000)).isEqualTo(OptionalDouble.of(2_000));
    }

    @Test
    void seesARestartByTheBootId() {
        assertThat(Interval.between(
                        moment("2026-11-29T18:00:00Z", 9_000, "a"), moment("2026-11-29T18:10:00Z", 30_000, "b")))
                .isEqualTo(new Interval(OptionalLong.of(600_000), true, false));
    }

    @Test
    void seesARestartByTheUptimeAlone() {
        assertThat(Interval.between(moment("", 900_000, ""), moment("", 30_000, ""))
                        .restarted())
                .isTrue();
        assertThat(Interval.between(
                                moment("2026-11-29T18:00:00Z", 9_000, ""), moment("2026-11-29T19:00:00Z", 30_000, ""))
                        .restarted())
                .as("an hour has passed and the host has been up for half a minute")
                .isTrue();
        assertThat(Interval.between(
                                moment("2026-11-29T18:00:00Z", 9_000, ""), moment("2026-11-29T18:00:21Z", 30_000, ""))
                        .restarted())
                .isFalse();
    }

    @Test
    void seesThatTheSecondReadingIsTheOlderOne() {
        assertThat(Interval.between(
                        moment("2026-11-29T18:10:00Z", 9_000, "a"), moment("2026-11-29T18:00:00Z", 3_000, "a")))
                .isEqualTo(new Interval(OptionalLong.empty(), false, true));
        assertThat(Interval.between(moment("2026-11-29T18:10:00Z", -1, ""), moment("2026-11-29T18:00:00Z", -1, ""))
                        .backwards())
                .isTrue();
    }

    @Test
    void givesNoTimeForTwoReadingsOfOneSecond() {
        assertThat(Interval.between(moment("2026-11-29T18:10:00Z", -1, ""), moment("2026-11-29T18:10:00Z", -1, ""))
                        .millis())
                .isEmpty();
    }

    private static void setting(FactsBuilder facts, String name, String value) {
        facts.setting(new Setting(name, value, Setting.Source.KERNEL, Evidence.NONE));
    }
}
