package dev.kolo.page.ring;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.html.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The picture of a fabric as SVG for {@link dev.kolo.page.html.HtmlPage}, whose style sheet colours its classes. It loads
 * nothing, and says in its title and description what it shows.
 */
public final class RingSvg {
    private static final int LONELY_ROW = 4;
    private static final int PORT_STEP = 74;

    private final Sketch sketch;
    private final String id;

    /**
     * Prepares a picture.
     *
     * @param id what its element ids start with, unique in the page: letters, digits and dashes
     */
    public RingSvg(Sketch sketch, String id) {
        this.sketch = sketch;
        this.id = id;
    }

    /** The picture as one svg element, scaled to the page and never below a legible size. */
    public Markup markup() {
        Pen pen = new Pen(sketch.hosts());
        int width = 0;
        int height = 0;
        if (sketch.shape().kind() == Shape.Kind.SWITCHED) {
            SegmentSvg segments = new SegmentSvg(sketch, pen);
            segments.draw();
            width = segments.width();
            height = segments.height();
        } else {
            List<Sketch.Host> alone = new ArrayList<>();
            for (Chain chain : Chain.of(sketch)) {
                if (chain.tangled() && chain.hosts().size() <= TangleSvg.MOST_HOSTS) {
                    TangleSvg tangle = new TangleSvg(chain.hosts(), sketch.strands(), pen, height);
                    tangle.draw();
                    width = Math.max(width, tangle.width());
                    height += tangle.height();
                } else if (chain.tangled() || chain.hosts().size() == 1) {
                    alone.addAll(chain.hosts());
                } else {
                    ChainSvg drawn = new ChainSvg(chain, pen, height);
                    drawn.draw(chain.caption(), sketch.general());
                    width = Math.max(width, drawn.width());
                    height += drawn.height();
                }
            }
            int step = pen.cardWidth + 48;
            for (int i = 0; i < alone.size(); i++) {
                lonely(
                        pen,
                        20 + step / 2 + step * (i % LONELY_ROW),
                        height + 60 + 110 * (i / LONELY_ROW),
                        alone.get(i));
            }
            if (!alone.isEmpty()) {
                width = Math.max(width, 40 + step * Math.min(LONELY_ROW, alone.size()));
                height += 40 + 110 * ((alone.size() + LONELY_ROW - 1) / LONELY_ROW);
            }
        }
        return frame(pen.svg, Math.max(width, 200), Math.max(height, 40));
    }

    /** A host without cables, with its ports below it and what is said of them. */
    private static void lonely(Pen pen, int x, int y, Sketch.Host host) {
        pen.card(x, y, host, false);
        int ports = host.sockets().size();
        for (int p = 0; p < ports; p++) {
            Sketch.Socket socket = host.sockets().get(p);
            int at = x + (2 * p - ports + 1) * PORT_STEP / 2;
            pen.plug(
                    at,
                    y + Pen.CARD_HEIGHT / 2,
                    Sketch.shortName(socket.port()),
                    " unused" + Pen.severity(socket.marks()));
            if (!socket.marks().isEmpty()) {
                pen.badge(at, y + Pen.CARD_HEIGHT / 2 + 26, socket.marks());
            }
        }
    }

    private Markup frame(Markup drawn, int width, int height) {
        Markup svg = new Markup();
        svg.open(
                "svg",
                "class",
                "ring",
                "role",
                "img",
                "viewBox",
                "0 0 " + width + " " + height,
                "aria-labelledby",
                id + "-title " + id + "-desc",
                "style",
                "max-width:" + width * 5 / 4 + "px;min-width:" + width * 3 / 5 + "px");
        svg.leaf("title", title(), "id", id + "-title");
        svg.leaf("desc", description(), "id", id + "-desc").line();
        return svg.add(drawn).close().line();
    }

    private String title() {
        String word = sketch.shape().kind().word();
        return sketch.shape().kind() == Shape.Kind.NONE
                ? sketch.hosts().size() + " hosts without a shape"
                : "A " + word + " of " + sketch.hosts().size() + " hosts";
    }

    private String description() {
        return sketch.strands().isEmpty()
                ? "No cable was seen."
                : sketch.strands().stream().map(RingSvg::describe).collect(Collectors.joining(". ", "", "."));
    }

    /** A cable in words: its plugs, its planes with their subnets, its findings. */
    static String describe(Sketch.Strand strand) {
        String planes = strand.planes().stream()
                .map(p -> "plane " + p.index() + ": " + p.functionA() + " to " + p.functionB()
                        + (p.subnets().isEmpty() ? ", no address" : ", " + p.subnets()))
                .collect(Collectors.joining("; "));
        String marks = strand.marks().isEmpty() ? "" : "; " + MarkText.beside(strand.marks());
        return strand.a() + " to " + strand.b() + " (" + planes + marks + ")";
    }
}
