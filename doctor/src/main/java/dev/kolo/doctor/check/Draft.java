package dev.kolo.doctor.check;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A finding in the making. {@link #add} refuses one that lacks what a reader needs to act. */
public final class Draft {
    /** More lines than this prove nothing further. */
    private static final int MAX_EVIDENCE = 12;

    private final Findings out;
    private final Code code;
    private Severity severity;
    private String host = "";
    private String subject = "";
    private String seen = "";
    private String wanted = "";
    private String consequence = "";
    private String fix = "";
    private final List<Evidence> evidence = new ArrayList<>();
    private final Set<FunctionId> about = new LinkedHashSet<>();
    private Finding.Confidence confidence = Finding.Confidence.CERTAIN;

    Draft(Findings out, Code code) {
        this.out = out;
        this.code = code;
        this.severity = code.usualSeverity();
    }

    /** Another severity than the code's usual one; the code's page must say when. */
    public Draft severity(Severity value) {
        severity = value;
        return this;
    }

    /** The host that it concerns, and the netdev, port, cable or setting. */
    public Draft at(String onHost, String what) {
        host = onHost;
        subject = what;
        return this;
    }

    /** The raw value. */
    public Draft seen(String value) {
        seen = value;
        return this;
    }

    /** What would be right. */
    public Draft wanted(String value) {
        wanted = value;
        return this;
    }

    /** What happens because of it. */
    public Draft consequence(String value) {
        consequence = value;
        return this;
    }

    /** A command or the exact plug to move. */
    public Draft fix(String value) {
        fix = value;
        return this;
    }

    /** A line that it rests on; the most telling ones first. */
    public Draft evidence(Evidence line) {
        evidence.add(line);
        return this;
    }

    /** Lines that it rests on, in the order in which they should be read. */
    public Draft evidence(Collection<Evidence> lines) {
        evidence.addAll(lines);
        return this;
    }

    /** All functions that it is about, where the words name only some: what follows from it is told by them. */
    public Draft about(Collection<FunctionId> functions) {
        about.addAll(functions);
        return this;
    }

    /** All functions at both ends of cables. */
    public Draft aboutCables(Collection<Cable> cables) {
        cables.forEach(c -> c.links().forEach(l -> about(List.of(l.a(), l.b()))));
        return this;
    }

    /** Marks the finding as likely instead of certain. */
    public Draft likely() {
        confidence = Finding.Confidence.LIKELY;
        return this;
    }

    /** Likely when the condition holds, certain otherwise. */
    public Draft likelyIf(boolean condition) {
        return condition ? likely() : this;
    }

    /** Files the finding. */
    public void add() {
        if (subject.isEmpty() || seen.isEmpty() || wanted.isEmpty() || consequence.isEmpty() || fix.isEmpty()) {
            throw new IllegalStateException(
                    "a finding of " + code + " lacks subject, seen, wanted, consequence or fix");
        }
        List<Evidence> lines =
                evidence.stream().filter(e -> !e.isNone()).distinct().toList();
        Finding finding = new Finding(
                code,
                severity,
                host,
                subject,
                seen,
                wanted,
                consequence,
                fix,
                lines.size() > MAX_EVIDENCE ? lines.subList(0, MAX_EVIDENCE) : lines,
                confidence);
        out.add(finding, about);
    }
}
