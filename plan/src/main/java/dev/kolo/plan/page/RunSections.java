package dev.kolo.plan.page;

import dev.kolo.fabric.lanes.Lane;
import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Table;
import dev.kolo.plan.Plan;
import dev.kolo.plan.engine.EngineEnvironment;
import dev.kolo.plan.wire.WireSection;
import java.util.List;
import java.util.Locale;

/** What the page says of the wire and of the engine: lanes, schedules, devices, variables. */
final class RunSections {
    private static final int MOST_RANKS = 16;

    private final Plan plan;

    RunSections(Plan plan) {
        this.plan = plan;
    }

    Markup wire() {
        WireSection wire = plan.wire();
        Markup out = new Markup();
        for (WireSection.Group group : wire.groups()) {
            out.leaf("p", "Ranks " + group.first() + "–" + group.last() + ": " + group.said());
            if (!group.schedules().isEmpty()) {
                out.add(HtmlTable.of(schedules(group)));
            }
        }
        if (!wire.devices().isEmpty()) {
            Table devices = new Table("Rank", "Host", "Functions of the wire", "Functions of NCCL");
            wire.devices()
                    .forEach(d -> devices.row(
                            Integer.toString(d.rank()),
                            d.host(),
                            d.wire().isEmpty() ? "none" : String.join(", ", d.wire()),
                            d.nccl().isEmpty() ? "none" : String.join(", ", d.nccl())));
            out.leaf("h3", "Functions").leaf("p", wire.trade()).add(HtmlTable.of(devices));
        }
        if (wire.lanes().lanes().isEmpty()) {
            return out.leaf("p", "There are no lanes in this plan.");
        }
        return out.add(lanes());
    }

    private static Table schedules(WireSection.Group group) {
        Table table = new Table("Payload a rank", "Schedule", "Rounds", "Why").alignRight(2);
        for (WireSection.Schedule s : group.schedules()) {
            String range = s.toBytes() == Long.MAX_VALUE
                    ? "from " + grouped(s.fromBytes()) + " B"
                    : grouped(s.fromBytes()) + " to " + grouped(s.toBytes()) + " B";
            table.row(List.of(
                    Table.Cell.of(range),
                    new Table.Cell(s.name(), Paint.STRONG),
                    Table.Cell.of(Integer.toString(s.rounds())),
                    Table.Cell.of(s.reason())));
        }
        return table;
    }

    private Markup lanes() {
        LongTable table = new LongTable(
                new Table("Ranks", "Lane", "Device", "Address", "Device", "Address", "Relays").alignRight(6));
        for (Lane lane : plan.wire().lanes().lanes()) {
            table.row(
                    lane.lowRank() + " – " + lane.highRank(),
                    Integer.toString(lane.index()),
                    lane.low().name(),
                    lane.low().ipv4().toString(),
                    lane.high().name(),
                    lane.high().ipv4().toString(),
                    Integer.toString(lane.relays()));
        }
        return table.markup("", "lanes");
    }

    Markup engine() {
        Markup out = new Markup();
        plan.engine().label().ifPresent(label -> out.leaf("p", label, "class", "state caution"));
        plan.engine().absence().ifPresent(why -> out.leaf("p", why));
        out.leaf("p", plan.engine().bisection());
        List<EngineEnvironment> ranks = plan.engine().ranks();
        for (EngineEnvironment rank : ranks.subList(0, Math.min(MOST_RANKS, ranks.size()))) {
            Table table = new Table("Variable", "Value", "Why");
            rank.set().forEach(l -> row(table, l, ""));
            rank.firstBoot().forEach(l -> row(table, l, "First start: "));
            rank.oneShot().forEach(l -> row(table, l, "One-shot collectives: "));
            rank.unset()
                    .forEach(u -> table.row(List.of(
                            new Table.Cell(u.name(), Paint.STRONG),
                            new Table.Cell("must not be set", Paint.CAUTION),
                            Table.Cell.of(u.reason()))));
            String summary = "Rank " + rank.rank() + " on " + rank.host();
            if (rank.rank() == 0) {
                out.open("details", "open", "");
            } else {
                out.open("details");
            }
            out.leaf("summary", summary).line().add(HtmlTable.of(table)).close().line();
        }
        if (ranks.size() > MOST_RANKS) {
            out.leaf("p", "The first " + MOST_RANKS + " ranks are shown; each has its own file engine.env.");
        }
        return out;
    }

    private static void row(Table table, EngineEnvironment.Line line, String when) {
        table.row(List.of(
                new Table.Cell(line.name(), Paint.STRONG),
                Table.Cell.of(line.value()),
                Table.Cell.of(when + line.reason())));
    }

    private static String grouped(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
