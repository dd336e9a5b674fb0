package dev.kolo.page.ring;

import dev.kolo.page.ring.RingLayout.Seat;
import dev.kolo.page.ring.RingLayout.Side;
import dev.kolo.page.text.Canvas;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.List;

/** Draws one chain in characters: boxes for hosts on a rectangle, cables between them with a port's name at each end. */
final class ChainDrawing {
    private static final int MAX_GAP = 46;
    private static final int MOST_COLUMNS = 80;
    private static final int MOST_IN_A_ROW = 4;

    /** Columns that a caption leaves on either side for labels such as "see 1,2". */
    private static final int CAPTION_ROOM = 11;

    private final Chain chain;
    private final Screen screen;
    private final List<String> names;
    private final boolean withSubnets;
    private final Grid grid;
    private final Canvas canvas;

    ChainDrawing(Chain chain, Screen screen) {
        int available = Math.min(MOST_COLUMNS, screen.columns()) - Grid.MARGIN;
        int widest = Math.clamp(Grid.mostColumns(available), 2, MOST_IN_A_ROW);
        boolean inARow = chain.isOpen()
                && chain.hosts().size() <= widest
                && chain.hosts().stream().allMatch(ChainDrawing::isUnmarked);
        this.chain = inARow ? chain.holeLast() : chain;
        this.screen = screen;
        int hosts = chain.hosts().size();
        RingLayout layout = inARow ? RingLayout.inARow(hosts) : RingLayout.of(hosts, widest);
        int longest = Grid.longestName(available, layout.columns());
        this.names = this.chain.hosts().stream()
                .map(h -> Text.fit(screen.quote(h.shownName()), longest))
                .toList();
        int box = Grid.boxFor(names);
        int free = Grid.freeGap(available, layout.columns(), box);
        int label = this.chain
                .strands()
                .filter(s -> s.marks().isEmpty())
                .mapToInt(s -> Text.columns(subnetsOf(s)))
                .max()
                .orElse(0);
        this.withSubnets = label > 0 && label + 14 <= Math.min(free, MAX_GAP);
        int gap = Math.min(free, Math.max(layout.columns() == 2 ? 36 : 17, withSubnets ? label + 14 : 0));
        this.grid = new Grid(layout, box, gap, layout.rows() > 2 ? 2 : withSubnets ? 4 : 3);
        this.canvas = new Canvas(screen.columns());
    }

    private static boolean isUnmarked(Sketch.Host host) {
        return host.marks().isEmpty()
                && host.openSocket().filter(s -> !s.marks().isEmpty()).isEmpty();
    }

    List<String> lines() {
        for (int i = 0; i < grid.layout().seats().size(); i++) {
            drawBox(i);
        }
        int size = chain.hosts().size();
        for (int i = 0; i < chain.steps().size(); i++) {
            List<Sketch.Strand> step = chain.steps().get(i);
            if (step.isEmpty()) {
                HoleDrawing.draw(canvas, grid, chain, i, (i + 1) % size);
            }
            for (int k = 0; k < step.size(); k++) {
                drawStrand(i, (i + 1) % size, step.get(k), k);
            }
        }
        drawCaption();
        return canvas.lines(screen);
    }

    private int extraRows() {
        return chain.hosts().size() == 2 ? Math.max(0, chain.steps().getFirst().size() - 1) : 0;
    }

    // ---- hosts ---------------------------------------------------------------------------------------------------

    private void drawBox(int index) {
        Seat seat = grid.layout().seats().get(index);
        Sketch.Host host = chain.hosts().get(index);
        int x = grid.left(seat);
        int y = grid.top(seat);
        int rows = Grid.BOX_ROWS + extraRows();
        Paint paint = Sketch.worst(host.marks()).map(Stroke::paint).orElse(Paint.PLAIN);
        canvas.write(y, x, "┌" + "─".repeat(grid.box() - 2) + "┐", paint);
        for (int row = 1; row < rows - 1; row++) {
            canvas.write(y + row, x, "│" + " ".repeat(grid.box() - 2) + "│", paint);
        }
        canvas.write(y + rows - 1, x, "└" + "─".repeat(grid.box() - 2) + "┘", paint);
        int inset = (grid.box() - Text.columns(names.get(index))) / 2;
        canvas.write(y + 1, x + inset, names.get(index), Paint.STRONG);
        String mark = MarkText.brief(host.marks());
        if (!mark.isEmpty()) {
            canvas.write(y, x + 1, mark, paint);
        }
    }

    private void drawCaption() {
        String caption = chain.caption();
        int width = (grid.box() + grid.gap()) * (grid.layout().columns() - 1);
        if (grid.layout().rows() < 2 || Text.columns(caption) + 2 * CAPTION_ROOM > width) {
            return;
        }
        int y = (grid.layout().rows() * (Grid.BOX_ROWS + grid.between()) - grid.between()) / 2;
        int middle = Grid.MARGIN + (grid.box() + width) / 2;
        canvas.write(y, middle - Text.columns(caption) / 2, caption, Paint.FAINT);
    }

    /** Columns beside a vertical cable that its labels may take. */
    private int sideRoom() {
        int width = (grid.box() + grid.gap()) * (grid.layout().columns() - 1);
        return Math.max(0, (width - Text.columns(chain.caption())) / 2 - 3);
    }

