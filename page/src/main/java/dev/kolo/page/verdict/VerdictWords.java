package dev.kolo.page.verdict;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import java.util.ArrayList;
import java.util.List;

/** Words that every form of a verdict shares. */
public final class VerdictWords {
    private VerdictWords() {}

    /** {@code 1 error, 2 warnings}, or {@code no findings}; information is counted only when there is nothing else. */
    public static String summary(List<Finding> findings) {
        List<String> parts = new ArrayList<>();
        for (Severity severity : Severity.values()) {
            long count = findings.stream().filter(f -> f.severity() == severity).count();
            if (count > 0) {
                parts.add(count + " " + word(severity) + (count > 1 && severity != Severity.INFO ? "s" : ""));
            }
        }
        return parts.isEmpty() ? "no findings" : String.join(", ", parts);
    }

    /** The word for a severity: error, warning, info. */
    public static String word(Severity severity) {
        return switch (severity) {
            case ERROR -> "error";
            case WARNING -> "warning";
            case INFO -> "info";
        };
    }

    /** Host and subject in one phrase, without saying the host twice. */
    static String place(Finding finding) {
        if (finding.host().isEmpty() || finding.subject().contains(finding.host())) {
            return finding.subject();
        }
        return finding.subject().isEmpty() ? finding.host() : finding.host() + " " + finding.subject();
    }

    /** Where a line of evidence stands: {@code file:line}, or the file alone. */
    static String source(Evidence evidence) {
        return evidence.line() > 0 ? evidence.file() + ":" + evidence.line() : evidence.file();
    }
}
