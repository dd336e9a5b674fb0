package dev.kolo.doctor.cause;

import dev.kolo.doctor.cause.Causes.Arrow;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts findings under the finding that explains them. Infos stay by themselves: they neither explain nor need an
 * explanation. A cause is looked for among all findings; where several explain one, the first in the catalogue's order
 * does, and chains of causes end at the deepest.
 */
public final class Folding {
    private final Map<Code, List<Finding>> byCode = new EnumMap<>(Code.class);
    private final Map<Finding, Places> asCause = new HashMap<>();
    private final Map<Finding, Places> asConsequence = new HashMap<>();

    private Folding(Fabric fabric, List<Finding> findings, Map<Finding, Set<FunctionId>> said) {
        PlaceNames names = new PlaceNames(fabric);
        for (Finding finding : findings) {
            if (finding.severity() != Severity.INFO) {
                Set<FunctionId> own = said.getOrDefault(finding, Set.of());
                byCode.computeIfAbsent(finding.code(), c -> new ArrayList<>()).add(finding);
                asCause.put(finding, Places.ofCause(finding, own, names));
                asConsequence.put(finding, Places.ofConsequence(finding, own, names));
            }
        }
    }

    /**
     * Makes chains of findings.
     *
     * @param fabric the fabric that they are about
     * @param findings in {@link Finding#ORDER}
     * @param said the functions that checks gave for their findings, where the words name only some
     * @return the most urgent chain first; every finding is in exactly one
     */
    public static List<Chain> of(Fabric fabric, List<Finding> findings, Map<Finding, Set<FunctionId>> said) {
        Folding folding = new Folding(fabric, findings, said);
        Map<Finding, List<Finding>> consequences = new LinkedHashMap<>();
        for (Finding finding : findings) {
            Finding root = folding.rootOf(finding);
            List<Finding> others = consequences.computeIfAbsent(root, r -> new ArrayList<>());
            if (!root.equals(finding)) {
                others.add(finding);
            }
        }
        List<Chain> chains = new ArrayList<>();
        consequences.forEach((root, others) -> chains.add(new Chain(root, others)));
        chains.sort(Comparator.comparing(Chain::worst).thenComparing(Chain::root, BY_CATALOGUE));
        return chains;
    }

    private static final Comparator<Finding> BY_CATALOGUE =
            Comparator.comparing(Finding::code).thenComparing(Finding.ORDER);

    private Finding rootOf(Finding finding) {
        Finding root = finding;
        // Arrows make no circle (a test sees to it), so that this ends; the bound keeps it so whatever happens.
        for (int i = 0; i < Code.values().length; i++) {
            Finding cause = causeOf(root);
            if (cause.equals(root)) {
                return root;
            }
            root = cause;
        }
        return root;
    }

    private Finding causeOf(Finding finding) {
        Places places = asConsequence.get(finding);
        if (places == null) {
            return finding;
        }
        return Causes.leadingTo(finding.code()).stream()
                .flatMap(arrow -> byCode.getOrDefault(arrow.cause(), List.of()).stream()
                        .filter(cause -> explains(cause, arrow, places)))
                .min(BY_CATALOGUE)
                .orElse(finding);
    }

    private boolean explains(Finding cause, Arrow arrow, Places places) {
        Places from = asCause.get(cause);
        return from != null && from.explain(places, arrow.match());
    }
}
