package dev.kolo.fabric.finding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A trouble and what follows from it: mending the root mends the rest, so that a reader has one thing to do.
 *
 * @param root the deepest cause that was found
 * @param consequences findings that it explains, causes first; often none
 */
public record Chain(Finding root, List<Finding> consequences) {
    public Chain {
        consequences = List.copyOf(consequences);
    }

    /** A finding that explains no other. */
    public static Chain of(Finding alone) {
        return new Chain(alone, List.of());
    }

    /** The worst severity of root and consequences: a warning that explains an error is as urgent as the error. */
    public Severity worst() {
        Severity worst = root.severity();
        for (Finding finding : consequences) {
            worst = finding.severity().compareTo(worst) < 0 ? finding.severity() : worst;
        }
        return worst;
    }

    /** The root, then its consequences. */
    public List<Finding> all() {
        List<Finding> all = new ArrayList<>(consequences.size() + 1);
        all.add(root);
        all.addAll(consequences);
        return all;
    }

    /** Every finding of several chains in the order in which people read them: each root, then what follows from it. */
    public static List<Finding> flat(Collection<Chain> chains) {
        return chains.stream().flatMap(c -> c.all().stream()).toList();
    }
}
