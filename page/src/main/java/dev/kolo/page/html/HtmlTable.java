package dev.kolo.page.html;

import dev.kolo.page.text.Table;
import java.util.List;
import java.util.Locale;

/** A {@link Table} as HTML, in a frame that scrolls by itself where the page is narrow. */
public final class HtmlTable {
    private static final int LONGEST_UNBROKEN = 36;

    private HtmlTable() {}

    /** The table as markup. */
    public static Markup of(Table table) {
        Markup out = new Markup();
        out.open("div", "class", "scroll", "tabindex", "0")
                .open("table")
                .open("thead")
                .open("tr");
        for (int column = 0; column < table.header().size(); column++) {
            String heading = table.header().get(column);
            out.leaf("th", heading, "scope", "col", "class", table.isRight(column) ? "number" : "plain");
        }
        out.close().close().line().open("tbody").line();
        for (List<Table.Cell> row : table.rows()) {
            out.open("tr");
            for (int column = 0; column < row.size(); column++) {
                Table.Cell cell = row.get(column);
                out.leaf("td", cell.text(), "class", classes(cell, table.isRight(column)));
            }
            out.close().line();
        }
        return out.close().close().close().line();
    }

    /** Names and figures stay on one line; a sentence breaks, or the page would grow as wide as it. */
    private static String classes(Table.Cell cell, boolean right) {
        return cell.paint().name().toLowerCase(Locale.ROOT)
                + (right ? " number" : "")
                + (cell.text().length() > LONGEST_UNBROKEN ? " prose" : "");
    }
}
