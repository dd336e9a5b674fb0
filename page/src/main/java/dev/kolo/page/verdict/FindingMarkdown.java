package dev.kolo.page.verdict;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.page.text.Markdown;
import java.util.List;
import java.util.stream.Collectors;

/** Findings as Markdown, to be pasted back into the thread that the material came from. */
public final class FindingMarkdown {
    private FindingMarkdown() {}

    /** All findings, each with a heading line; ends with a line feed. */
    public static String of(List<Finding> findings) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < findings.size(); i++) {
            one(out, i + 1, findings.get(i));
        }
        return out.toString();
    }

    /** Chains: each root as {@link #of} writes it, and a line for each finding that follows from it. */
    public static String ofChains(List<Chain> chains) {
        StringBuilder out = new StringBuilder();
        int number = 1;
        for (Chain chain : chains) {
            one(out, number++, chain.root());
            if (chain.consequences().isEmpty()) {
                continue;
            }
            out.append("Follows from it:\n\n");
            for (Finding finding : chain.consequences()) {
                String place = Markdown.code(VerdictWords.place(finding));
                out.append("- **")
                        .append(number++)
                        .append(".** `")
                        .append(finding.code())
                        .append('`');
                out.append(place.isEmpty() ? "" : " at " + place).append(": ");
                out.append(Markdown.text(finding.seen().strip())).append('\n');
            }
            out.append('\n');
        }
        return out.toString();
    }

    /** Infos as a list, a line each; ends with a line feed, empty when there are none. */
    public static String notes(List<Finding> infos) {
        return infos.stream()
                .map(f -> "- `" + f.code() + "`: " + Markdown.text(f.seen().strip())
                        + (f.fix().strip().startsWith("nothing")
                                ? ""
                                : ". " + Markdown.text(f.fix().strip()))
                        + "\n")
                .collect(Collectors.joining());
    }

    private static void one(StringBuilder out, int number, Finding finding) {
        String place = Markdown.code(VerdictWords.place(finding));
        out.append("**").append(number).append(". ");
        out.append(VerdictWords.word(finding.severity()))
                .append("** `")
                .append(finding.code())
                .append('`');
        out.append(place.isEmpty() ? "" : " at " + place);
        out.append(finding.confidence() == Finding.Confidence.LIKELY ? " (likely)" : "")
                .append("\n\n");
        field(out, "Seen", finding.seen());
        field(out, "Wanted", finding.wanted());
        field(out, "Consequence", finding.consequence());
        if (!finding.fix().isBlank()) {
            out.append("\nFix:\n\n").append(Markdown.block(finding.fix().strip()));
        }
        if (!finding.evidence().isEmpty()) {
            String quoted =
                    finding.evidence().stream().map(FindingMarkdown::line).collect(Collectors.joining("\n"));
            out.append("\nEvidence:\n\n").append(Markdown.block(quoted));
        }
        out.append('\n');
    }

    private static String line(Evidence evidence) {
        return VerdictWords.source(evidence)
                + (evidence.text().isEmpty()
                        ? ""
                        : ": " + evidence.text().strip().replace('\n', ' '));
    }

    private static void field(StringBuilder out, String label, String raw) {
        if (!raw.isBlank()) {
            out.append("- ")
                    .append(label)
                    .append(": ")
                    .append(Markdown.text(raw.strip()))
                    .append('\n');
        }
    }

    /** What could not be judged, as a list; ends with a line feed, empty when there is nothing. */
    public static String notObserved(List<NotObserved> items) {
        return items.stream()
                .map(i -> "- " + Markdown.text(i.check()) + ": please post the output of " + Markdown.code(i.askFor())
                        + "\n")
                .collect(Collectors.joining());
    }
}
