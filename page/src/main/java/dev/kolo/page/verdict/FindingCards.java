package dev.kolo.page.verdict;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.page.html.Markup;
import java.util.List;

/** Findings as cards of a page: what is wrong at a glance, the fix in a block that one click selects whole. */
public final class FindingCards {
    private FindingCards() {}

    /** One card a chain: the root as it is, what follows from it folded below; numbered as {@link Chain#flat} lists them. */
    public static Markup ofChains(List<Chain> chains) {
        Markup out = new Markup();
        int number = 1;
        for (Chain chain : chains) {
            int root = number++;
            card(out, root, chain.root());
            if (!chain.consequences().isEmpty()) {
                int count = chain.consequences().size();
                out.open("details", "class", "follows");
                out.leaf(
                        "summary",
                        (count == 1 ? "this 1 follows" : "these " + count + " follow") + " from "
                                + chain.root().code() + " (" + root + ")");
                for (Finding finding : chain.consequences()) {
                    card(out, number++, finding);
                }
                out.close().line();
            }
        }
        return out;
    }

    /** Infos as a list: one sentence each, and what to do where there is anything to do. */
    public static Markup notes(List<Finding> infos) {
        Markup out = new Markup();
        out.open("ul", "class", "notes");
        for (Finding info : infos) {
            out.open("li").leaf("code", info.code().name()).text(" " + VerdictWords.place(info) + ": " + info.seen());
            if (!info.fix().strip().startsWith("nothing")) {
                out.text(". " + info.fix().strip());
            }
            out.close().line();
        }
        return out.close().line();
    }

    private static void card(Markup out, int number, Finding finding) {
        String severity = VerdictWords.word(finding.severity());
        out.open("article", "class", "finding " + severity);
        out.open("h3");
        out.leaf("span", Integer.toString(number), "class", "number");
        out.leaf("span", severity, "class", "severity").text(" ");
        out.leaf("code", finding.code().name()).text(" ");
        out.leaf("span", VerdictWords.place(finding), "class", "place");
        if (finding.confidence() == Finding.Confidence.LIKELY) {
            out.text(" ").leaf("span", "likely", "class", "likely");
        }
        out.close().line();
        out.open("dl");
        field(out, "Seen", finding.seen(), "seen");
        field(out, "Wanted", finding.wanted(), "wanted");
        field(out, "Consequence", finding.consequence(), "words");
        out.close().line();
        if (!finding.fix().isBlank()) {
            out.leaf("h4", "Fix")
                    .leaf("pre", finding.fix().strip(), "class", "fix")
                    .line();
        }
        evidence(out, finding.evidence());
        out.close().line();
    }

    private static void field(Markup out, String label, String raw, String classes) {
        if (!raw.isBlank()) {
            out.leaf("dt", label).leaf("dd", raw.strip(), "class", classes);
        }
    }

    private static void evidence(Markup out, List<Evidence> evidence) {
        if (evidence.isEmpty()) {
            return;
        }
        out.leaf("h4", "Evidence").open("ul", "class", "evidence");
        for (Evidence line : evidence) {
            out.open("li").leaf("span", VerdictWords.source(line), "class", "source");
            if (!line.text().isEmpty()) {
                out.leaf("code", line.text().strip());
            }
            out.close().line();
        }
        out.close().line();
    }

    /** What could not be judged, with the command whose output would settle it. */
    public static Markup notObserved(List<NotObserved> items) {
        Markup out = new Markup();
        out.open("ul", "class", "not-observed");
        for (NotObserved item : items) {
            out.open("li")
                    .text(item.check() + ". To settle it: ")
                    .leaf("code", item.askFor())
                    .close()
                    .line();
        }
        return out.close().line();
    }
}
