package dev.kolo.fabric.finding;

import dev.kolo.fabric.facts.Evidence;
import java.util.Comparator;
import java.util.List;

/**
 * One judgement about a fabric, complete enough to act on.
 *
 * @param code what kind of trouble; its page explains it
 * @param severity how bad
 * @param host the host that it concerns, or where the fix belongs; empty when it concerns all
 * @param subject the netdev, device, port, cable or setting
 * @param seen the raw value that was seen
 * @param wanted what would be right
 * @param consequence what happens because of it, in plain words
 * @param fix a command or the exact plug to move
 * @param evidence the lines it rests on
 * @param confidence how sure
 */
public record Finding(
        Code code,
        Severity severity,
        String host,
        String subject,
        String seen,
        String wanted,
        String consequence,
        String fix,
        List<Evidence> evidence,
        Confidence confidence) {
    /** Cause before consequence: severity, then the catalogue's order, then host and subject. */
    public static final Comparator<Finding> ORDER = Comparator.comparing(Finding::severity)
            .thenComparing(Finding::code)
            .thenComparing(Finding::host, dev.kolo.fabric.facts.NaturalOrder::compare)
            .thenComparing(Finding::subject)
            .thenComparing(Finding::seen);

    /** How sure a finding is. */
    public enum Confidence {
        CERTAIN,
        LIKELY
    }

    public Finding {
        evidence = evidence.stream().filter(e -> !e.isNone()).distinct().toList();
    }
}
