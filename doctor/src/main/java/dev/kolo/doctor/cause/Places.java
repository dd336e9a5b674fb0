package dev.kolo.doctor.cause;

import dev.kolo.doctor.cause.Causes.Match;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.FunctionId;
import java.util.Set;

/**
 * What a finding is about: the hosts and functions that it names.
 *
 * @param hosts its hosts; empty when it concerns all
 * @param functions its functions; empty when it names none
 */
record Places(Set<String> hosts, Set<FunctionId> functions) {
    /** Whether a finding at these places explains one at the others, as far as places tell. */
    boolean explain(Places other, Match match) {
        return switch (match) {
            case ANYWHERE -> true;
            case SAME_HOST -> shareHost(other);
            case SAME_PLACE ->
                functions.isEmpty() || other.functions.isEmpty()
                        ? shareHost(other)
                        : functions.stream().anyMatch(other.functions::contains);
            case COVERED ->
                functions.isEmpty() || other.functions.isEmpty()
                        ? !other.hosts.isEmpty() && hosts.containsAll(other.hosts)
                        : functions.containsAll(other.functions);
        };
    }

    private boolean shareHost(Places other) {
        return hosts.isEmpty() || other.hosts.isEmpty() || hosts.stream().anyMatch(other.hosts::contains);
    }

    /**
     * What a check says of itself wins; otherwise the finding's own words are read. A cause is looked for in all that it
     * saw, a consequence in its subject alone, since what it saw may name bystanders.
     */
    static Places ofCause(Finding finding, Set<FunctionId> said, PlaceNames names) {
        return said.isEmpty() ? names.in(finding, finding.subject() + " ; " + finding.seen()) : names.of(said);
    }

    static Places ofConsequence(Finding finding, Set<FunctionId> said, PlaceNames names) {
        if (!said.isEmpty()) {
            return names.of(said);
        }
        Places subject = names.in(finding, finding.subject());
        return subject.functions.isEmpty() ? names.in(finding, finding.subject() + " ; " + finding.seen()) : subject;
    }
}
