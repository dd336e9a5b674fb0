package dev.kolo.probe.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict reading of the probe's output by its documented grammar (docs/probe-format.md), independent of the product's reader: any line
 * out of place is an error.
 *
 * @param statuses for each name what became of it, in order: {@code rc=N}, {@code missing WHAT}, {@code denied WHAT}, {@code skipped WHAT}
 * @param bodies the body lines of each section
 */
record Transcript(Map<String, String> statuses, Map<String, List<String>> bodies) {
    private static final Pattern SECTION = Pattern.compile("### section (\\S+) (.+)");
    private static final Pattern STDERR = Pattern.compile("### stderr (\\S+) .*");
    private static final Pattern END = Pattern.compile("### end (\\S+) (rc=\\d+)");
    private static final Pattern ALONE = Pattern.compile("### (missing|denied|skipped) (\\S+) (.+)");
    private static final Pattern GUARDED = Pattern.compile("\\\\+###.*");

    static Transcript parse(String output) {
        if (!output.startsWith("### kolo-probe/1\n") || !output.endsWith("\n### done kolo-probe/1\n")) {
            throw new AssertionError("not a whole output:\n" + output);
        }
        var transcript = new Transcript(new LinkedHashMap<>(), new LinkedHashMap<>());
        List<String> lines = output.lines().toList();
        String open = "";
        for (String line : lines.subList(1, lines.size() - 1)) {
            open = open.isEmpty() ? transcript.outside(line) : transcript.inside(open, line);
        }
        if (!open.isEmpty()) {
            throw new AssertionError("section " + open + " does not end");
        }
        return transcript;
    }

    private String outside(String line) {
        Matcher section = SECTION.matcher(line);
        if (section.matches()) {
            bodies.put(section.group(1), new ArrayList<>());
            return section.group(1);
        }
        Matcher alone = ALONE.matcher(line);
        if (!alone.matches()) {
            throw new AssertionError("out of place between sections: " + line);
        }
        settle(alone.group(2), alone.group(1) + " " + alone.group(3));
        return "";
    }

    private String inside(String open, String line) {
        Matcher end = END.matcher(line);
        if (end.matches() && end.group(1).equals(open)) {
            settle(open, end.group(2));
            return "";
        }
        Matcher stderr = STDERR.matcher(line);
        if (line.startsWith("###") && !(stderr.matches() && stderr.group(1).equals(open))) {
            throw new AssertionError("out of place in section " + open + ": " + line);
        }
        List<String> body = bodies.get(open);
        if (body != null) {
            body.add(GUARDED.matcher(line).matches() ? line.substring(1) : line);
        }
        return open;
    }

    private void settle(String name, String status) {
        if (statuses.put(name, status) != null) {
            throw new AssertionError("twice: " + name);
        }
    }

    String status(String name) {
        return statuses.getOrDefault(name, "(nothing)");
    }

    List<String> body(String name) {
        return bodies.getOrDefault(name, List.of());
    }
}
