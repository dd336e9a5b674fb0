package dev.kolo.probe.read.format.state;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Optional;

/**
 * Processes that matter to a fabric, in what {@code ps}, {@code pgrep -af} and {@code systemctl} print: markers of relayed
 * paths and engines that serve. A command line counts beside a process's number only; in a script it is no process.
 */
public final class ProcessReader implements FormatReader {
    private static final String UNIT = "kolo-fabric-marker@";
    private static final int MOST_RULES = 64;

    private String unit = "";

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.contains(UNIT)) {
            return unit(text, line, scope);
        }
        boolean marker = text.contains(" --device ") && (text.contains("=0x88b") || text.contains("65535"));
        Optional<String> engine = marker ? Optional.empty() : EngineNames.ofCommand(text);
        if (!marker && engine.isEmpty()) {
            return isTableHead(text) ? Claim.KNOWN : Claim.NO;
        }
        List<String> words = line.words();
        if (!hasProcessNumber(words)) {
            return Claim.NO;
        }
        if (marker) {
            marker(words, line, scope);
        } else {
            scope.remark(Remark.Kind.SERVING, engine.orElseThrow(), line.evidence());
        }
        scope.facts().observe(Topic.PROCESSES, Observation.PARTIAL);
        scope.understood("processes");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine()) {
            return claim;
        }
        String text = line.body();
        if (!unit.isEmpty() && text.startsWith("Active: ")) {
            if (text.startsWith("Active: failed")) {
                failed(unit, line, scope);
            }
            return Claim.READ;
        }
        return hasProcessNumber(line.words()) ? Claim.KNOWN : Claim.NO;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        unit = "";
    }

    private static boolean isTableHead(String text) {
        return text.startsWith("PID ") && text.endsWith("COMMAND")
                || text.startsWith("USER ") && text.contains(" PID ");
    }

    /** "1234 /usr/local/bin/x", "root 1234 0.0 …", "└─1234 /usr/local/bin/x". */
    private static boolean hasProcessNumber(List<String> words) {
        for (int i = 0; i < Math.min(2, words.size() - 1); i++) {
            String word = words.get(i).replace("├─", "").replace("└─", "");
            if (Words.number(word).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** "… --device rocep1s0f0 --rule 10.41.1.2=0x88b5 --rule … --managed"; the older form names a UDP port. */
    private static void marker(List<String> words, Line line, Scope scope) {
        Optional<String> device = Words.after(words, "--device");
        if (device.isEmpty()) {
            return;
        }
        StringBuilder value = new StringBuilder(device.get());
        int rules = 0;
        for (int i = 0; i + 1 < words.size() && rules < MOST_RULES; i++) {
            if (words.get(i).equals("--rule") && words.get(i + 1).contains("=0x88b")) {
                value.append(' ').append(words.get(i + 1));
                rules++;
            }
        }
        if (rules == 0 && words.contains("65535")) {
            value.append(" port=65535");
        }
        scope.remark(Remark.Kind.MARKER_PROCESS, value.toString(), line.evidence());
    }

    /** Lines of systemctl and of the journal about a marker's unit. */
    private Claim unit(String text, Line line, Scope scope) {
        int start = text.indexOf(UNIT) + UNIT.length();
        int end = text.indexOf(".service", start);
        unit = end < 0 ? "?" : text.substring(start, end);
        if (!unit.matches("[A-Za-z0-9_.:-]{1,64}")) {
            unit = "?";
        }
        boolean isDead = text.contains(" failed ")
                || text.contains("Failed with result")
                || text.contains("status=") && text.contains("exited") && !text.contains("status=0")
                || text.contains("Failed to start");
        if (isDead) {
            failed(unit, line, scope);
        }
        scope.understood("systemctl");
        return Claim.READ;
    }

    private static void failed(String device, Line line, Scope scope) {
        scope.remark(Remark.Kind.MARKER_FAILED, device, line.evidence());
    }
}
