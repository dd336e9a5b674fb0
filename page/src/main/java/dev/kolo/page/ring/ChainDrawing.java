package dev.kolo.page.ring;

import dev.kolo.fabric.facts.LinkState;
import dev.kolo.page.ring.RingLayout.Seat;
import dev.kolo.page.ring.RingLayout.Side;
import dev.kolo.page.text.Canvas;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws one chain in characters: boxes for hosts on a rectangle, cables between them with a port's name at each end. */
final class ChainDrawing {
    private static final int MARGIN = 2;
    private static final int BOX_ROWS = 3;
    private static final int MIN_GAP = 11;
    private static final int MAX_GAP = 46;
    private static final int MOST_COLUMNS = 80;
    private static final int MOST_IN_A_ROW = 4;
    private static final int MIN_BOX = 8;

    private final Chain chain;
    private final Screen screen;
    private final String caption;
    private final Paint captionPaint;
    private final RingLayout layout;
    private final List<String> names = new ArrayList<>();
    private final int box;
    private final int gap;
    private final int between;
    private final boolean withSubnets;
    private final Canvas canvas;

    /**
     * Prepares a drawing.
     *
     * @param caption words for the middle of the circle, where there is one
     * @param captionPaint how they are painted
     */
    ChainDrawing(Chain chain, Screen screen, String caption, Paint captionPaint) {
        this.captionPaint = captionPaint;
        int available = Math.min(MOST_COLUMNS, screen.columns()) - MARGIN;
        int widest = Math.clamp((available + MIN_GAP) / (MIN_BOX + 2 + MIN_GAP), 2, MOST_IN_A_ROW);
        boolean inARow = chain.isOpen()
                && chain.hosts().size() <= widest
                && chain.hosts().stream()
                        .allMatch(h -> h.marks().isEmpty() && openMarks(h).isEmpty());
        this.chain = inARow ? chain.holeLast() : chain;
        this.screen = screen;
        this.caption = caption;
        int hosts = chain.hosts().size();
        this.layout = inARow ? RingLayout.inARow(hosts) : RingLayout.of(hosts, widest);
        int columns = layout.columns();
        int longest = (available - MIN_GAP * (columns - 1)) / columns - 4;
        this.chain.hosts().forEach(h -> names.add(Text.fit(screen.quote(h.shownName()), longest)));
        this.box =
                Math.max(MIN_BOX, names.stream().mapToInt(Text::columns).max().orElse(4) + 4);
        int free = columns == 1 ? 0 : (available - box * columns) / (columns - 1);
        int label = this.chain
                .strands()
                .filter(s -> s.marks().isEmpty())
                .mapToInt(s -> Text.columns(subnetsOf(s)))
                .max()
                .orElse(0);
        this.withSubnets = label > 0 && label + 14 <= Math.min(free, MAX_GAP);
        this.gap = Math.min(free, withSubnets ? label + 14 : columns == 2 ? 24 : 17);
        this.between = layout.rows() > 2 ? 2 : withSubnets ? 4 : 3;
        this.canvas = new Canvas(screen.columns());
    }

    List<String> lines() {
        for (int i = 0; i < layout.seats().size(); i++) {
            drawBox(i);
        }
        int size = chain.hosts().size();
        for (int i = 0; i < chain.steps().size(); i++) {
            List<Sketch.Strand> step = chain.steps().get(i);
            if (step.isEmpty()) {
                drawHole(i, (i + 1) % size);
            }
            for (int k = 0; k < step.size(); k++) {
                drawStrand(i, (i + 1) % size, step.get(k), k);
            }
        }
        drawCaption();
        return canvas.lines(screen);
    }

    // ---- geometry ------------------------------------------------------------------------------------------------

    private int left(Seat seat) {
        return MARGIN + seat.halfColumn() * (box + gap) / 2;
    }

    private int top(Seat seat) {
        return seat.row() * (BOX_ROWS + between);
    }

    private int middle(Seat seat) {
        return left(seat) + box / 2;
    }

    /** Whether a seat's labels belong to the left of its vertical cable, since the page ends on its right. */
    private boolean isRightHalf(Seat seat) {
        return seat.halfColumn() > layout.columns() - 1;
    }

    private int extraRows() {
        return chain.hosts().size() == 2 ? Math.max(0, chain.steps().getFirst().size() - 1) : 0;
    }

    // ---- hosts ---------------------------------------------------------------------------------------------------

    private void drawBox(int index) {
        Seat seat = layout.seats().get(index);
        Sketch.Host host = chain.hosts().get(index);
        int x = left(seat);
        int y = top(seat);
        int rows = BOX_ROWS + extraRows();
        Paint paint = Sketch.worst(host.marks()).map(Stroke::paint).orElse(Paint.PLAIN);
        canvas.write(y, x, "┌" + "─".repeat(box - 2) + "┐", paint);
        for (int row = 1; row < rows - 1; row++) {
            canvas.write(y + row, x, "│" + " ".repeat(box - 2) + "│", paint);
        }
        canvas.write(y + rows - 1, x, "└" + "─".repeat(box - 2) + "┘", paint);
        int inset = (box - Text.columns(names.get(index))) / 2;
        canvas.write(y + 1, x + inset, names.get(index), Paint.STRONG);
        String mark = MarkText.brief(host.marks());
        if (!mark.isEmpty()) {
            canvas.write(y, x + 1, mark, paint);
        }
    }

