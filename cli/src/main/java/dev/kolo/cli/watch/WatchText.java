package dev.kolo.cli.watch;

import dev.kolo.doctor.counters.ExpectedShares.Range;
import dev.kolo.fabric.counters.CounterMeaning;
import dev.kolo.fabric.counters.FunctionGrowth;
import dev.kolo.fabric.counters.HostGrowth;
import dev.kolo.fabric.counters.Interval;
import dev.kolo.fabric.counters.Traffic;
import dev.kolo.fabric.facts.Inventory.Unreachable;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Function;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.page.text.Table.Cell;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** One interval as lines for people: a row for each port and plane, the balance of the planes, and what is wrong. */
public final class WatchText {
    private final Screen screen;

    public WatchText(Screen screen) {
        this.screen = screen;
    }

    /** The lines of a frame. */
    public List<String> lines(Frame frame) {
        List<String> lines = new ArrayList<>();
        lines.add(screen.paint(Paint.STRONG, screen.finish(screen.quote(heading(frame)))));
        if (!frame.growth().functions().isEmpty()) {
            lines.addAll(table(frame).lines(screen));
        }
        if (!frame.growth().others().isEmpty()) {
            say(lines, Paint.FAINT, "No device of a fabric was seen on " + othersHosts(frame) + "; its netdevs:");
            lines.addAll(others(frame).lines(screen));
        }
        balance(frame).ifPresent(words -> say(lines, Paint.PLAIN, words));
        for (String words : sources(frame)) {
            say(lines, Paint.FAINT, words);
        }
        for (Unreachable host : frame.silent()) {
            say(lines, Paint.CAUTION, host.host() + " did not answer: " + host.reason());
        }
        findings(frame, lines);
        return lines;
    }

    private void say(List<String> lines, Paint paint, String words) {
        for (String line : Text.wrap(screen.quote(words), screen.columns())) {
            lines.add(screen.paint(paint, screen.finish(line)));
        }
    }

    private static String heading(Frame frame) {
        Set<String> times = new LinkedHashSet<>();
        boolean untimed = false;
        for (HostGrowth host : frame.growth().hosts().values()) {
            if (host.interval().millis().isPresent()) {
                times.add(Quantity.duration(host.interval().millis().getAsLong()));
            } else {
                untimed = true;
            }
        }
        String span = times.isEmpty()
                ? "Between two readings without time stamps: amounts, since rates cannot be given."
                : times.size() == 1
                        ? "In " + times.iterator().next() + "."
                        : "In " + times.iterator().next() + " and about as long on the other hosts.";
        return "#" + frame.number() + "  " + span
                + (untimed && !times.isEmpty() ? " Hosts without time stamps show amounts, not rates." : "");
    }

    private Table table(Frame frame) {
        List<String> names = new ArrayList<>(List.of("Host", "Port", "Plane", "Device", "Out", "In", "Share"));
        frame.expected().ifPresent(e -> names.add("Planned"));
        names.add("Errors");
        Table table = new Table(names.toArray(String[]::new))
                .alignRight(4)
                .alignRight(5)
                .alignRight(6);
        String host = "";
        for (FunctionGrowth row : frame.growth().functions()) {
            Function function = row.function();
            boolean first = !function.host().equals(host) || table.isEmpty();
            host = function.host();
            Interval interval = interval(frame, host);
            String device = function.device().map(d -> d.name()).orElse(function.name());
            String share = row.share().isPresent() ? Math.round(row.share().getAsDouble() * 100) + " %" : "";
            Optional<Range> range = frame.expected().flatMap(e -> e.of(function.host(), device));
            List<Cell> cells = new ArrayList<>(List.of(
                    Cell.of(first ? shown(host) : ""),
                    Cell.of(portOf(function)),
                    Cell.of(Integer.toString(function.plane())),
                    Cell.of(device),
                    Cell.of(flow(row, interval, true)),
                    Cell.of(flow(row, interval, false)),
                    Cell.of(share)));
            frame.expected()
                    .ifPresent(e -> cells.add(Cell.of(range.map(Range::words).orElse("not known"))));
            cells.add(errors(row));
            table.row(cells);
        }
        return table;
    }

    private static String othersHosts(Frame frame) {
        return String.join(
                ", ",
                frame.growth().others().stream()
                        .map(r -> shown(r.function().host()))
                        .distinct()
                        .toList());
    }

    private static Table others(Frame frame) {
        Table table =
                new Table("Host", "Netdev", "Out", "In", "Errors").alignRight(2).alignRight(3);
        for (FunctionGrowth row : frame.growth().others()) {
            Interval interval = interval(frame, row.function().host());
            table.row(List.of(
                    Cell.of(shown(row.function().host())),
                    Cell.of(row.function().name()),
                    Cell.of(flow(row, interval, true)),
                    Cell.of(flow(row, interval, false)),
                    errors(row)));
        }
        return table;
    }

