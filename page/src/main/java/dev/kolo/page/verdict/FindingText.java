package dev.kolo.page.verdict;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;

/** Findings for a terminal: numbered as in the picture, the cause first, the fix where the eye finds it. */
public final class FindingText {
    private static final int LABEL_COLUMNS = 10;
    private static final int INDENT = 4;

    private final Screen screen;
    private final int mostEvidence;
    private final int mostLines;

    /**
     * Prepares for a screen.
     *
     * @param mostEvidence how many lines of evidence are shown for each finding
     */
    public FindingText(Screen screen, int mostEvidence) {
        this(screen, mostEvidence, Integer.MAX_VALUE);
    }

    private FindingText(Screen screen, int mostEvidence, int mostLines) {
        this.screen = screen;
        this.mostEvidence = mostEvidence;
        this.mostLines = mostLines;
    }

    /** A short form: what was seen in two lines, one line of evidence, nothing of what was wanted; the fix in full. */
    public static FindingText compact(Screen screen) {
        return new FindingText(screen, 1, 2);
    }

    /** All findings in their order, with an empty line between them. */
    public List<String> lines(List<Finding> findings) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            if (i > 0) {
                lines.add("");
            }
            lines.addAll(lines(i + 1, findings.get(i)));
        }
        return lines;
    }

    /** Chains in full: each root, and under it in short what follows from it; numbered as {@link Chain#flat} lists them. */
    public List<String> chains(List<Chain> chains) {
        List<String> lines = new ArrayList<>();
        int number = 1;
        for (Chain chain : chains) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            int root = number++;
            lines.addAll(lines(root, chain.root()));
            for (Finding finding : chain.consequences()) {
                lines.addAll(follower(number++, root, finding));
            }
        }
        return lines;
    }

    private List<String> follower(int number, int root, Finding finding) {
        List<String> lines = new ArrayList<>();
        head(lines, number, finding, "follows from " + root);
        field(lines, "seen", finding.seen(), Paint.PLAIN, 2);
        field(lines, "so", finding.consequence(), Paint.PLAIN, 2);
        return lines;
    }

    /** Infos, one or two short lines each: what was seen, and what to do about it where there is anything to do. */
    public List<String> notes(List<Finding> infos) {
        List<String> lines = new ArrayList<>();
        for (Finding info : infos) {
            String seen = info.code() + ": " + screen.quote(info.seen().replace('\n', ' '));
            lines.add("  " + screen.finish(Text.cut(seen, screen.columns() - 2)));
            String fix = screen.quote(info.fix().strip().replace('\n', ' '));
            if (!fix.startsWith("nothing")) {
                lines.add("      " + screen.paint(Paint.FAINT, screen.finish(Text.cut(fix, screen.columns() - 6))));
            }
        }
        return lines;
    }

    private List<String> lines(int number, Finding finding) {
        List<String> lines = new ArrayList<>();
        head(lines, number, finding, "");
        field(lines, "seen", finding.seen(), Paint.PLAIN, mostLines);
        if (mostLines == Integer.MAX_VALUE) {
            field(lines, "wanted", finding.wanted(), Paint.PLAIN);
        }
        field(lines, "so", finding.consequence(), Paint.PLAIN);
        field(lines, "fix", finding.fix(), Paint.GOOD);
        evidence(lines, finding.evidence());
        return lines;
    }

    private void head(List<String> lines, int number, Finding finding, String remark) {
        Paint paint = paint(finding.severity());
        String likely = finding.confidence() == Finding.Confidence.LIKELY ? " (likely)" : "";
        String head = VerdictWords.word(finding.severity()).toUpperCase(java.util.Locale.ROOT);
        String place = screen.quote(VerdictWords.place(finding));
        String code = finding.code().name() + likely + (remark.isEmpty() ? "" : " (" + remark + ")");
        lines.add(Text.padLeft(Integer.toString(number), 2)
                + "  "
                + screen.paint(paint, head)
                + "  "
                + screen.paint(Paint.STRONG, code));
        int used = INDENT + head.length() + 2 + code.length() + 2;
        if (used + Text.columns(place) <= screen.columns()) {
            lines.set(lines.size() - 1, lines.getLast() + "  " + screen.finish(place));
        } else {
            field(
                    lines,
                    "where",
                    finding.host().isEmpty() ? finding.subject() : VerdictWords.place(finding),
                    Paint.PLAIN);
        }
    }

    static Paint paint(Severity severity) {
        return switch (severity) {
            case ERROR -> Paint.WRONG;
            case WARNING -> Paint.CAUTION;
            case INFO -> Paint.NOTE;
        };
    }

    private void field(List<String> lines, String label, String raw, Paint paint) {
        field(lines, label, raw, paint, Integer.MAX_VALUE);
    }

    private void field(List<String> lines, String label, String raw, Paint paint, int most) {
        if (raw.isBlank()) {
            return;
        }
        int room = screen.columns() - INDENT - LABEL_COLUMNS;
        List<String> wrapped = new ArrayList<>();
        for (String line : raw.strip().split("\n", -1)) {
            wrapped.addAll(Text.wrap(screen.quote(line), room));
        }
        for (int i = 0; i < Math.min(most, wrapped.size()); i++) {
            boolean cut = i == most - 1 && wrapped.size() > most;
            String words = cut ? Text.cut(wrapped.get(i), room - 2) + " …" : wrapped.get(i);
            lines.add(" ".repeat(INDENT)
                    + screen.paint(Paint.FAINT, Text.pad(i == 0 ? label : "", LABEL_COLUMNS))
                    + screen.paint(paint, screen.finish(words)));
        }
    }

    private void evidence(List<String> lines, List<Evidence> evidence) {
        int room = screen.columns() - INDENT - LABEL_COLUMNS;
        for (int i = 0; i < Math.min(mostEvidence, evidence.size()); i++) {
            Evidence line = evidence.get(i);
            String words = VerdictWords.source(line)
                    + (line.text().isEmpty() ? "" : "  " + line.text().strip());
            lines.add(" ".repeat(INDENT)
                    + screen.paint(Paint.FAINT, Text.pad(i == 0 ? "evidence" : "", LABEL_COLUMNS))
                    + screen.paint(Paint.FAINT, screen.finish(Text.cut(screen.quote(words), room))));
        }
        if (mostEvidence > 1 && evidence.size() > mostEvidence) {
            lines.add(" ".repeat(INDENT + LABEL_COLUMNS)
                    + screen.paint(Paint.FAINT, "and " + (evidence.size() - mostEvidence) + " more"));
        }
    }

    /** What could not be judged, and the command whose output would settle it. */
    public List<String> notObserved(List<NotObserved> items) {
        List<String> lines = new ArrayList<>();
        for (NotObserved item : items) {
            for (String line : Text.wrap(screen.quote(item.check()), screen.columns() - INDENT)) {
                lines.add("  " + screen.finish(line));
            }
            for (String line : Text.wrap("to settle it: " + screen.quote(item.askFor()), screen.columns() - 6)) {
                lines.add("      " + screen.paint(Paint.NOTE, screen.finish(line)));
            }
        }
        return lines;
    }
}
