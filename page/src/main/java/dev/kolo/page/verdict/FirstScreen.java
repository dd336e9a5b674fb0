package dev.kolo.page.verdict;

import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The start of a verdict, made to fit a terminal of 24 rows: what is wrong, what to do first, what follows from it. The
 * first trouble gets most of the room, the others a line or two each; everything stands in full further below.
 */
public final class FirstScreen {
    /** Rows of a terminal that nobody has made larger. */
    public static final int ROWS = 24;

    private static final int INDENT = 4;
    private static final int LABEL_COLUMNS = 6;

    private final Screen screen;
    private final int rows;

    /**
     * Prepares for a screen.
     *
     * @param rows how many rows there are for the troubles
     */
    public FirstScreen(Screen screen, int rows) {
        this.screen = screen;
        this.rows = rows;
    }

    /** The chains, numbered as everywhere: at most so many rows as there are. */
    public List<String> lines(List<Chain> chains) {
        List<String> lines = new ArrayList<>();
        int number = 1;
        for (int i = 0; i < chains.size(); i++) {
            Chain chain = chains.get(i);
            List<String> next = i == 0 ? first(number, chain) : brief(number, chain);
            boolean last = i == chains.size() - 1;
            if (lines.size() + next.size() + (last ? 0 : 1) > rows && i > 0) {
                int left = chains.size() - i;
                lines.add(blanks(INDENT) + "and " + left + " more, below");
                return lines;
            }
            lines.addAll(next);
            number += chain.all().size();
        }
        return lines;
    }

    private List<String> first(int number, Chain chain) {
        List<String> lines = new ArrayList<>();
        Finding root = chain.root();
        head(lines, number, root);
        field(lines, "seen", root.seen(), Paint.PLAIN, 3);
        field(lines, "so", root.consequence(), Paint.PLAIN, 3);
        field(lines, "do", root.fix(), Paint.GOOD, 5);
        if (!chain.consequences().isEmpty()) {
            field(lines, "then", followers(chain), Paint.PLAIN, 2);
        }
        return lines;
    }

    private List<String> brief(int number, Chain chain) {
        List<String> lines = new ArrayList<>();
        head(lines, number, chain.root());
        field(lines, "do", chain.root().fix(), Paint.GOOD, 1);
        if (!chain.consequences().isEmpty()) {
            field(lines, "then", followers(chain), Paint.PLAIN, 1);
        }
        return lines;
    }

    /** "these 3 go too: CABLE_SAME_INDEX, SHAPE_NOT_RING twice". */
    static String followers(Chain chain) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        chain.consequences().forEach(f -> counts.merge(f.code().name(), 1, Integer::sum));
        String names = counts.entrySet().stream()
                .map(e -> e.getKey() + (e.getValue() > 1 ? " x" + e.getValue() : ""))
                .collect(Collectors.joining(", "));
        int all = chain.consequences().size();
        return (all == 1 ? "this 1 follows from it: " : "these " + all + " follow from it: ") + names;
    }

    private void head(List<String> lines, int number, Finding finding) {
        String word = VerdictWords.word(finding.severity()).toUpperCase(Locale.ROOT);
        String code = finding.code().name() + (finding.confidence() == Finding.Confidence.LIKELY ? " (likely)" : "");
        int used = INDENT + word.length() + code.length() + 4;
        String place = Text.cut(screen.quote(VerdictWords.place(finding)), Math.max(8, screen.columns() - used));
        lines.add(Text.padLeft(Integer.toString(number), 2) + "  "
                + screen.paint(FindingText.paint(finding.severity()), word) + "  " + screen.paint(Paint.STRONG, code)
                + (used + 8 > screen.columns() ? "" : "  " + screen.finish(place)));
    }

    private void field(List<String> lines, String label, String raw, Paint paint, int most) {
        int room = screen.columns() - INDENT - LABEL_COLUMNS;
        List<String> wrapped = new ArrayList<>();
        for (String line : raw.strip().split("\n", -1)) {
            wrapped.addAll(Text.wrap(screen.quote(line), room));
        }
        for (int i = 0; i < Math.min(most, wrapped.size()); i++) {
            boolean cut = i == most - 1 && wrapped.size() > most;
            String words = cut ? Text.cut(wrapped.get(i), room - 2) + " …" : wrapped.get(i);
            lines.add(blanks(INDENT)
                    + screen.paint(Paint.FAINT, Text.pad(i == 0 ? label : "", LABEL_COLUMNS))
                    + screen.paint(paint, screen.finish(words)));
        }
    }

    private static String blanks(int count) {
        return " ".repeat(count);
    }
}
