package dev.kolo.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.Node;

/** Collects what is wrong with one file, so that a user sees all of it at once. */
final class Problems {
    private static final int MAX_LISTED = 50;

    private final String file;
    private final List<ConfigProblem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    void add(int line, int column, String message) {
        found.add(new ConfigProblem(file, line, column, message));
    }

    void add(Node at, String message) {
        add(line(at), at.getStartMark().map(m -> m.getColumn() + 1).orElse(0), message);
    }

    /** Where a node begins, as compilers print it. */
    String place(Node node) {
        return file + ":" + line(node) + ":"
                + node.getStartMark().map(m -> m.getColumn() + 1).orElse(0);
    }

    static int line(Node node) {
        return node.getStartMark().map(m -> m.getLine() + 1).orElse(0);
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<ConfigProblem> inOrder() {
        return found.stream()
                .sorted(Comparator.comparingInt(ConfigProblem::line).thenComparingInt(ConfigProblem::column))
                .limit(MAX_LISTED)
                .toList();
    }
}
