package dev.kolo.page.ring;

import dev.kolo.fabric.finding.Severity;
import dev.kolo.page.text.Paint;

/** How a strand is drawn in characters: doubled for two planes, single for one, dashed when only addresses claim it. */
enum Stroke {
    DOUBLE('═', '║', '╞', '╡', '╥', '╨', '╚', '╝'),
    SINGLE('─', '│', '├', '┤', '┬', '┴', '└', '┘'),
    DASHED('╌', '┊', '├', '┤', '┬', '┴', '└', '┘');

    final char across;
    final char down;
    final char fromLeftBox;
    final char fromRightBox;
    final char fromUpperBox;
    final char fromLowerBox;
    final char bendUpRight;
    final char bendUpLeft;

    Stroke(
            char across,
            char down,
            char fromLeftBox,
            char fromRightBox,
            char fromUpperBox,
            char fromLowerBox,
            char bendUpRight,
            char bendUpLeft) {
        this.across = across;
        this.down = down;
        this.fromLeftBox = fromLeftBox;
        this.fromRightBox = fromRightBox;
        this.fromUpperBox = fromUpperBox;
        this.fromLowerBox = fromLowerBox;
        this.bendUpRight = bendUpRight;
        this.bendUpLeft = bendUpLeft;
    }

    static Stroke of(Sketch.Strand strand) {
        if (!strand.isSeen()) {
            return DASHED;
        }
        return strand.linkedPlanes() > 1 ? DOUBLE : SINGLE;
    }

    /** Errors are drawn as wrong, warnings as caution, the rest as good; what only addresses claim is never "good". */
    static Paint paint(Sketch.Strand strand) {
        return strand.worst().map(Stroke::paint).orElse(strand.isSeen() ? Paint.GOOD : Paint.PLAIN);
    }

    static Paint paint(Severity severity) {
        return severity == Severity.ERROR ? Paint.WRONG : Paint.CAUTION;
    }

    /** The sign of a severity in a drawing. */
    static String sign(Severity severity) {
        return severity == Severity.ERROR ? "✗" : "!";
    }
}
