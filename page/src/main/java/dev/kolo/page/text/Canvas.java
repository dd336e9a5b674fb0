package dev.kolo.page.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A grid of characters to draw on, row 0 and column 0 at the top left. It grows downwards as needed and clips what would
 * pass its right edge, so that a drawing can never be wider than it was meant to be.
 */
public final class Canvas {
    private final int columns;
    private final List<Cell[]> rows = new ArrayList<>();

    /** One column: what stands in it ("" behind a wide character) and its paint. */
    private record Cell(String text, Paint paint) {}

    private static final Cell BLANK = new Cell(" ", Paint.PLAIN);

    public Canvas(int columns) {
        this.columns = columns;
    }

    /** Writes a quoted text from a place towards the right. */
    public void write(int row, int column, String text, Paint paint) {
        int at = column;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            int width = Text.columns(point);
            if (width == 0) {
                append(row, at - 1, point);
                continue;
            }
            if (at >= 0 && at + width <= columns) {
                Cell[] cells = row(row);
                cells[at] = new Cell(Character.toString(point), paint);
                if (width == 2) {
                    cells[at + 1] = new Cell("", paint);
                }
            }
            at += width;
        }
    }

    /** Writes a text so that it ends before a column. */
    public void writeLeftOf(int row, int endColumn, String text, Paint paint) {
        write(row, endColumn - Text.columns(text), text, paint);
    }

    /** Repeats a glyph from one column up to, not including, another. */
    public void across(int row, int from, int to, char glyph, Paint paint) {
        write(row, from, String.valueOf(glyph).repeat(Math.max(0, to - from)), paint);
    }

    /** Repeats a glyph from one row down to, not including, another. */
    public void down(int from, int to, int column, char glyph, Paint paint) {
        for (int row = from; row < to; row++) {
            write(row, column, String.valueOf(glyph), paint);
        }
    }

    private void append(int row, int column, int mark) {
        if (column >= 0 && column < columns) {
            Cell[] cells = row(row);
            cells[column] = new Cell(cells[column].text() + Character.toString(mark), cells[column].paint());
        }
    }

    private Cell[] row(int row) {
        while (rows.size() <= row) {
            Cell[] blank = new Cell[columns];
            java.util.Arrays.fill(blank, BLANK);
            rows.add(blank);
        }
        return rows.get(row);
    }

    /** The rows without trailing blanks, coloured and in the characters that the screen can show. */
    public List<String> lines(Screen screen) {
        List<String> lines = new ArrayList<>();
        for (Cell[] cells : rows) {
            int end = cells.length;
            while (end > 0 && cells[end - 1].equals(BLANK)) {
                end--;
            }
            StringBuilder line = new StringBuilder();
            int from = 0;
            while (from < end) {
                StringBuilder run = new StringBuilder();
                Paint paint = cells[from].paint();
                while (from < end && cells[from].paint() == paint) {
                    run.append(cells[from++].text());
                }
                line.append(screen.paint(paint, screen.finish(run.toString())));
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
