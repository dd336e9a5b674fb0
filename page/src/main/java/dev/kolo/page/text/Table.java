package dev.kolo.page.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows under a header: aligned columns for people, Markdown for threads. Cells are raw texts; the table quotes them for
 * its output itself.
 */
public final class Table {
    private static final String GAP = "  ";

    private final List<String> header;
    private final boolean[] right;
    private final List<List<Cell>> rows = new ArrayList<>();

    /**
     * One cell.
     *
     * @param text raw text
     * @param paint how it is painted where colour is shown
     */
    public record Cell(String text, Paint paint) {
        public static Cell of(String text) {
            return new Cell(text, Paint.PLAIN);
        }
    }

    public Table(String... header) {
        this.header = List.of(header);
        this.right = new boolean[header.length];
    }

    /** Aligns a column to the right, as numbers are read. */
    public Table alignRight(int column) {
        right[column] = true;
        return this;
    }

    public Table row(String... cells) {
        List<Cell> row = new ArrayList<>();
        for (String cell : cells) {
            row.add(Cell.of(cell));
        }
        return row(row);
    }

    /** Adds a row with exactly as many cells as the header. */
    public Table row(List<Cell> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException(
                    "a row of " + cells.size() + " cells in a table of " + header.size() + " columns");
        }
        rows.add(List.copyOf(cells));
        return this;
    }

    /** Whether a column is aligned to the right. */
    public boolean isRight(int column) {
        return right[column];
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public List<String> header() {
        return header;
    }

    public List<List<Cell>> rows() {
        return List.copyOf(rows);
    }

    /** Lines for people. When they would be wider than the screen, the widest column's cells are wrapped. */
    public List<String> lines(Screen screen) {
        int[] widths = widths(screen);
        List<String> lines = new ArrayList<>();
        List<Cell> head = header.stream().map(h -> new Cell(h, Paint.STRONG)).toList();
        emit(head, widths, screen, lines);
        for (List<Cell> row : rows) {
            emit(row, widths, screen, lines);
        }
        return lines;
    }

    private int[] widths(Screen screen) {
        int[] widths = new int[header.size()];
        int total = GAP.length() * (widths.length - 1);
        int widest = 0;
        for (int c = 0; c < widths.length; c++) {
            widths[c] = Text.columns(header.get(c));
            for (List<Cell> row : rows) {
                widths[c] =
                        Math.max(widths[c], Text.columns(screen.quote(row.get(c).text())));
            }
            total += widths[c];
            widest = widths[c] > widths[widest] ? c : widest;
        }
        if (total > screen.columns()) {
            widths[widest] = Math.max(12, widths[widest] - (total - screen.columns()));
        }
        return widths;
    }

    private void emit(List<Cell> row, int[] widths, Screen screen, List<String> lines) {
        List<List<String>> wrapped = new ArrayList<>();
        int height = 1;
        for (int c = 0; c < widths.length; c++) {
            List<String> parts = Text.wrap(screen.quote(row.get(c).text()), widths[c]);
            wrapped.add(parts);
            height = Math.max(height, parts.size());
        }
        for (int part = 0; part < height; part++) {
            StringBuilder line = new StringBuilder();
            int blanks = 0;
            for (int c = 0; c < widths.length; c++) {
                String text = part < wrapped.get(c).size() ? wrapped.get(c).get(part) : "";
                int free = Math.max(0, widths[c] - Text.columns(text));
                blanks += right[c] ? free : 0;
                if (!text.isEmpty()) {
                    line.append(" ".repeat(blanks))
                            .append(screen.paint(row.get(c).paint(), screen.finish(text)));
                    blanks = 0;
                }
                blanks += (right[c] ? 0 : free) + GAP.length();
            }
            lines.add(line.toString());
        }
    }

    /** A table in GitHub's Markdown, with a trailing line feed. */
    public String toMarkdown() {
        StringBuilder out = new StringBuilder();
        markdownRow(out, header);
        for (boolean alignedRight : right) {
            out.append(alignedRight ? "|---:" : "|---");
        }
        out.append("|\n");
        for (List<Cell> row : rows) {
            markdownRow(out, row.stream().map(Cell::text).toList());
        }
        return out.toString();
    }

    private static void markdownRow(StringBuilder out, List<String> cells) {
        for (String cell : cells) {
            out.append("| ").append(Markdown.cell(cell)).append(' ');
        }
        out.append("|\n");
    }
}