    // ---- cables --------------------------------------------------------------------------------------------------

    private void drawStrand(int from, int to, Sketch.Strand strand, int line) {
        Seat a = grid.layout().seats().get(from);
        Seat b = grid.layout().seats().get(to);
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

    /** A cable from the right side of one grid.box() to the left side of another in the same row. */
    private void across(Seat a, String portA, Seat b, String portB, Sketch.Strand strand, int line) {
        Stroke stroke = Stroke.of(strand);
        Paint paint = Stroke.paint(strand);
        int y = grid.top(a) + 1 + line;
        int start = grid.left(a) + grid.box() - 1;
        int end = grid.left(b);
        canvas.across(y, start + 1, end, stroke.across, paint);
        canvas.write(y, start, String.valueOf(stroke.fromLeftBox), Paint.PLAIN);
        canvas.write(y, end, String.valueOf(stroke.fromRightBox), Paint.PLAIN);
        canvas.write(y, start + 1, port(portA), Paint.PLAIN);
        canvas.writeLeftOf(y, end, port(portB), Paint.PLAIN);
        String label = label(strand);
        if (!label.isEmpty()) {
            canvas.write(y, start + 1 + (grid.gap() - Text.columns(label)) / 2, label, paint);
        }
    }

    private String port(String name) {
        return grid.gap() >= 17 ? " " + name + " " : name;
    }

    /** What stands on a horizontal cable: its finding, or its subnets where there is room. */
    private String label(Sketch.Strand strand) {
        if (!strand.marks().isEmpty()) {
            String full = " " + MarkText.full(strand.marks()) + " ";
            return Text.columns(full) + 10 <= grid.gap() ? full : MarkText.brief(strand.marks());
        }
        return withSubnets ? " " + subnetsOf(strand) + " " : "";
    }

    /** A cable from the bottom of one grid.box() to the top of the one under it. */
    private void down(Seat upper, String upperPort, Seat lower, String lowerPort, Sketch.Strand strand) {
        Stroke stroke = Stroke.of(strand);
        int x = grid.middle(upper);
        int from = grid.top(upper) + Grid.BOX_ROWS;
        int to = grid.top(lower);
        canvas.down(from, to, x, stroke.down, Stroke.paint(strand));
        canvas.write(from - 1, x, String.valueOf(stroke.fromUpperBox), Paint.PLAIN);
        canvas.write(to, x, String.valueOf(stroke.fromLowerBox), Paint.PLAIN);
        grid.beside(canvas, upper, from, upperPort, Paint.PLAIN);
        grid.beside(canvas, upper, to - 1, lowerPort, Paint.PLAIN);
        labelBeside(upper, from, to, strand);
    }

    /** A cable from the bottom of a grid.box() down and then inwards to the side of a grid.box() in the last row. */
    private void bend(Seat upper, String upperPort, Seat lower, String lowerPort, boolean right, Sketch.Strand strand) {
        Stroke stroke = Stroke.of(strand);
        Paint paint = Stroke.paint(strand);
        int x = grid.middle(upper);
        int from = grid.top(upper) + Grid.BOX_ROWS;
        int y = grid.top(lower) + 1;
        canvas.down(from, y, x, stroke.down, paint);
        canvas.write(from - 1, x, String.valueOf(stroke.fromUpperBox), Paint.PLAIN);
        if (right) {
            int edge = grid.left(lower) + grid.box() - 1;
            canvas.across(y, edge + 1, x, stroke.across, paint);
            canvas.write(y, x, String.valueOf(stroke.bendUpLeft), paint);
            canvas.write(y, edge, String.valueOf(stroke.fromLeftBox), Paint.PLAIN);
            canvas.write(y, edge + 1, port(lowerPort), Paint.PLAIN);
        } else {
            int edge = grid.left(lower);
            canvas.across(y, x + 1, edge, stroke.across, paint);
            canvas.write(y, x, String.valueOf(stroke.bendUpRight), paint);
            canvas.write(y, edge, String.valueOf(stroke.fromRightBox), Paint.PLAIN);
            canvas.writeLeftOf(y, edge, port(lowerPort), Paint.PLAIN);
        }
        grid.beside(canvas, upper, from, upperPort, Paint.PLAIN);
        labelBeside(upper, from, y, strand);
    }

    private void labelBeside(Seat seat, int from, int to, Sketch.Strand strand) {
        Paint paint = Stroke.paint(strand);
        if (!strand.marks().isEmpty()) {
            int y = grid.between() == 2 ? from : (from + to - 1) / 2;
            if (grid.between() == 2) {
                grid.otherSide(canvas, seat, y, MarkText.brief(strand.marks()), paint);
            } else {
                canvas.write(y, grid.middle(seat), MarkText.sign(strand.marks()), paint);
                grid.beside(canvas, seat, y, MarkText.beside(strand.marks()), paint);
            }
        } else if (withSubnets) {
            int y = from + 1;
            for (Sketch.Plane plane :
                    strand.planes().subList(0, Math.min(2, strand.planes().size()))) {
                grid.beside(canvas, seat, y++, screen.quote(plane.subnetsWithin(sideRoom())), paint);
            }
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
}
