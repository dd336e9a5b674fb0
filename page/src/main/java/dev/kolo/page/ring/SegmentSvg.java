package dev.kolo.page.ring;

import static dev.kolo.page.ring.Pen.px;

import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.page.text.Text;

/** Draws switched segments: hosts below each other, each segment a rail on which a dot is a function of the host. */
final class SegmentSvg {
    private static final int MARGIN = 26;
    private static final int ROW = 84;
    private static final int STEP = 190;

    private final Sketch sketch;
    private final Pen pen;

    SegmentSvg(Sketch sketch, Pen pen) {
        this.sketch = sketch;
        this.pen = pen;
    }

    int width() {
        return 2 * MARGIN + pen.cardWidth + 40 + STEP * sketch.segments().size();
    }

    int height() {
        return 2 * MARGIN + 30 + ROW * sketch.hosts().size();
    }

    void draw() {
        int bottom = height() - MARGIN;
        for (int s = 0; s < sketch.segments().size(); s++) {
            int x = MARGIN + pen.cardWidth + 60 + STEP * s;
            String plane = "plane" + Math.min(s, 3);
            pen.svg.empty(
                    "path", "d", "M" + px(x) + " " + px(MARGIN + 20) + "V" + px(bottom), "class", "rail " + plane);
            pen.text(
                    x,
                    MARGIN + 10,
                    "middle",
                    "subnet " + plane,
                    Text.fit(Text.quote(sketch.segments().get(s).name()), STEP / 8));
        }
        for (int h = 0; h < sketch.hosts().size(); h++) {
            Sketch.Host host = sketch.hosts().get(h);
            int y = MARGIN + 30 + ROW * h + ROW / 2;
            for (int s = 0; s < sketch.segments().size(); s++) {
                int x = MARGIN + pen.cardWidth + 60 + STEP * s;
                int shift = shift(s, sketch.segments().size());
                for (FunctionId member : sketch.segments().get(s).members()) {
                    if (member.host().equals(host.name())) {
                        drop(x, y + shift, Math.min(s, 3), member.name());
                    }
                }
            }
            pen.card(MARGIN + pen.cardWidth / 2, y, host, true, host.allMarks());
        }
    }

    /** Keeps the strands of a host apart, within the height of its card. */
    private static int shift(int segment, int segments) {
        int step = segments > 1 ? Math.min(22, 44 / (segments - 1)) : 0;
        return (2 * segment - segments + 1) * step / 2;
    }

    private void drop(int x, int y, int plane, String function) {
        pen.svg.empty(
                "path",
                "d",
                "M" + px(MARGIN + pen.cardWidth) + " " + px(y) + "H" + px(x),
                "class",
                "strand plane" + plane);
        pen.svg.empty("circle", "cx", px(x), "cy", px(y), "r", "6", "class", "dot plane" + plane);
        pen.text(x + 14, y - 7, "start", "subnet plane" + plane, Text.fit(Text.quote(function), 20));
    }
}
