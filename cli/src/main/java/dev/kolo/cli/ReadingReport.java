package dev.kolo.cli;

import dev.kolo.probe.read.ReadResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Says what became of the input: how much was understood, what was not and why, and what is wrong with it. For standard
 * error, before any verdict, since a verdict is worth as much as what it rests on.
 *
 * @param result what came of reading
 */
record ReadingReport(ReadResult result) {
    private static final int MOST_LISTED = 20;

    /** True when not a single fact came of it, and no host was asked in vain either. */
    boolean isEmpty() {
        return result.inventory().hosts().isEmpty()
                && result.inventory().unreachable().isEmpty()
                && result.inventory().statedCables().isEmpty();
    }

    /** The lines, raw: whoever prints them quotes them. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        int all = result.understood().size() + result.notUnderstood().size();
        if (!result.notUnderstood().isEmpty()) {
            lines.add("Understood " + result.understood().size() + " of " + all + " inputs. Not understood:");
            result.notUnderstood().stream()
                    .limit(MOST_LISTED)
                    .forEach(n -> lines.add("  " + n.file() + ": " + n.reason()));
            more(lines, result.notUnderstood().size());
        }
        if (!result.problems().isEmpty()) {
            lines.add("Wrong with the input:");
            result.problems().stream().limit(MOST_LISTED).forEach(p -> lines.add("  " + p));
            more(lines, result.problems().size());
        }
        return lines;
    }

    private static void more(List<String> lines, int count) {
        if (count > MOST_LISTED) {
            lines.add("  and " + (count - MOST_LISTED) + " more");
        }
    }
}