    private static Interval interval(Frame frame, String host) {
        return Optional.ofNullable(frame.growth().hosts().get(host))
                .map(HostGrowth::interval)
                .orElse(Interval.UNKNOWN);
    }

    private static String portOf(Function function) {
        return function.port().card() == 0
                ? Integer.toString(function.port().number())
                : "card " + function.port().card() + ": " + function.port().number();
    }

    private static String shown(String host) {
        return host.isEmpty() ? "this host" : host;
    }

    private static String flow(FunctionGrowth row, Interval interval, boolean out) {
        if (row.mirrorOf().isPresent()) {
            return out ? "same as " + row.mirrorOf().get() : "";
        }
        if (row.traffic().isEmpty()) {
            return out ? "not shown" : "";
        }
        Traffic traffic = row.traffic().get();
        OptionalLong bytes = out ? traffic.sentBytes() : traffic.receivedBytes();
        OptionalLong packets = out ? traffic.sentPackets() : traffic.receivedPackets();
        String least = traffic.isExact() ? "" : ">= ";
        if (bytes.isPresent()) {
            return least + amount((double) bytes.getAsLong(), "B", interval);
        }
        return packets.isPresent() ? least + amount((double) packets.getAsLong(), "packets", interval) : "not shown";
    }

    private static String amount(double amount, String unit, Interval interval) {
        return interval.millis().isPresent()
                ? Quantity.of(interval.perSecond(amount).getAsDouble(), unit + "/s")
                : Quantity.of(amount, unit);
    }

    private static Cell errors(FunctionGrowth row) {
        Map<CounterMeaning, List<String>> byMeaning = new TreeMap<>();
        row.troubles()
                .forEach(t -> byMeaning
                        .computeIfAbsent(t.meaning(), m -> new ArrayList<>())
                        .add(t.words()));
        if (byMeaning.isEmpty()) {
            return Cell.of(row.traffic().isPresent() ? "none" : "");
        }
        List<String> parts = new ArrayList<>();
        byMeaning.forEach((meaning, words) -> parts.add(meaning.words() + ": " + String.join(", ", words)));
        boolean trouble = byMeaning.keySet().stream().anyMatch(m -> m.isTrouble() || m == CounterMeaning.LINK);
        return new Cell(String.join("; ", parts), trouble ? Paint.WRONG : Paint.PLAIN);
    }

    /** What each plane carried of all, where every host's functions can be compared. */
    private static Optional<String> balance(Frame frame) {
        Map<Integer, Double> byPlane = new TreeMap<>();
        Set<Traffic.Source> sources = new LinkedHashSet<>();
        for (FunctionGrowth row : frame.growth().functions()) {
            if (row.traffic().isEmpty() || row.mirrorOf().isPresent()) {
                return Optional.empty();
            }
            sources.add(row.traffic().get().source());
            byPlane.merge(row.function().plane(), row.traffic().get().weight(), Double::sum);
        }
        double all = byPlane.values().stream().mapToDouble(v -> v).sum();
        if (byPlane.size() < 2 || sources.size() != 1 || all == 0) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        byPlane.forEach((plane, weight) -> parts.add(
                "plane " + plane + " " + String.format(java.util.Locale.ROOT, "%.1f", weight / all * 100) + " %"));
        return Optional.of("Balance: " + String.join(", ", parts) + ".");
    }

    private static List<String> sources(Frame frame) {
        Map<Traffic.Source, Integer> sources = new LinkedHashMap<>();
        java.util.stream.Stream.concat(frame.growth().functions().stream(), frame.growth().others().stream())
                .flatMap(f -> f.traffic().stream())
                .forEach(t -> sources.merge(t.source(), 1, Integer::sum));
        List<String> lines = new ArrayList<>();
        sources.keySet()
                .forEach(s -> lines.add("Counted by " + s.words() + "."
                        + (s.countsRdma() ? "" : " RDMA that bypasses the kernel is not in these figures.")));
        return lines;
    }

    private void findings(Frame frame, List<String> lines) {
        String since =
                frame.judgedMillis() > 0 ? " (since the start, " + Quantity.duration(frame.judgedMillis()) + ")" : "";
        for (Finding finding : frame.judged().findings()) {
            Paint paint = finding.severity() == Severity.ERROR ? Paint.WRONG : Paint.CAUTION;
            say(
                    lines,
                    paint,
                    finding.severity() + " " + finding.code() + since + ": "
                            + (finding.host().isEmpty() || finding.seen().startsWith(finding.host())
                                    ? ""
                                    : finding.host() + ": ")
                            + finding.seen());
            say(lines, Paint.PLAIN, "  " + finding.fix());
        }
        for (NotObserved open : frame.judged().notObserved()) {
            say(lines, Paint.FAINT, "Not judged: " + open.check() + ". Ask for: " + open.askFor());
        }
    }
}
