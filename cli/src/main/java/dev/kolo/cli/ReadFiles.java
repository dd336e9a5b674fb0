package dev.kolo.cli;

import dev.kolo.fabric.finding.Verdict;
import dev.kolo.page.text.Table;
import dev.kolo.probe.read.ReadResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was understood, short enough for a screen: files of the same kinds share a row, and a probe's output is called that
 * and not by its forty sections.
 */
final class ReadFiles {
    private static final String PROBE = "probe output";
    private static final int MOST_ROWS = 20;

    private ReadFiles() {}

    /** One row for each kind of file. */
    static Table table(ReadResult result) {
        Map<String, List<String>> byKinds = new LinkedHashMap<>();
        for (Verdict.Understood file : result.understood()) {
            String kinds = file.kinds().contains(PROBE) ? PROBE : String.join(", ", file.kinds());
            byKinds.computeIfAbsent(kinds, k -> new ArrayList<>()).add(file.file());
        }
        Table table = new Table("Read", "Understood as");
        byKinds.entrySet().stream().limit(MOST_ROWS).forEach(e -> table.row(files(e.getValue()), e.getKey()));
        if (byKinds.size() > MOST_ROWS) {
            table.row("and other files", (byKinds.size() - MOST_ROWS) + " more kinds");
        }
        return table;
    }

    private static String files(List<String> files) {
        return switch (files.size()) {
            case 1 -> files.getFirst();
            case 2 -> files.getFirst() + ", " + files.getLast();
            default -> files.getFirst() + " and " + (files.size() - 1) + " more";
        };
    }
}
