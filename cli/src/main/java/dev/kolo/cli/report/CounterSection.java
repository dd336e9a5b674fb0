package dev.kolo.cli.report;

import dev.kolo.fabric.counters.CounterMeaning;
import dev.kolo.fabric.counters.CounterReading;
import dev.kolo.fabric.counters.CounterSet;
import dev.kolo.fabric.counters.Growth;
import dev.kolo.fabric.counters.HostGrowth;
import dev.kolo.fabric.counters.SetGrowth;
import dev.kolo.fabric.counters.Traffic;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.page.chart.Bars;
import dev.kolo.page.html.HtmlPage;
import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What each function of the fabric carried, as bars, and the counters that tell of trouble: between two observations, or
 * since the counters began where there is one only.
 */
final class CounterSection {
    private static final int MOST_TROUBLES = 60;

    /** More hosts than this make a chart that is longer than all the rest of the page. */
    private static final int MOST_OPEN = 6;

    private final Inventory inventory;
    private final Optional<Inventory> before;
    private final Fabric fabric;

    CounterSection(ReportInput input) {
        this.inventory = input.result().inventory();
        this.before = input.before();
        this.fabric = input.diagnosis().fabric();
    }

    /** Adds the section, unless no counter was seen. */
    void addTo(HtmlPage page) {
        Map<String, HostGrowth> growths = new LinkedHashMap<>();
        inventory.hosts().forEach(h -> growth(h).ifPresent(g -> growths.put(h.host(), g)));
        Markup out = new Markup();
        boolean any = traffic(out, growths);
        any |= troubles(out, growths);
        any |= stated(out);
        if (any) {
            page.section("counters", before.isPresent() ? "What the counters grew by" : "What the counters show", out);
        }
    }

    /** How a host's counters grew; without an earlier observation, from 0. */
    private Optional<HostGrowth> growth(NodeFacts host) {
        CounterReading now = CounterReading.of(host);
        if (now.isEmpty()) {
            return Optional.empty();
        }
        if (before.isEmpty()) {
            List<CounterSet> zeros = now.sets().stream()
                    .map(s -> new CounterSet(s.subject(), s.kind(), zeros(s.values()), s.evidence()))
                    .toList();
            return Optional.of(HostGrowth.between(new CounterReading(now.host(), now.moment(), zeros), now));
        }
        return before.flatMap(b -> b.host(host.host())).map(was -> HostGrowth.between(CounterReading.of(was), now));
    }

    private static Map<String, Long> zeros(Map<String, Long> values) {
        Map<String, Long> zeros = new TreeMap<>();
        values.keySet().forEach(name -> zeros.put(name, 0L));
        return zeros;
    }

    private boolean traffic(Markup out, Map<String, HostGrowth> growths) {
        Bars bars = new Bars("traffic", "Bytes sent and received by each function", List.of("sent", "received"));
        Table table = new Table("Host", "Function", "Port", "Plane", "Sent", "Received", "Counted by")
                .alignRight(4)
                .alignRight(5);
        for (NodeFacts host : inventory.hosts()) {
            HostGrowth growth = growths.get(host.host());
            if (growth == null) {
                continue;
            }
            List<Bars.Row> rows = new ArrayList<>();
            for (Function function : fabric.functionsOf(host.host())) {
                Traffic.of(function, growth).ifPresent(t -> {
                    rows.add(new Bars.Row(
                            function.name() + " · " + place(function),
                            List.of(value(t.sentBytes(), t.isExact()), value(t.receivedBytes(), t.isExact()))));
                    table.row(List.of(
                            new Table.Cell(host.displayName(), Paint.STRONG),
                            Table.Cell.of(function.label()),
                            Table.Cell.of(function.port().label()),
                            Table.Cell.of(Integer.toString(function.plane())),
                            Table.Cell.of(value(t.sentBytes(), t.isExact()).words()),
                            Table.Cell.of(value(t.receivedBytes(), t.isExact()).words()),
                            new Table.Cell(t.source().words(), t.source().countsRdma() ? Paint.PLAIN : Paint.CAUTION)));
                });
            }
            if (!rows.isEmpty()) {
                bars.group(host.displayName() + interval(growth), rows);
            }
        }
        if (bars.isEmpty()) {
            return false;
        }
        out.leaf(
                "p",
                before.isPresent()
                        ? "Bytes between the two observations. \"At least\": a counter was set back in between."
                        : "Bytes since each counter began, which may be days ago and before the trouble: --since with an earlier reading"
                                + " shows what passed in between.");
        boolean folded = growths.size() > MOST_OPEN;
        if (folded) {
            out.open("details").leaf("summary", "Bars and figures of all " + growths.size() + " hosts");
        }
        out.add(bars.markup()).add(HtmlTable.of(table));
        if (folded) {
            out.close();
        }
        if (table.rows().stream().anyMatch(r -> r.getLast().paint() == Paint.CAUTION)) {
            out.leaf(
                    "p",
                    "The kernel's own count (ip -s link) does not contain RDMA of a NIC that bypasses the kernel: a small bar"
                            + " there says nothing about RDMA.",
                    "class",
                    "note");
        }
        return true;
    }

