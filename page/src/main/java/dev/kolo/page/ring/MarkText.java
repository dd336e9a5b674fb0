package dev.kolo.page.ring;

import java.util.List;
import java.util.stream.Collectors;

/** Marks as words: the sign of the worst one and the numbers of the findings. */
final class MarkText {
    private static final int MOST_NUMBERS = 3;

    private MarkText() {}

    /** {@code ✗ see 1,2}; empty without marks. */
    static String full(List<Mark> marks) {
        return marks.isEmpty() ? "" : sign(marks) + " see " + numbers(marks, MOST_NUMBERS);
    }

    /** {@code ✗1,2}, for narrow places. */
    static String brief(List<Mark> marks) {
        return marks.isEmpty() ? "" : sign(marks) + numbers(marks, 2);
    }

    /** The words beside a sign that stands on a strand of its own: {@code see 1,2}. */
    static String beside(List<Mark> marks) {
        return marks.isEmpty() ? "" : "see " + numbers(marks, MOST_NUMBERS);
    }

    static String sign(List<Mark> marks) {
        return Sketch.worst(marks).map(Stroke::sign).orElse("");
    }

    private static String numbers(List<Mark> marks, int most) {
        String numbers = marks.stream()
                .limit(most)
                .map(m -> Integer.toString(m.number()))
                .collect(Collectors.joining(","));
        return marks.size() > most ? numbers + "…" : numbers;
    }
}
