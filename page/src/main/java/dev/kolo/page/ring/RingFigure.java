package dev.kolo.page.ring;

import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Table;
import java.util.List;
import java.util.stream.Collectors;

/** The picture with what belongs to it on a page: its legend, and the table of cables for those who cannot see a picture. */
public final class RingFigure {
    private RingFigure() {}

    /** Picture and legend. */
    public static Markup of(Sketch sketch, String id) {
        Markup out = new Markup();
        out.open("div", "class", "figure", "tabindex", "0")
                .line()
                .add(new RingSvg(sketch, id).markup())
                .close()
                .line();
        List<Integer> planes = sketch.strands().stream()
                .flatMap(s -> s.planes().stream().map(Sketch.Plane::index))
                .distinct()
                .sorted()
                .toList();
        if (!planes.isEmpty()) {
            out.open("ul", "class", "legend");
            for (int plane : planes) {
                out.open("li")
                        .leaf("span", "━", "class", "swatch plane" + Math.min(plane, 3))
                        .text(" plane " + plane + planeName(sketch, plane))
                        .close();
            }
            out.leaf("li", "p0, p1: QSFP ports");
            if (sketch.strands().stream().anyMatch(s -> !s.isSeen())) {
                out.leaf("li", "dotted: addresses claim it, nothing was seen");
            }
            if (sketch.strands().stream().anyMatch(s -> !s.marks().isEmpty())) {
                out.open("li")
                        .leaf("span", "╍", "class", "swatch")
                        .text(" dashed: see the finding with that number")
                        .close();
            }
            out.close().line();
        }
        return out;
    }

    private static String planeName(Sketch sketch, int plane) {
        List<String> names = sketch.strands().stream()
                .flatMap(s -> s.planes().stream())
                .filter(p -> p.index() == plane && !p.name().isEmpty())
                .map(Sketch.Plane::name)
                .distinct()
                .toList();
        return names.size() == 1 ? " (PCI root " + names.getFirst() + ")" : "";
    }

    /** The cables as a table: a row a cable, with its plugs, subnets and findings. */
    public static Table table(Sketch sketch) {
        Table table = new Table("Cable", "Plug", "Plug", "Subnets", "State");
        int number = 1;
        for (Sketch.Strand strand : sketch.strands()) {
            String subnets = strand.planes().stream()
                    .map(p -> p.subnets().isEmpty() ? "no address" : p.subnets())
                    .distinct()
                    .collect(Collectors.joining(", "));
            String state = strand.marks().isEmpty()
                    ? strand.isSeen() ? "seen" : "claimed by addresses, not seen"
                    : MarkText.full(strand.marks());
            Paint paint =
                    strand.marks().isEmpty() ? strand.isSeen() ? Paint.GOOD : Paint.CAUTION : Stroke.paint(strand);
            table.row(List.of(
                    Table.Cell.of(Integer.toString(number++)),
                    Table.Cell.of(strand.a().toString()),
                    Table.Cell.of(strand.b().toString()),
                    Table.Cell.of(subnets),
                    new Table.Cell(state, paint)));
        }
        return table;
    }
}
