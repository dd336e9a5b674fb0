package dev.kolo.doctor.drift;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Changes of one kind on one host, gathered into one finding. */
final class Changes {
    private final String host;
    private final Set<String> subjects = new LinkedHashSet<>();
    private final List<String> seen = new ArrayList<>();
    private final List<String> wanted = new ArrayList<>();
    private final List<Evidence> evidence = new ArrayList<>();

    Changes(String host) {
        this.host = host;
    }

    /** A value that changed. */
    void changed(String subject, String what, Object before, Object after, Evidence was, Evidence is) {
        add(subject, subject + " " + what + " " + before + " before, " + after + " now", what + " " + before, was, is);
    }

    /**
     * Anything else.
     *
     * @param subject netdev, device or rule
     * @param words what was seen
     * @param right what it was before
     */
    void add(String subject, String words, String right, Evidence was, Evidence is) {
        subjects.add(subject);
        seen.add(words);
        wanted.add(subject + " " + right);
        evidence.add(is);
        evidence.add(was);
    }

    boolean isEmpty() {
        return seen.isEmpty();
    }

    /** Starts the finding; the caller adds consequence and fix, and files it. */
    Draft draft(Findings out, Code code) {
        return out.report(code)
                .at(host, Phrase.list(subjects))
                .seen(Phrase.list(seen))
                .wanted("as before: " + Phrase.list(wanted))
                .evidence(evidence);
    }

    /** The same for what is only good to know. */
    Draft note(Findings out, Code code) {
        return draft(out, code).severity(Severity.INFO);
    }
}
