package dev.kolo.probe.read.format.state;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import java.util.List;

/** What a host says of its own clock: {@code timedatectl}, {@code chronyc tracking}. */
public final class ClockReader implements FormatReader {
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.startsWith("System clock synchronized: ")) {
            return keep("clock.synchronized", text.substring(27).strip(), line, scope);
        }
        if (text.startsWith("NTPSynchronized=")) {
            return keep("clock.synchronized", text.substring(16).strip(), line, scope);
        }
        if (text.startsWith("System time ") && text.contains(" of NTP time")) {
            // "System time     : 12.345 seconds slow of NTP time"
            List<String> words = line.words();
            int seconds = words.indexOf("seconds");
            if (seconds > 0 && seconds + 1 < words.size()) {
                boolean slow = words.get(seconds + 1).equals("slow");
                return keep("clock.offsetSeconds", (slow ? "-" : "") + words.get(seconds - 1), line, scope);
            }
        }
        return Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine()) {
            return claim;
        }
        String text = line.body();
        boolean known = text.startsWith("NTP service:")
                || text.startsWith("RTC in local TZ:")
                || text.startsWith("Leap status ")
                || text.startsWith("Last offset ")
                || text.startsWith("RMS offset ")
                || text.startsWith("Root d")
                || text.startsWith("Frequency ")
                || text.startsWith("NTP=");
        return known ? Claim.KNOWN : Claim.NO;
    }

    private static Claim keep(String name, String value, Line line, Scope scope) {
        scope.setting(name, value, Setting.Source.KERNEL, line.evidence());
        scope.facts().observe(Topic.CLOCK, Observation.PARTIAL);
        scope.understood("clock");
        return Claim.READ;
    }
}
