package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Clocks that go wrong, so that the logs of ranks cannot be laid side by side. What the host itself says of its clock
 * decides; the hosts' times are compared only as a hint, since nobody says that they were read at the same moment.
 */
public final class ClockCheck implements Check {
    /** Logs of ranks are compared by the second. */
    private static final double MOST_SECONDS = 1;
    /** Scans of several hosts take less. */
    private static final long SCAN_SECONDS = 120;

    @Override
    public void examine(Context context, Findings out) {
        for (Located offset : context.settings().effective("clock.offsetSeconds")) {
            OptionalDouble seconds = number(offset.value());
            if (seconds.isPresent() && Math.abs(seconds.getAsDouble()) > MOST_SECONDS) {
                report(out, offset, "its clock is off by " + offset.value() + " s", Severity.WARNING);
            }
        }
        if (out.has(Code.CLOCK_SKEW)) {
            return;
        }
        for (Located synchronised : context.settings().effective("clock.synchronized")) {
            if (synchronised.value().equals("no")) {
                report(out, synchronised, "the system clock is not synchronised", Severity.INFO);
            }
        }
        odd(context, out);
    }

    private static OptionalDouble number(String text) {
        return text.matches("-?[0-9]{1,9}(\\.[0-9]{1,12})?")
                ? OptionalDouble.of(Double.parseDouble(text))
                : OptionalDouble.empty();
    }

    /** One host's time far from that of all others, which agree. */
    private static void odd(Context context, Findings out) {
        Map<Located, Long> times = new LinkedHashMap<>();
        context.settings().effective("probe.clock").forEach(s -> {
            long seconds = seconds(s.value());
            if (seconds >= 0) {
                times.put(s, seconds);
            }
        });
        List<Located> apart = new ArrayList<>();
        times.forEach((of, time) -> {
            long near = times.values().stream()
                    .filter(t -> Math.abs(t - time) <= SCAN_SECONDS)
                    .count();
            if (near == 1) {
                apart.add(of);
            }
        });
        if (times.size() > 2 && apart.size() == 1) {
            Located one = apart.getFirst();
            report(
                    out,
                    one,
                    "its time was " + one.value()
                            + ", minutes away from that of the others, which agree; it was read at"
                            + " another time, or its clock is wrong",
                    Severity.INFO);
        }
    }

    /** Seconds since the year 2000 of 2026-11-29T21:13:01Z, near enough to compare; −1 for anything else. */
    private static long seconds(String text) {
        if (!text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")) {
            return -1;
        }
        long days = (number(text, 0, 4) - 2000) * 372 + number(text, 5, 7) * 31 + number(text, 8, 10);
        return days * 86_400 + number(text, 11, 13) * 3600 + number(text, 14, 16) * 60 + number(text, 17, 19);
    }

    private static long number(String text, int from, int to) {
        return Long.parseLong(text.substring(from, to));
    }

    private static void report(Findings out, Located of, String seen, Severity severity) {
        out.report(Code.CLOCK_SKEW)
                .severity(severity)
                .at(of.host(), "its clock")
                .seen(seen)
                .wanted("clocks of all hosts within a second")
                .consequence(
                        "log lines of different ranks cannot be laid side by side, and the rank that seems late may only"
                                + " have a wrong clock; certificates and tokens may be refused")
                .fix(Phrase.on(of.host())
                        + "`timedatectl set-ntp true` (or `chronyc makestep`), then `timedatectl` should say"
                        + " \"System clock synchronized: yes\"")
                .evidence(of.setting().evidence())
                .add();
    }
}
