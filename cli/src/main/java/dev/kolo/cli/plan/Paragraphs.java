package dev.kolo.cli.plan;

import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;

/** Lines for a screen, one block after the other: headings, sentences that wrap, lines as they are. All texts are raw. */
final class Paragraphs {
    private static final String INDENT = "  ";

    private final Screen screen;
    private final List<String> lines = new ArrayList<>();

    Paragraphs(Screen screen) {
        this.screen = screen;
    }

    List<String> lines() {
        return lines;
    }

    /** A heading with an empty line before it. */
    void heading(String words) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add(screen.paint(Paint.STRONG, screen.finish(screen.quote(words))));
    }

    /** A sentence behind a mark; what does not fit goes on below its first word. */
    void item(String mark, Paint paint, String sentence) {
        String quoted = screen.finish(screen.quote(sentence));
        int width = screen.columns() - INDENT.length() - Text.columns(mark) - 1;
        boolean first = true;
        for (String part : Text.wrap(quoted, width)) {
            String start = first ? screen.paint(paint, screen.finish(mark)) : " ".repeat(Text.columns(mark));
            lines.add(INDENT + start + " " + part);
            first = false;
        }
    }

    /** A sentence. */
    void sentence(String sentence) {
        for (String part : Text.wrap(screen.finish(screen.quote(sentence)), screen.columns() - INDENT.length())) {
            lines.add(INDENT + part);
        }
    }

    /** A sentence that belongs to the item before it. */
    void remark(String sentence) {
        for (String part : Text.wrap(screen.finish(screen.quote(sentence)), screen.columns() - 3 * INDENT.length())) {
            lines.add(INDENT.repeat(3) + screen.paint(Paint.FAINT, part));
        }
    }

    /** Lines that are quoted and finished already: drawings and tables. */
    void asTheyAre(List<String> made) {
        lines.addAll(made);
    }
}
