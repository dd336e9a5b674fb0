package dev.kolo.page.ring;

import static dev.kolo.page.ring.Pen.CARD_HEIGHT;
import static dev.kolo.page.ring.Pen.offset;
import static dev.kolo.page.ring.Pen.px;

import dev.kolo.page.ring.RingLayout.Seat;
import dev.kolo.page.ring.RingLayout.Side;
import java.util.List;
import java.util.Optional;

/** Draws one chain as SVG, in the same layout as the terminal's picture, so that a reader of both recognises it. */
final class ChainSvg {
    private static final int MARGIN = 26;
    private static final int ROW_GAP = 104;
    private static final int WIDEST = 4;
    private static final int CORNER = 18;

    private static final int CAPTION_WIDTH = 90;

    /** About the width of a letter of the subnets. */
    private static final int LETTER_WIDTH = 7;

    private final Chain chain;
    private final Pen pen;
    private final int originY;
    private final RingLayout layout;
    private final int gap;

    ChainSvg(Chain chain, Pen pen, int originY) {
        this.chain = chain;
        this.pen = pen;
        this.originY = originY;
        this.layout = RingLayout.of(chain.hosts().size(), WIDEST);
        this.gap = layout.columns() == 2 ? 260 : 168;
    }

    int width() {
        return 2 * MARGIN + layout.columns() * pen.cardWidth + (layout.columns() - 1) * gap;
    }

    int height() {
        return 2 * MARGIN + layout.rows() * CARD_HEIGHT + (layout.rows() - 1) * ROW_GAP + extraHeight();
    }

    /** Room for the second and further cables of a pair. */
    private int extraHeight() {
        return chain.hosts().size() == 2 ? 60 * (chain.steps().getFirst().size() - 1) : 0;
    }

    /** Draws it, with its caption and the marks that belong to no single place in the middle of the circle. */
    void draw(String caption, List<Mark> general) {
        int size = chain.hosts().size();
        for (int i = 0; i < chain.steps().size(); i++) {
            List<Sketch.Strand> step = chain.steps().get(i);
            for (int k = 0; k < step.size(); k++) {
                strand(i, (i + 1) % size, step.get(k), k);
            }
        }
        for (int i = 0; i < size; i++) {
            Seat seat = layout.seats().get(i);
            pen.card(x(seat), y(seat), chain.hosts().get(i), size > 1);
        }
        for (int i = 0; i < chain.steps().size(); i++) {
            List<Sketch.Strand> step = chain.steps().get(i);
            int next = (i + 1) % size;
            for (int k = 0; k < step.size(); k++) {
                plugs(i, next, step.get(k), k);
            }
            if (step.isEmpty()) {
                hole(
                        layout.seats().get(i),
                        layout.seats().get(i).toNext(),
                        chain.hosts().get(i));
                hole(
                        layout.seats().get(next),
                        layout.seats().get(next).toPrevious(),
                        chain.hosts().get(next));
            }
        }
        if (layout.rows() > 1) {
            int middle = originY + height() / 2;
            pen.text(width() / 2, general.isEmpty() ? middle + 6 : middle - 6, "middle", "caption", caption);
            if (!general.isEmpty()) {
                pen.badge(width() / 2, middle + 18, general);
            }
        }
    }

    // ---- geometry ------------------------------------------------------------------------------------------------

    private int x(Seat seat) {
        return MARGIN + pen.cardWidth / 2 + seat.halfColumn() * (pen.cardWidth + gap) / 2;
    }

    private int y(Seat seat) {
        return originY + MARGIN + CARD_HEIGHT / 2 + seat.row() * (CARD_HEIGHT + ROW_GAP);
    }

    private int plugX(Seat seat, Side side) {
        return x(seat) + (side == Side.LEFT ? -pen.cardWidth / 2 : side == Side.RIGHT ? pen.cardWidth / 2 : 0);
    }

    private int plugY(Seat seat, Side side, int line) {
        return y(seat) + line * 60 + (side == Side.TOP ? -CARD_HEIGHT / 2 : side == Side.BOTTOM ? CARD_HEIGHT / 2 : 0);
    }

    private boolean isRightHalf(Seat seat) {
        return seat.halfColumn() > layout.columns() - 1;
    }

    // ---- cables --------------------------------------------------------------------------------------------------

