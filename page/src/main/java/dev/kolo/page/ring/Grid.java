package dev.kolo.page.ring;

import dev.kolo.page.ring.RingLayout.Seat;
import dev.kolo.page.text.Canvas;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Text;
import java.util.List;

/**
 * A layout in columns and rows of characters.
 *
 * @param layout where the hosts sit
 * @param box columns of a host's box
 * @param gap columns between two boxes of a row
 * @param between rows between two rows of boxes
 */
record Grid(RingLayout layout, int box, int gap, int between) {
    static final int MARGIN = 2;
    static final int BOX_ROWS = 3;

    /** Room for two port names, a sign with two numbers, and some cable. */
    private static final int MIN_GAP = 11;

    private static final int MIN_BOX = 8;

    /** What stands around a name: two borders and two blanks. */
    private static final int BOX_EDGES = 4;

    /** How many boxes for names of six letters fit beside each other. */
    static int mostColumns(int available) {
        return (available + MIN_GAP) / (6 + BOX_EDGES + MIN_GAP);
    }

    /** The longest name that boxes of so many columns can show. */
    static int longestName(int available, int columns) {
        return (available - MIN_GAP * (columns - 1)) / columns - BOX_EDGES;
    }

    /** The width of a box that holds each of the names. */
    static int boxFor(List<String> names) {
        return Math.max(MIN_BOX, names.stream().mapToInt(Text::columns).max().orElse(0) + BOX_EDGES);
    }

    /** The widest gap that so many boxes leave. */
    static int freeGap(int available, int columns, int box) {
        return columns == 1 ? 0 : (available - box * columns) / (columns - 1);
    }

    int left(Seat seat) {
        return MARGIN + seat.halfColumn() * (box + gap) / 2;
    }

    int top(Seat seat) {
        return seat.row() * (BOX_ROWS + between);
    }

    int middle(Seat seat) {
        return left(seat) + box / 2;
    }

    /** Whether a seat's labels belong to the left of its vertical cable: the inside of the circle is there. */
    private boolean isRightHalf(Seat seat) {
        return seat.halfColumn() > layout.columns() - 1;
    }

    /** Writes beside a vertical cable, on the inside of the circle. */
    void beside(Canvas canvas, Seat seat, int row, String text, Paint paint) {
        write(canvas, seat, row, text, paint, isRightHalf(seat));
    }

    /** Writes beside a vertical cable, on the outside. */
    void otherSide(Canvas canvas, Seat seat, int row, String text, Paint paint) {
        write(canvas, seat, row, text, paint, !isRightHalf(seat));
    }

    private void write(Canvas canvas, Seat seat, int row, String text, Paint paint, boolean toTheLeft) {
        if (toTheLeft) {
            canvas.writeLeftOf(row, middle(seat) - 1, text, paint);
        } else {
            canvas.write(row, middle(seat) + 2, text, paint);
        }
    }
}
