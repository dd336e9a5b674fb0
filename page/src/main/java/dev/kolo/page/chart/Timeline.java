package dev.kolo.page.chart;

import dev.kolo.page.html.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What happened, a lane for each who does something: marks from left to right, on a scale of seconds where the times are
 * known, otherwise one step after the other.
 */
public final class Timeline {
    private static final int WIDTH = 720;
    private static final int LABEL_WIDTH = 168;
    private static final int RIGHT = 20;
    private static final int LANE_HEIGHT = 34;
    private static final int AXIS_HEIGHT = 30;
    private static final int LABEL_CHARS = 22;
    private static final int TICKS = 5;

    private final String id;
    private final String title;
    private final Scale scale;
    private final List<Lane> lanes = new ArrayList<>();

    /** What the horizontal place of a mark means. */
    public enum Scale {
        /** Seconds since the first mark of all. */
        SECONDS,
        /** The order of steps, all of one width. */
        STEPS
    }

    /** What a mark is, by look: a filled circle, a ring, a square on its corner, a cross. */
    public enum Kind {
        STEP("step", "●", "a stage passed"),
        DONE("done", "○", "initialisation complete"),
        RETRY("retry", "◆", "a retry, with the time that it took"),
        ERROR("error", "✕", "an error"),
        END("end", "|", "the last line of the log");

        private final String word;
        private final String glyph;
        private final String words;

        Kind(String word, String glyph, String words) {
            this.word = word;
            this.glyph = glyph;
            this.words = words;
        }
    }

    /**
     * One thing that happened.
     *
     * @param from where it began, in the scale's unit
     * @param to where it ended; the same for what took no time
     * @param kind what it is
     * @param words what it is in full, shown on hovering and to those who cannot see
     */
    public record Mark(double from, double to, Kind kind, String words) {}

    /**
     * Who did something.
     *
     * @param label who
     * @param marks what, in order
     * @param late true for one that the others waited for
     */
    public record Lane(String label, List<Mark> marks, boolean late) {
        public Lane {
            marks = List.copyOf(marks);
        }
    }

    /**
     * Prepares a chart.
     *
     * @param id what its element ids start with, unique in the page
     * @param title what it shows
     */
    public Timeline(String id, String title, Scale scale) {
        this.id = id;
        this.title = title;
        this.scale = scale;
    }

    /** Adds a lane below the others. */
    public Timeline lane(Lane lane) {
        lanes.add(lane);
        return this;
    }

    /** The chart with the legend of its marks. */
    public Markup markup() {
        Markup out = new Markup();
        out.open("div", "class", "figure", "tabindex", "0")
                .line()
                .add(svg())
                .close()
                .line();
        List<Kind> kinds = lanes.stream()
                .flatMap(l -> l.marks().stream().map(Mark::kind))
                .distinct()
                .sorted()
                .toList();
        out.open("ul", "class", "legend");
        for (Kind kind : kinds) {
            out.open("li")
                    .leaf("span", kind.glyph, "class", "swatch " + kind.word)
                    .text(" " + kind.words)
                    .close();
        }
        if (lanes.stream().anyMatch(Lane::late)) {
            out.leaf("li", "▸ the rank that the others wait for");
        }
        return out.close().line();
    }

    private Markup svg() {
        int height = lanes.size() * LANE_HEIGHT + AXIS_HEIGHT;
        Markup svg = new Markup();
        svg.open(
                "svg",
                "class",
                "chart timeline",
                "role",
                "img",
                "viewBox",
                "0 0 " + WIDTH + " " + height,
                "aria-labelledby",
                id + "-title " + id + "-desc");
        svg.leaf("title", title, "id", id + "-title");
        svg.leaf("desc", description(), "id", id + "-desc").line();
        double most = Math.max(end(), scale == Scale.STEPS ? 1 : 0.001);
        axis(svg, most, height);
        for (int i = 0; i < lanes.size(); i++) {
            lane(svg, lanes.get(i), i * LANE_HEIGHT + LANE_HEIGHT / 2, most);
        }
        return svg.close().line();
    }