    private void strand(int from, int to, Sketch.Strand strand, int line) {
        Seat a = layout.seats().get(from);
        Seat b = layout.seats().get(to);
        int ax = plugX(a, a.toNext());
        int ay = plugY(a, a.toNext(), line);
        int bx = plugX(b, b.toPrevious());
        int by = plugY(b, b.toPrevious(), line);
        pen.svg.open("g", "class", "cable");
        pen.svg.leaf("title", RingSvg.describe(strand));
        int count = strand.planes().size();
        for (int p = 0; p < count; p++) {
            Sketch.Plane plane = strand.planes().get(p);
            double shift = offset(p, count);
            String path;
            if (ay == by) {
                path = "M" + px(ax) + " " + px(ay + shift) + "H" + px(bx);
            } else if (ax == bx) {
                path = "M" + px(ax + shift) + " " + px(ay) + "V" + px(by);
            } else {
                path = bend(a, ax, ay, bx, by, shift);
            }
            pen.strand(path, plane.index(), strand, plane);
        }
        labels(a, b, ax, ay, bx, by, strand);
        pen.svg.close().line();
    }

    /** Down from the upper plug, round a corner, and inwards to the lower one. */
    private String bend(Seat a, int ax, int ay, int bx, int by, double shift) {
        boolean aIsUpper = a.toNext() == Side.BOTTOM;
        double ux = aIsUpper ? ax : bx;
        double uy = aIsUpper ? ay : by;
        double lx = aIsUpper ? bx : ax;
        double ly = aIsUpper ? by : ay;
        double inwards = lx < ux ? -1 : 1;
        double x = ux - inwards * shift;
        double y = ly + shift;
        double corner = CORNER + shift;
        return "M" + px(x) + " " + px(uy) + "V" + px(y - corner) + "Q" + px(x) + " " + px(y) + " "
                + px(x + inwards * corner) + " " + px(y) + "H" + px(lx);
    }

    /** The findings of a cable, or else the subnets of its planes. */
    private void labels(Seat a, Seat b, int ax, int ay, int bx, int by, Sketch.Strand strand) {
        if (ay == by) {
            int middle = (ax + bx) / 2;
            for (int p = 0; p < Math.min(2, strand.planes().size()); p++) {
                Sketch.Plane plane = strand.planes().get(p);
                subnet(middle, p == 0 ? ay - 14 : ay + 26, "middle", plane, gap - 40);
            }
            if (!strand.marks().isEmpty()) {
                pen.badge(middle, ay, strand.marks());
            }
            return;
        }
        Seat upper = a.toNext() == Side.BOTTOM ? a : b;
        int x = x(upper);
        int y = y(upper) + CARD_HEIGHT / 2 + ROW_GAP / 2;
        boolean right = isRightHalf(upper);
        int shown = Math.min(2, strand.planes().size());
        for (int p = 0; p < shown; p++) {
            Sketch.Plane plane = strand.planes().get(p);
            int row = strand.marks().isEmpty() ? y + (shown == 1 ? 5 : p == 0 ? -4 : 14) : p == 0 ? y - 17 : y + 27;
            subnet(right ? x - 18 : x + 18, row, right ? "end" : "start", plane, sideRoom());
        }
        if (!strand.marks().isEmpty()) {
            pen.badge(x, y, strand.marks());
        }
    }

    /** Room beside a vertical cable, up to the caption in the middle. */
    private int sideRoom() {
        return (layout.columns() - 1) * (pen.cardWidth + gap) / 2 - 18 - CAPTION_WIDTH / 2;
    }

    private void subnet(int x, int y, String anchor, Sketch.Plane plane, int room) {
        String words = plane.subnets().isEmpty() ? "no address" : plane.subnetsWithin(room / LETTER_WIDTH);
        pen.text(x, y, anchor, "subnet plane" + Math.min(plane.index(), 3), words);
    }

    private void plugs(int from, int to, Sketch.Strand strand, int line) {
        Seat a = layout.seats().get(from);
        Seat b = layout.seats().get(to);
        String nameA = Sketch.shortName(strand.at(chain.hosts().get(from).name()));
        String nameB = Sketch.shortName(strand.at(chain.hosts().get(to).name()));
        String classes = Pen.severity(strand.marks());
        pen.plug(plugX(a, a.toNext()), plugY(a, a.toNext(), line), nameA, classes);
        pen.plug(plugX(b, b.toPrevious()), plugY(b, b.toPrevious(), line), nameB, classes);
    }

    // ---- holes ---------------------------------------------------------------------------------------------------

    private void hole(Seat seat, Side side, Sketch.Host host) {
        Optional<Sketch.Socket> open = host.openSocket();
        if (open.isEmpty()) {
            return;
        }
        int x = plugX(seat, side);
        int y = plugY(seat, side, 0);
        List<Mark> marks = open.get().marks();
        pen.plug(x, y, Sketch.shortName(open.get().port()), " unused" + Pen.severity(marks));
        int reach = 62;
        int labelX = side == Side.LEFT ? x - reach : side == Side.RIGHT ? x + reach : x;
        int labelY = side == Side.TOP ? y - 28 : side == Side.BOTTOM ? y + 28 : y;
        if (marks.isEmpty()) {
            pen.text(labelX, labelY + 4, "middle", "subnet", open.get().stateWords());
        } else {
            pen.badge(labelX, labelY, marks);
        }
    }
}
