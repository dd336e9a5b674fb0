package dev.kolo.page.ring;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the hosts of a chain sit: clockwise on the edge of a rectangle, so that rings of any size keep short cables and
 * a small width. Four hosts make a square; of an odd number, the bottom row has one fewer and its cables bend upwards.
 *
 * @param seats one a host, in cable order
 * @param columns hosts in the top row
 * @param rows rows of hosts
 */
public record RingLayout(List<Seat> seats, int columns, int rows) {
    public RingLayout {
        seats = List.copyOf(seats);
    }

    /** A side of a host's box. */
    public enum Side {
        LEFT,
        RIGHT,
        TOP,
        BOTTOM
    }

    /**
     * A host's place.
     *
     * @param halfColumn twice the column, since the bottom row may sit between the columns of the top row
     * @param row 0 at the top
     * @param toPrevious the side where the cable from the host before arrives
     * @param toNext the side where the cable to the next host leaves
     */
    public record Seat(int halfColumn, int row, Side toPrevious, Side toNext) {}

    /**
     * Seats so many hosts.
     *
     * @param hosts 1 or more
     * @param widest most hosts in a row, 2 or more; small rings take two rows and need fewer
     */
    public static RingLayout of(int hosts, int widest) {
        if (hosts <= 2) {
            return inARow(hosts);
        }
        int top = Math.min(widest, (hosts + 1) / 2);
        int bottom = (hosts - top) % 2 == top % 2 ? top : top - 1;
        int sides = (hosts - top - bottom) / 2;
        List<Seat> seats = new ArrayList<>();
        for (int i = 0; i < top; i++) {
            seats.add(new Seat(2 * i, 0, i == 0 ? Side.BOTTOM : Side.LEFT, i == top - 1 ? Side.BOTTOM : Side.RIGHT));
        }
        for (int i = 1; i <= sides; i++) {
            seats.add(new Seat(2 * (top - 1), i, Side.TOP, Side.BOTTOM));
        }
        boolean even = bottom == top;
        for (int i = bottom - 1; i >= 0; i--) {
            seats.add(new Seat(
                    even ? 2 * i : 2 * i + 1,
                    sides + 1,
                    even && i == bottom - 1 ? Side.TOP : Side.RIGHT,
                    even && i == 0 ? Side.TOP : Side.LEFT));
        }
        for (int i = sides; i >= 1; i--) {
            seats.add(new Seat(0, i, Side.BOTTOM, Side.TOP));
        }
        return new RingLayout(seats, top, sides + 2);
    }

    /** Seats hosts side by side, for pairs and short paths. */
    public static RingLayout inARow(int hosts) {
        List<Seat> seats = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            seats.add(new Seat(2 * i, 0, Side.LEFT, Side.RIGHT));
        }
        return new RingLayout(seats, hosts, 1);
    }
}