    private double end() {
        return lanes.stream()
                .flatMap(l -> l.marks().stream())
                .mapToDouble(Mark::to)
                .max()
                .orElse(0);
    }

    private void axis(Markup svg, double most, int height) {
        int bottom = height - AXIS_HEIGHT;
        if (scale == Scale.STEPS) {
            svg.leaf(
                            "text",
                            "in the order of the lines; the log has no times",
                            "class",
                            "tick",
                            "x",
                            Integer.toString(LABEL_WIDTH),
                            "y",
                            Integer.toString(height - 8))
                    .line();
            return;
        }
        for (int i = 0; i <= TICKS; i++) {
            double at = most * i / TICKS;
            String x = Bars.number(x(at, most));
            svg.empty("line", "class", "grid", "x1", x, "x2", x, "y1", "0", "y2", Integer.toString(bottom));
            svg.leaf(
                            "text",
                            seconds(at, most),
                            "class",
                            "tick",
                            "x",
                            x,
                            "y",
                            Integer.toString(height - 8),
                            "text-anchor",
                            i == TICKS ? "end" : "middle")
                    .line();
        }
    }

    private static String seconds(double at, double most) {
        return most < 10 ? Bars.number(at) + " s" : Math.round(at) + " s";
    }

    private static double x(double at, double most) {
        return LABEL_WIDTH + 8 + Math.clamp(at / most, 0, 1) * (WIDTH - LABEL_WIDTH - RIGHT - 8);
    }

    private static void lane(Markup svg, Lane lane, int y, double most) {
        svg.open(
                "text",
                "class",
                lane.late() ? "label late" : "label",
                "x",
                Integer.toString(LABEL_WIDTH - 10),
                "y",
                Integer.toString(y + 4),
                "text-anchor",
                "end");
        svg.text((lane.late() ? "▸ " : "") + Bars.cut(lane.label(), LABEL_CHARS))
                .close();
        if (!lane.marks().isEmpty()) {
            double first = lane.marks().stream().mapToDouble(Mark::from).min().orElse(0);
            double last = lane.marks().stream().mapToDouble(Mark::to).max().orElse(0);
            svg.empty(
                    "line",
                    "class",
                    "lane",
                    "x1",
                    Bars.number(x(first, most)),
                    "x2",
                    Bars.number(x(last, most)),
                    "y1",
                    Integer.toString(y),
                    "y2",
                    Integer.toString(y));
        }
        for (Mark mark : lane.marks()) {
            if (mark.to() > mark.from()) {
                svg.open(
                        "rect",
                        "class",
                        "span " + mark.kind().word,
                        "x",
                        Bars.number(x(mark.from(), most)),
                        "y",
                        Integer.toString(y - 5),
                        "width",
                        Bars.number(Math.max(2, x(mark.to(), most) - x(mark.from(), most))),
                        "height",
                        "10");
                svg.leaf("title", mark.words()).close();
            }
            svg.open("g").leaf("title", mark.words());
            sign(svg, x(mark.to(), most), y, mark.kind());
            svg.close().line();
        }
    }

    private static void sign(Markup svg, double x, double y, Kind kind) {
        svg.open("g", "transform", "translate(" + Bars.number(x) + " " + Bars.number(y) + ")");
        switch (kind) {
            case STEP -> svg.empty("circle", "class", "mark step", "r", "4.5");
            case DONE -> svg.empty("circle", "class", "mark done", "r", "6.5");
            case RETRY -> svg.empty("path", "class", "mark retry", "d", "M0 -7 L7 0 L0 7 L-7 0 Z");
            case ERROR -> svg.empty("path", "class", "mark error", "d", "M-6 -6 L6 6 M-6 6 L6 -6");
            case END -> svg.empty("path", "class", "mark end", "d", "M0 -7 L0 7");
        }
        svg.close();
    }

    private String description() {
        return lanes.stream()
                .map(l -> l.label() + (l.late() ? " (the others wait for it)" : "") + ": "
                        + l.marks().stream().map(Mark::words).collect(Collectors.joining("; ")))
                .collect(Collectors.joining(". ", "", "."));
    }
}
