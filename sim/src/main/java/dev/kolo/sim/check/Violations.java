package dev.kolo.sim.check;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace;
import dev.kolo.sim.core.Trace.Kind;
import java.util.ArrayList;
import java.util.List;

/** Collects what checkers found; the first few, since one fault in the wire breaks many rules. */
public final class Violations {
    private static final int MOST = 20;

    /**
     * One rule that did not hold.
     *
     * @param rule name of the checker
     * @param picos when it was seen
     * @param text what was seen and what must be
     */
    public record Violation(String rule, long picos, String text) {}

    private final Agenda agenda;
    private final Trace trace;
    private final List<Violation> found = new ArrayList<>();

    public Violations(Agenda agenda, Trace trace) {
        this.agenda = agenda;
        this.trace = trace;
    }

    /** A rule did not hold. */
    public void add(String rule, int rank, String text) {
        trace.note(Kind.CHECK, rank, -1, found.size(), 0, rule + ": " + text);
        if (found.size() < MOST) {
            found.add(new Violation(rule, agenda.nowPicos(), text));
        }
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** In the order in which they were found. */
    public List<Violation> all() {
        return List.copyOf(found);
    }
}
