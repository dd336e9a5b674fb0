package dev.kolo.probe.read.format.host;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.OptionalLong;

/** The limit of locked memory, from {@code ulimit -l}, {@code ulimit -a} and {@code /proc/PID/limits}. */
public final class LimitsReader implements FormatReader {
    private static final long BYTES_PER_KIB = 1024;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.startsWith("max locked memory") || text.startsWith("-l: locked")) {
            List<String> words = line.words();
            return kib(words.get(words.size() - 1), scope);
        }
        if (text.startsWith("Max locked memory")) {
            return ofProcess(line.words(), line, scope);
        }
        boolean asked = scope.command()
                .filter(c -> c.program().equals("ulimit") && c.has("-l"))
                .isPresent();
        return asked && text.indexOf(' ') < 0 ? kib(text, scope) : Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine()) {
            return claim;
        }
        // The other rows of the same table.
        return line.text().startsWith("Max ") || line.text().indexOf(", -") > 0 ? Claim.KNOWN : Claim.NO;
    }

    private static Claim kib(String word, Scope scope) {
        OptionalLong value = word.equals("unlimited") ? OptionalLong.of(Long.MAX_VALUE) : Words.longNumber(word);
        if (value.isEmpty()) {
            return Claim.NO;
        }
        scope.facts().memlockKib(value.getAsLong()).observe(Topic.LIMITS, Observation.OBSERVED);
        scope.understood("ulimit -l");
        return Claim.READ;
    }

    /** "Max locked memory  8388608  8388608  bytes": the soft limit is what counts. */
    private static Claim ofProcess(List<String> words, Line line, Scope scope) {
        if (words.size() < 4) {
            return Claim.NO;
        }
        String soft = words.get(3);
        OptionalLong bytes = soft.equals("unlimited") ? OptionalLong.of(Long.MAX_VALUE) : Words.longNumber(soft);
        if (bytes.isEmpty()) {
            return Claim.NO;
        }
        String path = scope.command().flatMap(c -> c.lastArgument()).orElse("/proc/self/limits");
        if (path.startsWith("/proc/") && !path.equals("/proc/self/limits")) {
            scope.setting("dockerd.memlock", soft, Setting.Source.PROCESS, line.evidence());
        } else {
            long kib = soft.equals("unlimited") ? Long.MAX_VALUE : bytes.getAsLong() / BYTES_PER_KIB;
            scope.facts().memlockKib(kib).observe(Topic.LIMITS, Observation.OBSERVED);
        }
        scope.understood("/proc/PID/limits");
        return Claim.READ;
    }
}
