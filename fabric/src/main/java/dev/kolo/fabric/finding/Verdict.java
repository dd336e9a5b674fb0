package dev.kolo.fabric.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Everything that a judgement hands out: what is wrong, what could not be judged, and which input was understood. Its JSON
 * form is {@code kolo.findings/1}.
 *
 * @param findings what was found, causes before consequences
 * @param notObserved what could not be judged, and what to ask for
 * @param understood files of which something was understood
 * @param notUnderstood files of which nothing was
 * @param roots for each finding the place in {@code findings} of the one that it follows from; −1 for those that follow
 *     from none
 */
public record Verdict(
        List<Finding> findings,
        List<NotObserved> notObserved,
        List<Understood> understood,
        List<NotUnderstood> notUnderstood,
        List<Integer> roots) {
    /** Schema name of the JSON form. */
    public static final String SCHEMA = "kolo.findings/1";

    private static final int NONE = -1;

    public Verdict {
        if (roots.size() != findings.size()) {
            throw new IllegalArgumentException(findings.size() + " findings with " + roots.size() + " roots");
        }
        for (int i = 0; i < roots.size(); i++) {
            int root = roots.get(i);
            if (root < NONE || root >= findings.size() || root == i) {
                throw new IllegalArgumentException("finding " + i + " cannot follow from number " + root);
            }
        }
        roots = List.copyOf(roots);
        findings = List.copyOf(findings);
        notObserved = List.copyOf(notObserved);
        understood = List.copyOf(understood);
        notUnderstood = List.copyOf(notUnderstood);
    }

    /** A verdict in which no finding follows from another. */
    public Verdict(
            List<Finding> findings,
            List<NotObserved> notObserved,
            List<Understood> understood,
            List<NotUnderstood> notUnderstood) {
        this(findings, notObserved, understood, notUnderstood, java.util.Collections.nCopies(findings.size(), NONE));
    }

    /** A verdict of chains; the findings stand in the order in which people read them. */
    public static Verdict of(
            List<Chain> chains,
            List<NotObserved> notObserved,
            List<Understood> understood,
            List<NotUnderstood> notUnderstood) {
        List<Finding> findings = new ArrayList<>();
        List<Integer> roots = new ArrayList<>();
        for (Chain chain : chains) {
            int root = findings.size();
            findings.add(chain.root());
            roots.add(NONE);
            for (Finding consequence : chain.consequences()) {
                findings.add(consequence);
                roots.add(root);
            }
        }
        return new Verdict(findings, notObserved, understood, notUnderstood, roots);
    }

    /** The place in {@link #findings} of the one that a finding follows from; empty for a root. */
    public OptionalInt rootOf(int finding) {
        int root = roots.get(finding);
        return root == NONE ? OptionalInt.empty() : OptionalInt.of(root);
    }

    /**
     * A file and what it was understood as.
     *
     * @param file as the user would name it
     * @param kinds formats found in it ("ip addr", "ibstat" …), each once
     */
    public record Understood(String file, List<String> kinds) {
        public Understood {
            kinds = List.copyOf(kinds);
        }
    }

    /**
     * A file of which nothing was understood.
     *
     * @param file as the user would name it
     * @param reason one sentence
     */
    public record NotUnderstood(String file, String reason) {}
}