    private void drawCaption() {
        if (layout.rows() < 2 || caption.isEmpty()) {
            return;
        }
        String text = Text.fit(caption, Math.max(0, (box + gap) * (layout.columns() - 1) - 34));
        int width = MARGIN * 2 + box + (box + gap) * (layout.columns() - 1);
        int y = (layout.rows() * (BOX_ROWS + between) - between) / 2;
        canvas.write(y, (width - Text.columns(text)) / 2, text, captionPaint);
    }

    // ---- cables --------------------------------------------------------------------------------------------------

    private void drawStrand(int from, int to, Sketch.Strand strand, int line) {
        Seat a = layout.seats().get(from);
        Seat b = layout.seats().get(to);
        String portA = Sketch.shortName(strand.at(chain.hosts().get(from).name()));
        String portB = Sketch.shortName(strand.at(chain.hosts().get(to).name()));
        if (a.toNext() == Side.RIGHT && b.toPrevious() == Side.LEFT) {
            across(a, portA, b, portB, strand, line);
        } else if (a.toNext() == Side.LEFT && b.toPrevious() == Side.RIGHT) {
            across(b, portB, a, portA, strand, line);
        } else if (a.toNext() == Side.BOTTOM && b.toPrevious() == Side.TOP) {
            down(a, portA, b, portB, strand);
        } else if (a.toNext() == Side.TOP && b.toPrevious() == Side.BOTTOM) {
            down(b, portB, a, portA, strand);
        } else if (a.toNext() == Side.BOTTOM) {
            bend(a, portA, b, portB, true, strand);
        } else {
            bend(b, portB, a, portA, false, strand);
        }
    }

    /** A cable from the right side of one box to the left side of another in the same row. */
    private void across(Seat a, String portA, Seat b, String portB, Sketch.Strand strand, int line) {
        Stroke stroke = Stroke.of(strand);
        Paint paint = Stroke.paint(strand);
        int y = top(a) + 1 + line;
        int start = left(a) + box - 1;
        int end = left(b);
        canvas.across(y, start + 1, end, stroke.across, paint);
        canvas.write(y, start, String.valueOf(stroke.fromLeftBox), Paint.PLAIN);
        canvas.write(y, end, String.valueOf(stroke.fromRightBox), Paint.PLAIN);
        canvas.write(y, start + 1, port(portA), Paint.PLAIN);
        canvas.writeLeftOf(y, end, port(portB), Paint.PLAIN);
        String label = label(strand);
        if (!label.isEmpty()) {
            canvas.write(y, start + 1 + (gap - Text.columns(label)) / 2, label, paint);
        }
    }

    private String port(String name) {
        return gap >= 17 ? " " + name + " " : name;
    }

    /** What stands on a horizontal cable: its finding, or its subnets where there is room. */
    private String label(Sketch.Strand strand) {
        if (!strand.marks().isEmpty()) {
            String full = " " + MarkText.full(strand.marks()) + " ";
            return Text.columns(full) + 10 <= gap ? full : MarkText.brief(strand.marks());
        }
        return withSubnets ? " " + subnetsOf(strand) + " " : "";
    }

    /** A cable from the bottom of one box to the top of the one under it. */
    private void down(Seat upper, String upperPort, Seat lower, String lowerPort, Sketch.Strand strand) {
        Stroke stroke = Stroke.of(strand);
        int x = middle(upper);
        int from = top(upper) + BOX_ROWS;
        int to = top(lower);
        canvas.down(from, to, x, stroke.down, Stroke.paint(strand));
        canvas.write(from - 1, x, String.valueOf(stroke.fromUpperBox), Paint.PLAIN);
        canvas.write(to, x, String.valueOf(stroke.fromLowerBox), Paint.PLAIN);
        beside(upper, from, upperPort, Paint.PLAIN);
        beside(upper, to - 1, lowerPort, Paint.PLAIN);
        labelBeside(upper, from, to, strand);
    }

    /** A cable from the bottom of a box down and then inwards to the side of a box in the last row. */
    private void bend(Seat upper, String upperPort, Seat lower, String lowerPort, boolean right, Sketch.Strand strand) {
        Stroke stroke = Stroke.of(strand);
        Paint paint = Stroke.paint(strand);
        int x = middle(upper);
        int from = top(upper) + BOX_ROWS;
        int y = top(lower) + 1;
        canvas.down(from, y, x, stroke.down, paint);
        canvas.write(from - 1, x, String.valueOf(stroke.fromUpperBox), Paint.PLAIN);
        if (right) {
            int edge = left(lower) + box - 1;
            canvas.across(y, edge + 1, x, stroke.across, paint);
            canvas.write(y, x, String.valueOf(stroke.bendUpLeft), paint);
            canvas.write(y, edge, String.valueOf(stroke.fromLeftBox), Paint.PLAIN);
            canvas.write(y, edge + 1, port(lowerPort), Paint.PLAIN);
        } else {
            int edge = left(lower);
            canvas.across(y, x + 1, edge, stroke.across, paint);
            canvas.write(y, x, String.valueOf(stroke.bendUpRight), paint);
            canvas.write(y, edge, String.valueOf(stroke.fromRightBox), Paint.PLAIN);
            canvas.writeLeftOf(y, edge, port(lowerPort), Paint.PLAIN);
        }
        beside(upper, from, upperPort, Paint.PLAIN);
        labelBeside(upper, from, y, strand);
    }