    private String interval(HostGrowth growth) {
        if (before.isEmpty()) {
            return "";
        }
        String restarted = growth.interval().restarted() ? ", started anew in between" : "";
        return growth.interval().millis().isPresent()
                ? ", in " + seconds(growth.interval().millis().getAsLong()) + restarted
                : ", in an unknown time" + restarted;
    }

    private static String seconds(long millis) {
        return millis < 600_000 ? millis / 1000 + " s" : millis / 60_000 + " min";
    }

    private static String place(Function function) {
        return function.port().label().replace("port ", "p") + ", plane " + function.plane();
    }

    private static Bars.Value value(OptionalLong bytes, boolean exact) {
        return bytes.isEmpty()
                ? Bars.Value.UNKNOWN
                : new Bars.Value(bytes.getAsLong(), (exact ? "" : "at least ") + bytes(bytes.getAsLong()));
    }

    private static String bytes(long bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB", "PB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1000 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.2f %s", value, units[unit]);
    }

    /** Counters of trouble that are not 0, or grew. */
    private boolean troubles(Markup out, Map<String, HostGrowth> growths) {
        Table table = new Table("Host", "Device", "Counter", before.isPresent() ? "Grew by" : "Stands at", "Meaning")
                .alignRight(3);
        int left = 0;
        for (Map.Entry<String, HostGrowth> host : growths.entrySet()) {
            for (SetGrowth set : host.getValue().sets()) {
                for (Map.Entry<String, Growth> entry : set.growths().entrySet()) {
                    Optional<CounterMeaning> meaning = CounterMeaning.of(entry.getKey());
                    long amount = entry.getValue().atLeast();
                    if (meaning.isEmpty() || amount == 0) {
                        continue;
                    }
                    if (table.rows().size() >= MOST_TROUBLES) {
                        left++;
                        continue;
                    }
                    table.row(List.of(
                            new Table.Cell(host.getKey().isEmpty() ? "this host" : host.getKey(), Paint.STRONG),
                            Table.Cell.of(set.subject()),
                            Table.Cell.of(entry.getKey()),
                            Table.Cell.of((entry.getValue().isExact() ? "" : "at least ") + amount),
                            new Table.Cell(
                                    meaning.get().words(), meaning.get().isTrouble() ? Paint.WRONG : Paint.CAUTION)));
                }
            }
        }
        if (!table.isEmpty()) {
            out.leaf("h3", "Counters of loss, repeats and bad signal", "class", "sub")
                    .add(HtmlTable.of(table));
            ReportPage.more(out, left, "counters");
        }
        return !table.isEmpty();
    }

    /** Figures that somebody wrote down: before and after in a unit of their own, or growth of a counter. */
    private boolean stated(Markup out) {
        Bars bars = new Bars("stated", "Traffic as somebody wrote it down", List.of("before", "after"));
        Table table = new Table("Host", "Subject", "Counter", "Value").alignRight(3);
        for (NodeFacts host : inventory.hosts()) {
            List<Bars.Row> rows = new ArrayList<>();
            for (Remark remark : host.remarks()) {
                String[] words = remark.value().split(" ", -1);
                if (remark.kind() == Remark.Kind.TRAFFIC && words.length >= 3) {
                    rows.add(new Bars.Row(words[0], List.of(stated(words[1]), stated(words[2]))));
                } else if (remark.kind() == Remark.Kind.COUNTER_GROWTH && words.length >= 3) {
                    table.row(host.displayName(), words[0], words[1], words[2]);
                }
            }
            if (!rows.isEmpty()) {
                bars.group(host.displayName() + ", in the unit of whoever wrote it", rows);
            }
        }
        if (!bars.isEmpty()) {
            out.leaf("h3", "Traffic as somebody wrote it down", "class", "sub").add(bars.markup());
        }
        if (!table.isEmpty()) {
            out.leaf("h3", "Growth as somebody wrote it down", "class", "sub").add(HtmlTable.of(table));
        }
        return !bars.isEmpty() || !table.isEmpty();
    }

    private static Bars.Value stated(String text) {
        try {
            double amount = Double.parseDouble(text);
            return amount >= 0 && Double.isFinite(amount) ? new Bars.Value(amount, text) : Bars.Value.UNKNOWN;
        } catch (NumberFormatException notANumber) {
            return Bars.Value.UNKNOWN;
        }
    }
}
