package dev.kolo.page.ring;

import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Text;
import java.util.List;
import java.util.Locale;

/** Draws the parts of an SVG ring: cards, plugs, strands, badges. Knows sizes and classes, and nothing of where things go. */
final class Pen {
    static final int CARD_HEIGHT = 62;

    /** Distance between the strands of two planes. */
    static final int STRAND_STEP = 9;

    private static final int PLUG_WIDTH = 34;
    private static final int PLUG_HEIGHT = 20;
    private static final int LONGEST_NAME = 18;
    private static final int MIN_CARD_WIDTH = 148;

    /** About the width of a letter of the host names. */
    private static final double LETTER_WIDTH = 10.5;

    final Markup svg = new Markup();
    final int cardWidth;

    /** A pen for these hosts: all cards are as wide as the longest shown name and a plug on either side need. */
    Pen(List<Sketch.Host> hosts) {
        int longest = hosts.stream().mapToInt(h -> Text.columns(shown(h))).max().orElse(0);
        cardWidth = Math.max(MIN_CARD_WIDTH, (int) Math.ceil((longest * LETTER_WIDTH + PLUG_WIDTH + 10) / 2) * 2);
    }

    private static String shown(Sketch.Host host) {
        return Text.fit(Text.quote(host.shownName()), LONGEST_NAME);
    }

    /** A host's card with its own marks, by its centre. */
    void card(int x, int y, Sketch.Host host, boolean cabled) {
        card(x, y, host, cabled, host.marks());
    }

    /** A host's card, by its centre. */
    void card(int x, int y, Sketch.Host host, boolean cabled, List<Mark> marks) {
        svg.open("g", "class", "host");
        svg.leaf("title", host.shownName());
        svg.empty(
                "rect",
                "x",
                px(x - cardWidth / 2.0),
                "y",
                px(y - CARD_HEIGHT / 2.0),
                "width",
                px(cardWidth),
                "height",
                px(CARD_HEIGHT),
                "rx",
                "12",
                "class",
                "card" + (cabled ? "" : " lonely") + severity(marks));
        text(x, y + 6, "middle", "name", shown(host));
        if (!marks.isEmpty()) {
            badge(x - cardWidth / 2 + 22, y - CARD_HEIGHT / 2, marks);
        }
        svg.close().line();
    }

    /** A plug on a card's edge, by its centre. */
    void plug(int x, int y, String port, String classes) {
        svg.empty(
                "rect",
                "x",
                px(x - PLUG_WIDTH / 2.0),
                "y",
                px(y - PLUG_HEIGHT / 2.0),
                "width",
                px(PLUG_WIDTH),
                "height",
                px(PLUG_HEIGHT),
                "rx",
                "6",
                "class",
                "plug" + classes);
        text(x, y + 5, "middle", "port", port);
    }

    /** One plane's strand along an SVG path. */
    void strand(String path, int plane, Sketch.Strand strand, Sketch.Plane of) {
        boolean wrong = !of.marks().isEmpty()
                || strand.planes().stream().allMatch(p -> p.marks().isEmpty());
        String state = wrong ? severity(strand.marks()) : "";
        svg.empty("path", "d", path, "class", "strand plane" + Math.min(plane, 3) + basis(of) + state);
    }

    private static String basis(Sketch.Plane plane) {
        return switch (plane.basis()) {
            case SEEN -> "";
            case CLAIMED -> " claimed";
            case ABSENT -> " absent";
        };
    }

    /** The numbers of findings on a coloured ground, by its centre. */
    void badge(int x, int y, List<Mark> marks) {
        String words = MarkText.full(marks);
        int width = 14 + 8 * Text.columns(words);
        svg.empty(
                "rect",
                "x",
                px(x - width / 2.0),
                "y",
                px(y - 11),
                "width",
                px(width),
                "height",
                "22",
                "rx",
                "11",
                "class",
                "badge" + severity(marks));
        text(x, y + 5, "middle", "badge-text", words);
    }

    void text(int x, int y, String anchor, String classes, String raw) {
        svg.leaf("text", raw, "x", px(x), "y", px(y), "text-anchor", anchor, "class", classes);
    }

    static String severity(List<Mark> marks) {
        return Sketch.worst(marks)
                .map(s -> " " + s.name().toLowerCase(Locale.ROOT))
                .orElse("");
    }

    /** A length with at most one decimal, as short as it can be. */
    static String px(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }

    /** Distance of the i-th of n strands from the middle of its cable. */
    static double offset(int i, int n) {
        return (i - (n - 1) / 2.0) * STRAND_STEP;
    }
}
