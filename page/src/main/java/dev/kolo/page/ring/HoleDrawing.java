package dev.kolo.page.ring;

import dev.kolo.page.ring.RingLayout.Seat;
import dev.kolo.page.ring.RingLayout.Side;
import dev.kolo.page.text.Canvas;
import dev.kolo.page.text.Paint;
import java.util.List;
import java.util.Optional;

/** Draws where a path is open: the ports that have no cable, on both sides of the hole. */
final class HoleDrawing {
    /** Narrower gaps have room for signs only. */
    private static final int ROOM_FOR_WORDS = 32;

    private HoleDrawing() {}

    static void draw(Canvas canvas, Grid grid, Chain chain, int from, int to) {
        if (grid.layout().rows() < 2) {
            return;
        }
        Seat before = grid.layout().seats().get(from);
        Seat after = grid.layout().seats().get(to);
        stub(canvas, grid, before, before.toNext(), chain.hosts().get(from));
        stub(canvas, grid, after, after.toPrevious(), chain.hosts().get(to));
    }

    private static void stub(Canvas canvas, Grid grid, Seat seat, Side side, Sketch.Host host) {
        Optional<Sketch.Socket> socket = host.openSocket();
        if (socket.isEmpty()) {
            return;
        }
        String port = Sketch.shortName(socket.get().port());
        String text = words(socket.get(), grid.gap() < ROOM_FOR_WORDS && (side == Side.LEFT || side == Side.RIGHT));
        Paint paint = Sketch.worst(socket.get().marks()).map(Stroke::paint).orElse(Paint.CAUTION);
        int y = grid.top(seat) + 1;
        int left = grid.left(seat);
        switch (side) {
            case RIGHT -> {
                canvas.write(y, left + grid.box() - 1, "├", Paint.PLAIN);
                canvas.write(y, left + grid.box() + 1, port + " " + text, paint);
            }
            case LEFT -> {
                canvas.write(y, left, "┤", Paint.PLAIN);
                canvas.writeLeftOf(y, left - 1, text + " " + port, paint);
            }
            case BOTTOM -> {
                canvas.write(grid.top(seat) + Grid.BOX_ROWS - 1, grid.middle(seat), "┬", Paint.PLAIN);
                grid.beside(canvas, seat, grid.top(seat) + Grid.BOX_ROWS, port + " " + text, paint);
            }
            case TOP -> {
                canvas.write(grid.top(seat), grid.middle(seat), "┴", Paint.PLAIN);
                grid.beside(canvas, seat, grid.top(seat) - 1, port + " " + text, paint);
            }
        }
    }

    private static String words(Sketch.Socket socket, boolean brief) {
        List<Mark> marks = socket.marks();
        if (marks.isEmpty()) {
            return brief ? "○" : "○ " + socket.stateWords();
        }
        return brief ? MarkText.brief(marks) : MarkText.full(marks);
    }
}
