package dev.kolo.page.chart;

import dev.kolo.page.html.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Amounts as lying bars with a common scale from 0, in groups. Series differ in colour and in pattern, so that they can be
 * told apart in print and by everybody; each bar says its value.
 */
public final class Bars {
    /** More series than this cannot be told apart. */
    private static final int MOST_SERIES = 2;

    private static final int WIDTH = 720;
    private static final int LABEL_WIDTH = 230;
    private static final int VALUE_WIDTH = 96;
    private static final int BAR_HEIGHT = 13;
    private static final int ROW_GAP = 9;
    private static final int GROUP_HEIGHT = 30;
    private static final int LABEL_CHARS = 30;

    private final String id;
    private final String title;
    private final List<String> series;
    private final List<Group> groups = new ArrayList<>();

    /**
     * A bar's value.
     *
     * @param amount its length; NaN when it is not known
     * @param words the value for people
     */
    public record Value(double amount, String words) {
        /** A value that nobody saw. */
        public static final Value UNKNOWN = new Value(Double.NaN, "not seen");

        boolean isKnown() {
            return !Double.isNaN(amount);
        }
    }

    /**
     * What one row shows.
     *
     * @param label what it is of
     * @param values one for each series
     */
    public record Row(String label, List<Value> values) {
        public Row {
            values = List.copyOf(values);
        }
    }

    private record Group(String heading, List<Row> rows) {}

    /**
     * Prepares a chart.
     *
     * @param id what its element ids start with, unique in the page
     * @param title what it shows, for those who cannot see it
     * @param series names of the series, one or two
     */
    public Bars(String id, String title, List<String> series) {
        if (series.isEmpty() || series.size() > MOST_SERIES) {
            throw new IllegalArgumentException("a chart has 1 to " + MOST_SERIES + " series, got " + series.size());
        }
        this.id = id;
        this.title = title;
        this.series = List.copyOf(series);
    }

    /** Adds rows under a heading. */
    public Bars group(String heading, List<Row> rows) {
        for (Row row : rows) {
            if (row.values().size() != series.size()) {
                throw new IllegalArgumentException(
                        "row " + row.label() + " has " + row.values().size() + " values");
            }
        }
        groups.add(new Group(heading, List.copyOf(rows)));
        return this;
    }

    /** True when there is nothing to draw. */
    public boolean isEmpty() {
        return groups.stream().allMatch(g -> g.rows().isEmpty());
    }

    /** The chart with its legend. */
    public Markup markup() {
        Markup out = new Markup();
        out.open("div", "class", "figure", "tabindex", "0")
                .line()
                .add(svg())
                .close()
                .line();
        if (series.size() > 1) {
            out.open("ul", "class", "legend");
            for (int i = 0; i < series.size(); i++) {
                out.open("li")
                        .leaf("span", i == 0 ? "■" : "▨", "class", "swatch series" + i)
                        .text(" " + series.get(i))
                        .close();
            }
            out.close().line();
        }
        return out;
    }

    private Markup svg() {
        int rowHeight = series.size() * BAR_HEIGHT + ROW_GAP;
        int height = 8;
        for (Group group : groups) {
            height += GROUP_HEIGHT + group.rows().size() * rowHeight;
        }
        Markup svg = new Markup();
        svg.open(
                "svg",
                "class",
                "chart",
                "role",
                "img",
                "viewBox",
                "0 0 " + WIDTH + " " + height,
                "aria-labelledby",
                id + "-title " + id + "-desc");
        svg.leaf("title", title, "id", id + "-title");
        svg.leaf("desc", description(), "id", id + "-desc").line();
        stripes(svg);
        double most = groups.stream()
                .flatMap(g -> g.rows().stream())
                .flatMap(r -> r.values().stream())
                .filter(Value::isKnown)
                .mapToDouble(Value::amount)
                .max()
                .orElse(0);
        int y = 4;
        for (Group group : groups) {
            svg.leaf("text", cut(group.heading(), 80), "class", "group", "x", "0", "y", Integer.toString(y + 18))
                    .line();
            y += GROUP_HEIGHT;
            for (Row row : group.rows()) {
                row(svg, row, y, most);
                y += rowHeight;
            }
        }
        return svg.close().line();
    }

    /** The pattern of the second series: stripes in its colour. */
    private void stripes(Markup svg) {
        svg.open("defs")
                .open(
                        "pattern",
                        "id",
                        id + "-stripes",
                        "width",
                        "6",
                        "height",
                        "6",
                        "patternUnits",
                        "userSpaceOnUse",
                        "patternTransform",
                        "rotate(45)");
        svg.empty("rect", "class", "stripe-ground", "width", "6", "height", "6");
        svg.empty("rect", "class", "stripe", "width", "3.4", "height", "6");
        svg.close().close().line();
    }

    private void row(Markup svg, Row row, int y, double most) {
        int middle = y + series.size() * BAR_HEIGHT / 2 + 4;
        svg.open(
                "text",
                "class",
                "label",
                "x",
                Integer.toString(LABEL_WIDTH - 10),
                "y",
                Integer.toString(middle),
                "text-anchor",
                "end");
        svg.text(cut(row.label(), LABEL_CHARS)).close();
        int room = WIDTH - LABEL_WIDTH - VALUE_WIDTH;
        for (int i = 0; i < row.values().size(); i++) {
            Value value = row.values().get(i);
            int top = y + i * BAR_HEIGHT;
            double length = most > 0 && value.isKnown() ? value.amount() / most * room : 0;
            if (length > 0) {
                String paint = i == 0 ? "" : "url(#" + id + "-stripes)";
                String[] place = {
                    "class",
                    "bar series" + i,
                    "x",
                    Integer.toString(LABEL_WIDTH),
                    "y",
                    Integer.toString(top),
                    "width",
                    number(Math.max(length, 1)),
                    "height",
                    Integer.toString(BAR_HEIGHT - 2),
                    "fill",
                    paint
                };
                svg.empty("rect", paint.isEmpty() ? java.util.Arrays.copyOf(place, place.length - 2) : place);
            }
            svg.leaf(
                    "text",
                    value.words(),
                    "class",
                    value.isKnown() ? "value" : "value unknown",
                    "x",
                    number(LABEL_WIDTH + Math.max(length, 0) + 6),
                    "y",
                    Integer.toString(top + BAR_HEIGHT - 3));
        }
        svg.empty(
                "line",
                "class",
                "axis",
                "x1",
                Integer.toString(LABEL_WIDTH),
                "x2",
                Integer.toString(LABEL_WIDTH),
                "y1",
                Integer.toString(y - 2),
                "y2",
                Integer.toString(y + series.size() * BAR_HEIGHT + 1));
        svg.line();
    }

    private String description() {
        return groups.stream()
                .flatMap(g -> g.rows().stream().map(r -> g.heading() + ", " + r.label() + ": " + words(r)))
                .collect(Collectors.joining(". ", "", "."));
    }

    private String words(Row row) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < row.values().size(); i++) {
            parts.add(series.get(i) + " " + row.values().get(i).words());
        }
        return String.join(", ", parts);
    }

    static String cut(String text, int chars) {
        return text.codePointCount(0, text.length()) <= chars
                ? text
                : text.substring(0, text.offsetByCodePoints(0, chars - 1)) + "…";
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
