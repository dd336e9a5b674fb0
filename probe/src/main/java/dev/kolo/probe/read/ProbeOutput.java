package dev.kolo.probe.read;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.text.Command;
import dev.kolo.probe.read.text.Line;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Understands the markers of the probe's own output, {@code kolo-probe/1}: which section a body line belongs to, and
 * which topics were answered, missing, denied or cut off. Bodies go to the same readers as pasted text.
 */
final class ProbeOutput {
    private static final String FORMAT = "kolo-probe/";
    private static final String VERSION = "kolo-probe/1";

    /** Topics whose sections stand in for each other: one answer is a whole answer. */
    private static final Set<Topic> ALTERNATIVES = Set.of(
            Topic.ADDRESSES,
            Topic.LINKS,
            Topic.ROUTES,
            Topic.NEIGHBOURS,
            Topic.RDMA_PORTS,
            Topic.GIDS,
            Topic.COUNTERS,
            Topic.LIMITS);

    private final TextReading text;
    private final Map<Topic, Tally> tallies = new EnumMap<>(Topic.class);
    private boolean open;
    private boolean refused;
    private String section = "";
    private int lastLine;
    private int bodyLines;

    /** Sections of one topic: how many answered, and what became of the others. */
    private static final class Tally {
        int answered;
        Optional<Observation> failure = Optional.empty();
    }

    ProbeOutput(TextReading text) {
        this.text = text;
    }

    /** True while the lines are a section's body, in which no heading or prompt is looked for. */
    boolean inSection() {
        return !section.isEmpty();
    }

    /** Takes markers, and the lines of sections; false for a line that is neither. */
    boolean accept(Line line) {
        String words = line.text();
        if (!words.startsWith("### ")) {
            if (section.isEmpty()) {
                return open && refused && line.isBlank();
            }
            bodyLines++;
            if (!refused) {
                text.body(unescape(line));
            }
            return true;
        }
        String[] parts = words.substring(4).split(" ", 3);
        String rest = parts.length > 2 ? parts[2] : "";
        if (parts[0].startsWith(FORMAT)) {
            start(line, parts[0]);
            return true;
        }
        if (!open || parts.length < 2) {
            return false;
        }
        lastLine = line.number();
        switch (parts[0]) {
            case "section" -> openSection(parts[1], rest);
            case "end" -> closeSection(rest.equals("rc=0"));
            case "missing" -> note(parts[1], Observation.TOOL_MISSING);
            case "denied" -> note(parts[1], Observation.DENIED);
            case "skipped" -> note(parts[1], Observation.FAILED);
            case "stderr" -> {}
            case "done" -> finish();
            default -> {
                return !section.isEmpty();
            }
        }
        return true;
    }

    private void start(Line line, String version) {
        end();
        text.endBlock(true);
        text.hosts().startUnnamed();
        open = true;
        refused = !version.equals(VERSION);
        lastLine = line.number();
        text.report().understood("probe output");
        if (refused) {
            text.report()
                    .problem(
                            line.number(),
                            "this is probe output of format " + version + ", and only " + VERSION
                                    + " is known here: run the probe script of this Kolo (kolo scan --print-script)");
        }
    }

    private static Line unescape(Line line) {
        String words = line.text();
        int slashes = 0;
        while (slashes < words.length() && words.charAt(slashes) == '\\') {
            slashes++;
        }
        return slashes > 0 && words.startsWith("###", slashes) ? line.withText(words.substring(1)) : line;
    }

    private void openSection(String name, String command) {
        if (!section.isEmpty()) {
            closeSection(false);
        }
        text.endBlock(true);
        section = name;
        bodyLines = 0;
        text.startCommand(Command.of(command));
    }

    private void closeSection(boolean answered) {
        text.endBlock(answered);
        text.forgetCommand();
        if (answered) {
            CommandTopics.ofSection(section).forEach(t -> tally(t).answered++);
        } else {
            note(section, bodyLines > 0 ? Observation.PARTIAL : Observation.FAILED);
        }
        section = "";
    }

    private void note(String name, Observation failure) {
        for (Topic topic : CommandTopics.ofSection(name)) {
            Tally tally = tally(topic);
            tally.failure = tally.failure.isPresent() ? tally.failure : Optional.of(failure);
        }
        if (name.equals("sysfs-infiniband") && failure == Observation.TOOL_MISSING) {
            // A kernel without RDMA has no ports and no GIDs: that is an answer.
            for (Topic topic : CommandTopics.ofSection(name)) {
                tally(topic).answered++;
            }
        }
    }

    private Tally tally(Topic topic) {
        return tallies.computeIfAbsent(topic, t -> new Tally());
    }

    private void finish() {
        if (!section.isEmpty()) {
            closeSection(false);
        }
        open = false;
        settle();
    }

    /** The text is over, or another host's output starts. */
    void end() {
        if (!open) {
            return;
        }
        String last = section;
        finish();
        if (!refused) {
            text.report()
                    .problem(
                            lastLine,
                            "the probe's output was cut off" + (last.isEmpty() ? "" : " in its section " + last)
                                    + ": the line \"### done " + VERSION
                                    + "\" is missing; what came before it counts, the rest was not seen: run the probe on that host again");
        }
    }

    private void settle() {
        for (Map.Entry<Topic, Tally> entry : tallies.entrySet()) {
            Tally tally = entry.getValue();
            Observation seen = tally.failure.isEmpty() || tally.answered > 0 && ALTERNATIVES.contains(entry.getKey())
                    ? Observation.OBSERVED
                    : tally.answered > 0 ? Observation.PARTIAL : tally.failure.get();
            text.hosts().current().facts().observe(entry.getKey(), seen);
        }
        tallies.clear();
    }
}
