package dev.kolo.page.ring;

import static dev.kolo.page.ring.Pen.px;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Draws hosts whose cables form no chain: on a circle, with straight cables, since chords of a circle pass no third host. */
final class TangleSvg {
    /** Beyond this a picture of chords tells less than the table of cables. */
    static final int MOST_HOSTS = 12;

    private static final int MARGIN = 40;

    private final List<Sketch.Host> hosts;
    private final List<Sketch.Strand> strands;
    private final Pen pen;
    private final Map<String, int[]> centres = new HashMap<>();

    TangleSvg(List<Sketch.Host> hosts, List<Sketch.Strand> strands, Pen pen, int originY) {
        this.hosts = hosts;
        this.strands = strands;
        this.pen = pen;
        int radius = radius();
        for (int i = 0; i < hosts.size(); i++) {
            double angle = 2 * Math.PI * i / hosts.size() - Math.PI / 2;
            centres.put(hosts.get(i).name(), new int[] {
                width() / 2 + (int) Math.round(1.25 * radius * Math.cos(angle)),
                originY + height() / 2 + (int) Math.round(radius * Math.sin(angle))
            });
        }
    }

    private int radius() {
        return Math.max(150, 46 * hosts.size());
    }

    int width() {
        return (int) (2.5 * radius()) + pen.cardWidth + 2 * MARGIN;
    }

    int height() {
        return 2 * radius() + Pen.CARD_HEIGHT + 2 * MARGIN;
    }

    void draw() {
        Map<String, Integer> between = new HashMap<>();
        for (Sketch.Strand strand : strands) {
            int[] a = centres.get(strand.a().host());
            int[] b = centres.get(strand.b().host());
            if (a == null || b == null) {
                continue;
            }
            int nth = between.merge(strand.a().host() + "\n" + strand.b().host(), 1, Integer::sum) - 1;
            cable(strand, a, b, nth);
        }
        for (Sketch.Host host : hosts) {
            int[] at = centres.getOrDefault(host.name(), new int[2]);
            pen.card(at[0], at[1], host, true);
        }
    }

    private void cable(Sketch.Strand strand, int[] a, int[] b, int nth) {
        double length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        double dx = length == 0 ? 0 : (b[0] - a[0]) / length;
        double dy = length == 0 ? 0 : (b[1] - a[1]) / length;
        double aside = nth * 34;
        pen.svg.open("g", "class", "cable");
        pen.svg.leaf("title", RingSvg.describe(strand));
        int count = strand.planes().size();
        for (int p = 0; p < count; p++) {
            double shift = aside + Pen.offset(p, count);
            String path = "M" + px(a[0] - dy * shift) + " " + px(a[1] + dx * shift) + "L" + px(b[0] - dy * shift) + " "
                    + px(b[1] + dx * shift);
            pen.strand(
                    path,
                    strand.planes().get(p).index(),
                    strand,
                    strand.planes().get(p));
        }
        double reach = Math.min(length * 0.34, 104);
        String classes = Pen.severity(strand.marks());
        pen.plug(
                (int) (a[0] + dx * reach - dy * aside),
                (int) (a[1] + dy * reach + dx * aside),
                Sketch.shortName(strand.a()),
                classes);
        pen.plug(
                (int) (b[0] - dx * reach - dy * aside),
                (int) (b[1] - dy * reach + dx * aside),
                Sketch.shortName(strand.b()),
                classes);
        if (!strand.marks().isEmpty()) {
            pen.badge(
                    (int) ((a[0] + b[0]) / 2.0 - dy * aside), (int) ((a[1] + b[1]) / 2.0 + dx * aside), strand.marks());
        }
        pen.svg.close().line();
    }
}
