package dev.kolo.sim.check;

import java.util.List;

/** Every rank or none: a set-up ends alike on all ranks that live, with the same sentence where it fails. */
public final class SetUpCheck {
    private static final String RULE = "set-up";

    private final Violations violations;

    public SetUpCheck(Violations violations) {
        this.violations = violations;
    }

    /**
     * How the set-ups of all living ranks ended.
     *
     * @param ranks the ranks
     * @param outcomes kind of each one's outcome and, where it failed, why
     * @param mayFail whether anything happened that may end a set-up
     */
    public void ended(List<Integer> ranks, List<String> outcomes, boolean mayFail) {
        for (int i = 0; i < ranks.size(); i++) {
            if (!outcomes.get(i).equals(outcomes.getFirst())) {
                violations.add(
                        RULE,
                        ranks.get(i),
                        "rank " + ranks.get(i) + " ended its set-up with \"" + outcomes.get(i) + "\", rank "
                                + ranks.getFirst() + " with \"" + outcomes.getFirst() + "\"");
            }
        }
        if (!mayFail && !outcomes.isEmpty() && !outcomes.getFirst().equals(ON_WIRE)) {
            violations.add(
                    RULE, ranks.getFirst(), "nothing fatal happened, yet the set-up ended: " + outcomes.getFirst());
        }
    }

    /** How the outcome on the wire is called. */
    public static final String ON_WIRE = "on the wire";
}
