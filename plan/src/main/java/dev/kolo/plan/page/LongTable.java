package dev.kolo.plan.page;

import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Table;
import java.util.List;

/** A table that may have many rows: folded when it is long, cut when nobody would read it and browsers would suffer. */
final class LongTable {
    private static final int MOST_OPEN_ROWS = 24;
    private static final int MOST_ROWS = 1000;

    private final Table table;
    private final int mostOpenRows;
    private int rows;

    /** Starts with the headings. */
    LongTable(Table headed) {
        this(headed, MOST_OPEN_ROWS);
    }

    /**
     * Starts with the headings.
     *
     * @param headed the table
     * @param mostOpenRows rows above which it stands folded
     */
    LongTable(Table headed, int mostOpenRows) {
        table = headed;
        this.mostOpenRows = mostOpenRows;
    }

    void row(List<Table.Cell> cells) {
        if (++rows <= MOST_ROWS) {
            table.row(cells);
        }
    }

    void row(String... cells) {
        row(List.of(cells).stream().map(Table.Cell::of).toList());
    }

    /**
     * The finished table.
     *
     * @param before what its summary begins with; empty for the number of rows
     * @param summary what the rows are, after their number
     */
    Markup markup(String before, String summary) {
        Markup out = new Markup();
        if (rows <= mostOpenRows) {
            out.open("details", "open", "");
        } else {
            out.open("details");
        }
        out.leaf("summary", before + rows + " " + summary).line().add(HtmlTable.of(table));
        if (rows > MOST_ROWS) {
            out.leaf("p", "The first " + MOST_ROWS + " are shown; all of them are in plan.json.");
        }
        return out.close().line();
    }
}
