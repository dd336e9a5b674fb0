package dev.kolo.cli.report;

import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Table;
import dev.kolo.probe.redact.Redactor;
import dev.kolo.probe.source.InventoryTaker;
import java.util.ArrayList;
import java.util.List;

/**
 * What a redaction did, for whoever posts the bundle and whoever reads it.
 *
 * @param counts what was replaced
 * @param ambiguous placeholders of hosts that are called like a word of some format
 * @param leftOut inputs that are not in the bundle, with the reason
 * @param verdictKept whether the doctor says the same of the bundle as of the originals
 * @param codes what it says of the bundle
 */
public record RedactionNote(
        List<Redactor.Count> counts,
        List<String> ambiguous,
        List<RedactedTexts.LeftOut> leftOut,
        boolean verdictKept,
        List<String> codes) {
    private static final String STAYS =
            "Left as they were: time stamps, versions, models and paths below home folders, names of"
                    + " netdevs, devices and containers, ports, PCI addresses, and whatever else no rule knows to be private. Look"
                    + " through the texts before you post them.";

    public RedactionNote {
        counts = List.copyOf(counts);
        ambiguous = List.copyOf(ambiguous);
        leftOut = List.copyOf(leftOut);
        codes = List.copyOf(codes);
    }

    /** What could not be promised, one sentence each. */
    private List<String> limits() {
        List<String> sentences = new ArrayList<>();
        if (!ambiguous.isEmpty()) {
            sentences.add(
                    "Hosts that are called like a word of these outputs were replaced only where nothing but a host's name"
                            + " can stand: " + String.join(", ", ambiguous) + ".");
        }
        sentences.add(STAYS);
        sentences.add(
                verdictKept
                        ? "The doctor says the same of these texts as of the originals: " + said() + "."
                        : "The doctor says something else of these texts than of the originals: here " + said()
                                + ". Redaction took something away that it needs.");
        return sentences;
    }

    private String said() {
        return codes.isEmpty() ? "no finding" : String.join(", ", codes);
    }

    /** For the page. */
    Markup markup() {
        Markup out = new Markup();
        out.leaf("p", "Equal values have equal placeholders in all files. Addresses keep their subnets.");
        Table table = new Table("What", "Values", "Places").alignRight(1).alignRight(2);
        for (Redactor.Count count : counts) {
            table.row(count.sort().words(), Integer.toString(count.values()), Long.toString(count.places()));
        }
        if (table.isEmpty()) {
            out.leaf("p", "Nothing was found that had to be replaced.");
        } else {
            out.add(HtmlTable.of(table));
        }
        limits().forEach(sentence -> out.leaf("p", sentence).line());
        if (!leftOut.isEmpty()) {
            Table not = new Table("Not in the bundle", "Why");
            leftOut.forEach(l -> not.row(l.file(), l.reason()));
            out.add(HtmlTable.of(not));
        }
        return out;
    }

    /** For a terminal: what was replaced, and what to look at. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        counts.forEach(c ->
                lines.add("Replaced " + c.sort().words() + ": " + c.values() + (c.values() == 1 ? " value" : " values")
                        + " at " + c.places() + (c.places() == 1 ? " place." : " places.")));
        leftOut.forEach(l -> lines.add("Not in the bundle: " + l.file() + ": " + l.reason()));
        lines.addAll(limits());
        return lines;
    }

    /** For people who unpack the bundle. */
    public String text() {
        StringBuilder out = new StringBuilder(InventoryTaker.OWN_MARK + " redaction\n\n");
        out.append("Equal values have equal placeholders in all files. Addresses keep their subnets.\n\n");
        for (Redactor.Count count : counts) {
            out.append(String.format(
                            java.util.Locale.ROOT,
                            "  %5d  %s, at %d places%n",
                            count.values(),
                            count.sort().words(),
                            count.places())
                    .replace("\r\n", "\n"));
        }
        limits().forEach(sentence -> out.append('\n').append(sentence).append('\n'));
        if (!leftOut.isEmpty()) {
            out.append("\nNot in the bundle:\n");
            leftOut.forEach(l -> out.append("  ")
                    .append(l.file())
                    .append(": ")
                    .append(l.reason())
                    .append('\n'));
        }
        return out.toString();
    }
}
