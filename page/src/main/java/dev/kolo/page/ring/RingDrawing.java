package dev.kolo.page.ring;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * The picture of a fabric in characters, for a terminal, a file or a forum post: never wider than the screen, readable
 * without colour, with a legend of exactly the signs that occur in it.
 */
public final class RingDrawing {
    private final Sketch sketch;
    private final Screen screen;

    public RingDrawing(Sketch sketch, Screen screen) {
        this.sketch = sketch;
        this.screen = screen;
    }

    /** The picture's lines without its legend. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (sketch.shape().kind() == Shape.Kind.SWITCHED) {
            lines.addAll(SegmentDrawing.lines(sketch, screen));
        }
        List<Chain> chains = Chain.of(sketch);
        List<Sketch.Host> alone = new ArrayList<>();
        for (Chain chain : chains) {
            if (chain.hosts().size() == 1 && !chain.tangled()) {
                alone.addAll(chain.hosts());
                continue;
            }
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(
                    chain.tangled()
                            ? StrandList.lines(chain.hosts(), sketch.strands(), screen)
                            : new ChainDrawing(chain, screen).lines());
        }
        if (!alone.isEmpty() && sketch.shape().kind() != Shape.Kind.SWITCHED) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(StrandList.alone(alone, screen));
        }
        if (!sketch.general().isEmpty()) {
            Paint paint = Sketch.worst(sketch.general()).map(Stroke::paint).orElse(Paint.PLAIN);
            lines.add("  "
                    + screen.paint(
                            paint, screen.finish(MarkText.full(sketch.general()) + ", about the fabric as a whole")));
        }
        return lines;
    }

    /** One or two lines that explain the signs that occur in the picture; none when none need words. */
    public List<String> legend() {
        List<Sketch.Strand> strands = sketch.strands();
        List<String> parts = new ArrayList<>();
        if (strands.stream().anyMatch(s -> Stroke.of(s) == Stroke.DOUBLE)) {
            parts.add("═ cable, both planes");
        }
        if (strands.stream().anyMatch(s -> Stroke.of(s) == Stroke.SINGLE)) {
            parts.add("─ cable, one plane");
        }
        if (strands.stream().anyMatch(s -> Stroke.of(s) == Stroke.DASHED)) {
            parts.add("╌ cable that addresses claim, not seen");
        }
        if (!strands.isEmpty()) {
            parts.add("p0 p1 ports");
        }
        List<Mark> marks = new ArrayList<>(sketch.general());
        strands.forEach(s -> marks.addAll(s.marks()));
        sketch.hosts().forEach(h -> {
            marks.addAll(h.marks());
            h.sockets().forEach(s -> marks.addAll(s.marks()));
        });
        Sketch.worst(marks).ifPresent(worst -> parts.add(Stroke.sign(worst) + " see the finding with that number"));
        return Text.wrap(String.join("   ", parts).trim(), screen.columns() - 2).stream()
                .filter(line -> !line.isBlank())
                .map(line -> "  " + screen.paint(Paint.FAINT, screen.finish(line.trim())))
                .toList();
    }
}
