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
     * @param sameSentence whether all must say the same, not only succeed or fail alike
     * @param mayFail whether anything happened that may end a set-up
     */
    public void ended(List<Integer> ranks, List<String> outcomes, boolean sameSentence, boolean mayFail) {
        for (int i = 0; i < ranks.size(); i++) {
            if (!areAlike(outcomes.get(i), outcomes.getFirst(), sameSentence)) {
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

    /** Who heard a sentence from another rank says from whom; the sentence itself is at the end. */
    private static boolean areAlike(String one, String other, boolean sameSentence) {
        if (!sameSentence) {
            return one.startsWith(FAILED) == other.startsWith(FAILED);
        }
        String shorter = one.length() < other.length() ? one : other;
        String longer = shorter.equals(one) ? other : one;
        String sentence = shorter.startsWith(FAILED) ? shorter.substring(FAILED.length()) : shorter;
        return longer.endsWith(sentence) && longer.startsWith(FAILED) == shorter.startsWith(FAILED);
    }

    /** How a failed set-up begins to be told. */
    public static final String FAILED = "failed: ";

    /** How the outcome on the wire is called. */
    public static final String ON_WIRE = "on the wire";
}
