package dev.kolo.plan.diff;

import java.util.Locale;

/**
 * One object that is not as the plan has it.
 *
 * @param kind in what way
 * @param host where
 * @param object which one, in the words of the command that shows it
 * @param seen what the facts show; empty when they show nothing of the kind
 * @param wanted what the plan has; empty when it has nothing of the kind
 */
public record Difference(Kind kind, String host, String object, String seen, String wanted) {
    /** In what way an object differs. */
    public enum Kind {
        /** The plan has it, the host does not. */
        MISSING,
        /** The host has it with other values. */
        WRONG,
        /** Somebody else's object stands where the plan's should, or beside it. */
        FOREIGN,
        /** It bears Kolo's marks, and this plan does not have it: it is left over from another one. */
        ORPHANED;

        /** For people: {@code missing} … */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
