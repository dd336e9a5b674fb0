package dev.kolo.page.ring;

import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Segment;
import dev.kolo.page.text.Canvas;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws switched segments: a line a host, a column a segment, a dot where a function of the host takes part. */
final class SegmentDrawing {
    private static final int LONGEST_NAME = 24;
    private static final int FUNCTION_COLUMNS = 16;

    private SegmentDrawing() {}

    static List<String> lines(Sketch sketch, Screen screen) {
        int name = sketch.hosts().stream()
                .mapToInt(h -> Text.columns(shown(h, screen)))
                .max()
                .orElse(0);
        int marks = sketch.hosts().stream()
                .mapToInt(h -> Text.columns(MarkText.brief(h.allMarks())))
                .max()
                .orElse(0);
        int first = 2 + name + 1 + marks + 1;
        List<Segment> segments = sketch.segments();
        int fitting = Math.clamp((screen.columns() - first) / (FUNCTION_COLUMNS + 4), 1, Math.max(1, segments.size()));
        int step = Math.min(30, (screen.columns() - first) / fitting);
        Canvas canvas = new Canvas(screen.columns());
        for (int s = 0; s < Math.min(fitting, segments.size()); s++) {
            canvas.write(
                    0, first + s * step, Text.fit(screen.quote(segments.get(s).name()), step - 2), Paint.STRONG);
            for (int h = 0; h < sketch.hosts().size(); h++) {
                Sketch.Host host = sketch.hosts().get(h);
                Optional<FunctionId> member = segments.get(s).members().stream()
                        .filter(m -> m.host().equals(host.name()))
                        .findFirst();
                String text = member.map(m -> "●─ " + Text.fit(screen.quote(m.name()), step - 5))
                        .orElse("│");
                canvas.write(1 + h, first + s * step, text, member.isPresent() ? Paint.GOOD : Paint.FAINT);
            }
        }
        for (int h = 0; h < sketch.hosts().size(); h++) {
            Sketch.Host host = sketch.hosts().get(h);
            canvas.write(1 + h, 2, shown(host, screen), Paint.STRONG);
            String mark = MarkText.brief(host.allMarks());
            Paint paint = Sketch.worst(host.allMarks()).map(Stroke::paint).orElse(Paint.PLAIN);
            canvas.write(1 + h, 2 + name + 1, mark, paint);
        }
        List<String> lines = new ArrayList<>(canvas.lines(screen));
        if (segments.size() > fitting) {
            lines.add("  and " + (segments.size() - fitting) + " more segments");
        }
        return lines;
    }

    private static String shown(Sketch.Host host, Screen screen) {
        return Text.fit(screen.quote(host.shownName()), LONGEST_NAME);
    }
}