    private void labelBeside(Seat seat, int from, int to, Sketch.Strand strand) {
        Paint paint = Stroke.paint(strand);
        if (!strand.marks().isEmpty()) {
            int y = between == 2 ? from : (from + to - 1) / 2;
            if (between == 2) {
                otherSide(seat, y, MarkText.brief(strand.marks()), paint);
            } else {
                canvas.write(y, middle(seat), MarkText.sign(strand.marks()), paint);
                beside(seat, y, MarkText.beside(strand.marks()), paint);
            }
        } else if (withSubnets) {
            int y = from + 1;
            for (Sketch.Plane plane :
                    strand.planes().subList(0, Math.min(2, strand.planes().size()))) {
                beside(seat, y++, screen.quote(plane.subnets()), paint);
            }
        }
    }

    /** Writes beside a vertical cable, towards the inside of the drawing. */
    private void beside(Seat seat, int row, String text, Paint paint) {
        if (isRightHalf(seat)) {
            canvas.writeLeftOf(row, middle(seat) - 1, text, paint);
        } else {
            canvas.write(row, middle(seat) + 2, text, paint);
        }
    }

    private void otherSide(Seat seat, int row, String text, Paint paint) {
        if (isRightHalf(seat)) {
            canvas.write(row, middle(seat) + 2, text, paint);
        } else {
            canvas.writeLeftOf(row, middle(seat) - 1, text, paint);
        }
    }

    private String subnetsOf(Sketch.Strand strand) {
        List<String> subnets = strand.planes().stream()
                .map(Sketch.Plane::subnets)
                .filter(s -> !s.isEmpty())
                .map(screen::quote)
                .toList();
        return String.join(" · ", subnets);
    }

    // ---- holes ---------------------------------------------------------------------------------------------------

    /** Where a path is open: the ports that have no cable, on both sides of the hole. */
    private void drawHole(int from, int to) {
        stub(
                layout.seats().get(from),
                layout.seats().get(from).toNext(),
                chain.hosts().get(from));
        stub(
                layout.seats().get(to),
                layout.seats().get(to).toPrevious(),
                chain.hosts().get(to));
    }

    private void stub(Seat seat, Side side, Sketch.Host host) {
        Optional<Sketch.Socket> socket = openSocket(host);
        if (socket.isEmpty() || layout.rows() < 2) {
            return;
        }
        String port = Sketch.shortName(socket.get().port());
        List<Mark> marks = socket.get().marks();
        boolean brief = gap < 32 && (side == Side.LEFT || side == Side.RIGHT);
        String text = marks.isEmpty()
                ? brief ? "○" : "○ " + word(socket.get().state())
                : brief ? MarkText.brief(marks) : MarkText.full(marks);
        Paint paint = Sketch.worst(marks).map(Stroke::paint).orElse(Paint.CAUTION);
        int y = top(seat) + 1;
        switch (side) {
            case RIGHT -> {
                canvas.write(y, left(seat) + box - 1, "├", Paint.PLAIN);
                canvas.write(y, left(seat) + box + 1, port + " " + text, paint);
            }
            case LEFT -> {
                canvas.write(y, left(seat), "┤", Paint.PLAIN);
                canvas.writeLeftOf(y, left(seat) - 1, text + " " + port, paint);
            }
            case BOTTOM -> {
                canvas.write(top(seat) + BOX_ROWS - 1, middle(seat), "┬", Paint.PLAIN);
                beside(seat, top(seat) + BOX_ROWS, port + " " + text, paint);
            }
            case TOP -> {
                canvas.write(top(seat), middle(seat), "┴", Paint.PLAIN);
                beside(seat, top(seat) - 1, port + " " + text, paint);
            }
        }
    }

    private static String word(LinkState state) {
        return switch (state) {
            case UP -> "no neighbour seen";
            case DOWN -> "no link";
            case UNKNOWN -> "not seen";
        };
    }

    private static Optional<Sketch.Socket> openSocket(Sketch.Host host) {
        return host.sockets().stream()
                .filter(s -> !s.cabled())
                .max(java.util.Comparator.comparingInt(s -> s.marks().isEmpty() ? 0 : 1));
    }

    private static List<Mark> openMarks(Sketch.Host host) {
        return openSocket(host).map(Sketch.Socket::marks).orElse(List.of());
    }
}
