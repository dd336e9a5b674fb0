package dev.kolo.doctor;

import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Fabric;
import java.util.ArrayList;
import java.util.List;

/**
 * The doctor's answer.
 *
 * @param fabric the fabric that was judged
 * @param findings in {@link Finding#ORDER}, each root trouble once
 * @param notObserved what could not be judged, and what to ask for
 * @param chains the same findings, those that another explains under it; the most urgent first
 */
public record Diagnosis(Fabric fabric, List<Finding> findings, List<NotObserved> notObserved, List<Chain> chains) {
    public Diagnosis {
        chains = List.copyOf(chains);
        findings = List.copyOf(findings);
        notObserved = List.copyOf(notObserved);
    }

    /** The same, with more that could not be judged. */
    public Diagnosis withNotObserved(List<NotObserved> more) {
        List<NotObserved> all = new ArrayList<>(notObserved);
        all.addAll(more);
        return new Diagnosis(fabric, findings, all, chains);
    }

    /** True when nothing is wrong as far as the facts show: no error and no warning. */
    public boolean isHealthy() {
        return findings.stream().allMatch(f -> f.severity() == Severity.INFO);
    }

    /** The findings that somebody must do something about: errors and warnings. */
    public List<Finding> serious() {
        return findings.stream().filter(f -> f.severity() != Severity.INFO).toList();
    }

    /** The chains in which there is anything serious; the most urgent first. */
    public List<Chain> troubles() {
        return chains.stream().filter(c -> c.worst() != Severity.INFO).toList();
    }

    /** What is only good to know. */
    public List<Finding> notes() {
        return findings.stream().filter(f -> f.severity() == Severity.INFO).toList();
    }

    /** How many findings have the severity. */
    public long count(Severity severity) {
        return findings.stream().filter(f -> f.severity() == severity).count();
    }
}
