package dev.kolo.page.ring;

import dev.kolo.fabric.facts.LinkState;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Lists cables and lonely hosts, one a line: the form for fabrics that are no chain, whatever their size. */
final class StrandList {
    private static final int LONGEST_NAME = 24;

    private StrandList() {}

    /** The cables of the hosts of one component. */
    static List<String> lines(List<Sketch.Host> hosts, List<Sketch.Strand> all, Screen screen) {
        Set<String> names = hosts.stream().map(Sketch.Host::name).collect(Collectors.toCollection(HashSet::new));
        List<Sketch.Strand> strands =
                all.stream().filter(s -> names.contains(s.a().host())).toList();
        int width = hosts.stream()
                .mapToInt(h -> Text.columns(shown(h.shownName(), screen)))
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        for (Sketch.Strand strand : strands) {
            String across = String.valueOf(Stroke.of(strand).across);
            String mark = MarkText.full(strand.marks());
            String middle = mark.isEmpty() ? across.repeat(14) : across.repeat(3) + " " + mark + " " + across.repeat(3);
            lines.add("  "
                    + screen.finish(
                            Text.pad(name(hosts, strand.a().host(), screen), width) + " " + end(strand, true) + " ")
                    + screen.paint(Stroke.paint(strand), screen.finish(Text.pad(middle, 14)))
                    + screen.finish(" " + end(strand, false) + " "
                            + name(hosts, strand.b().host(), screen)));
        }
        return lines;
    }

    private static String end(Sketch.Strand strand, boolean first) {
        return Sketch.shortName(first ? strand.a() : strand.b());
    }

    private static String name(List<Sketch.Host> hosts, String name, Screen screen) {
        return hosts.stream()
                .filter(h -> h.name().equals(name))
                .findFirst()
                .map(h -> shown(h.shownName(), screen))
                .orElse(shown(name, screen));
    }

    private static String shown(String name, Screen screen) {
        return Text.fit(screen.quote(name), Math.min(LONGEST_NAME, (screen.columns() - 26) / 2));
    }

    /** Hosts that no cable joins to any other, with the state of their ports. */
    static List<String> alone(List<Sketch.Host> hosts, Screen screen) {
        int width = hosts.stream()
                .mapToInt(h -> Text.columns(shown(h.shownName(), screen)))
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        for (Sketch.Host host : hosts) {
            List<Mark> marks = host.allMarks();
            String ports = host.sockets().stream()
                    .map(s -> Sketch.shortName(s.port()) + " " + word(s.state()))
                    .collect(Collectors.joining(", "));
            String text = "○ no cable seen" + (ports.isEmpty() ? "" : " (" + ports + ")");
            String mark = MarkText.full(marks);
            String words = Text.fit(mark.isEmpty() ? text : mark + "  " + text, screen.columns() - width - 4);
            Paint paint = Sketch.worst(marks).map(Stroke::paint).orElse(Paint.PLAIN);
            lines.add("  "
                    + screen.finish(Text.pad(shown(host.shownName(), screen), width))
                    + "  "
                    + screen.paint(paint, screen.finish(words)));
        }
        return lines;
    }

    private static String word(LinkState state) {
        return switch (state) {
            case UP -> "up";
            case DOWN -> "down";
            case UNKNOWN -> "not seen";
        };
    }
}
