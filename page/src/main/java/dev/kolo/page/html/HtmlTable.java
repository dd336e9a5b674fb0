package dev.kolo.page.html;

import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Table;
import java.util.List;
import java.util.Locale;

/** A {@link Table} as HTML, in a frame that scrolls by itself where the page is narrow. */
public final class HtmlTable {
    private HtmlTable() {}

    /** The table as markup. */
    public static Markup of(Table table) {
        Markup out = new Markup();
        out.open("div", "class", "scroll", "tabindex", "0")
                .open("table")
                .open("thead")
                .open("tr");
        for (String heading : table.header()) {
            out.leaf("th", heading, "scope", "col");
        }
        out.close().close().line().open("tbody").line();
        for (List<Table.Cell> row : table.rows()) {
            out.open("tr");
            for (int column = 0; column < row.size(); column++) {
                Table.Cell cell = row.get(column);
                out.leaf("td", cell.text(), "class", classes(cell.paint(), table.isRight(column)));
            }
            out.close().line();
        }
        return out.close().close().close().line();
    }

    private static String classes(Paint paint, boolean right) {
        return paint.name().toLowerCase(Locale.ROOT) + (right ? " number" : "");
    }
}
