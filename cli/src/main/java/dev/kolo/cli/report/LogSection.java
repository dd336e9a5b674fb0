package dev.kolo.cli.report;

import dev.kolo.page.chart.Timeline;
import dev.kolo.page.html.HtmlPage;
import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Table;
import dev.kolo.probe.nccl.CompletionError;
import dev.kolo.probe.nccl.ConnectFailure;
import dev.kolo.probe.nccl.LogTime;
import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** What each rank's NCCL log tells: how far it came, what it retried, where it failed, and whom the others wait for. */
final class LogSection {
    private static final int MOST_RANKS = 64;
    private static final int MOST_ERRORS = 60;

    private final NcclLogs logs;
    private final List<RankLog> ranks;

    LogSection(NcclLogs logs) {
        this.logs = logs;
        this.ranks = logs.ranks().stream().limit(MOST_RANKS).toList();
    }

    /** Adds the section, unless no log was seen. */
    void addTo(HtmlPage page) {
        if (ranks.isEmpty()) {
            return;
        }
        Markup out = new Markup();
        out.leaf("p", missing());
        timelines(out);
        out.add(HtmlTable.of(table()));
        ReportPage.more(out, logs.ranks().size() - MOST_RANKS, "ranks");
        Table errors = errors();
        if (!errors.isEmpty()) {
            out.leaf("h3", "Errors", "class", "sub").add(HtmlTable.of(errors));
        }
        Table stages = stages();
        if (!stages.isEmpty()) {
            out.open("details").leaf("summary", "Every stage with its line");
            out.add(HtmlTable.of(stages)).close().line();
        }
        if (!logs.notes().isEmpty()) {
            out.open("ul");
            logs.notes().forEach(n -> out.leaf("li", n).line());
            out.close();
        }
        page.section("logs", "What each rank did", out);
    }

    /** The rank, or where nothing names it the file in which it stands. */
    private static String who(RankLog rank) {
        boolean named = rank.rank().isPresent()
                || !rank.label().isEmpty()
                || rank.process() > 0
                || !rank.host().isEmpty();
        return named || rank.extent().files().isEmpty()
                ? rank.title()
                : rank.extent().files().iterator().next();
    }

    /** Every stage that a log shows, with its line: what the marks of the picture say. */
    private Table stages() {
        Table table = new Table("Rank", "Stage", "Time", "Line");
        for (RankLog rank : ranks) {
            rank.stages()
                    .forEach((stage, stated) -> table.row(List.of(
                            new Table.Cell(who(rank), Paint.STRONG),
                            Table.Cell.of(stage.words()),
                            Table.Cell.of(stated.time().map(LogTime::toString).orElse("")),
                            new Table.Cell(place(stated.evidence()), Paint.FAINT))));
        }
        return table;
    }

    /** Ranks of which no line was read. */
    private String missing() {
        StringBuilder words = new StringBuilder(
                logs.ranks().size() == 1
                        ? "Lines of 1 process."
                        : "Lines of " + logs.ranks().size() + " processes.");
        for (NcclLogs.Communicator comm : logs.communicators()) {
            List<Integer> unseen = comm.unseen();
            if (!unseen.isEmpty()) {
                words.append(" Of the ")
                        .append(comm.rankCount())
                        .append(" ranks of communicator ")
                        .append(comm.id());
                words.append(" no line was read of ").append(unseen.size() == 1 ? "rank " : "ranks ");
                words.append(String.join(
                        ", ", unseen.stream().limit(16).map(String::valueOf).toList()));
                words.append(unseen.size() > 16 ? " and others" : "")
                        .append(": their logs are not here, or they never began.");
            }
        }
        return words.toString();
    }

    /** With times a scale of seconds for those logs that have them; the others by order. */
    private void timelines(Markup out) {
        List<RankLog> timed = new ArrayList<>();
        List<RankLog> untimed = new ArrayList<>();
        for (RankLog rank : ranks) {
            (rank.extent().firstTime().isPresent() ? timed : untimed).add(rank);
        }
        Set<String> late = late(timed);
        if (!timed.isEmpty()) {
            long start = timed.stream()
                    .flatMap(r -> r.extent().firstTime().stream())
                    .mapToLong(LogTime::millis)
                    .min()
                    .orElse(0);
            Timeline line = new Timeline("log-times", "What each rank did, by its log's clock", Timeline.Scale.SECONDS);
            timed.forEach(r -> line.lane(new Timeline.Lane(who(r), byTime(r, start), late.contains(who(r)))));
            out.add(line.markup());
            out.leaf("p", "By the clock of each host, as far as they agree.", "class", "note");
        }
        if (!untimed.isEmpty()) {
            Timeline line = new Timeline("log-steps", "What each rank did, in order", Timeline.Scale.STEPS);
            untimed.forEach(r -> line.lane(new Timeline.Lane(who(r), byOrder(r), false)));
            out.add(line.markup());
        }
    }

    /** The rank that came last to where all wait for all, when it came clearly later than the others. */
    private static Set<String> late(List<RankLog> timed) {
        List<RankLog> started = timed.stream()
                .filter(r -> startOf(r).isPresent())
                .sorted(Comparator.comparingLong(r -> startOf(r).orElse(0)))
                .toList();
        Set<String> late = new TreeSet<>();
        if (started.size() > 1) {
            long last = startOf(started.getLast()).orElse(0);
            long beforeLast = startOf(started.get(started.size() - 2)).orElse(0);
            if (last - beforeLast >= 1000) {
                late.add(who(started.getLast()));
            }
        }
        return late;
    }

    private static OptionalLong startOf(RankLog rank) {
        Stated stated = rank.stages().get(Stage.COMM_STARTED);
        return stated == null
                ? OptionalLong.empty()
                : stated.time().map(t -> OptionalLong.of(t.millis())).orElse(OptionalLong.empty());
    }

    private static List<Timeline.Mark> byTime(RankLog rank, long start) {
        List<Timeline.Mark> marks = new ArrayList<>();
        rank.stages()
                .forEach((stage, stated) -> stated.time()
                        .ifPresent(t -> marks.add(
                                mark(second(t, start), second(t, start), kind(stage), stage.words() + ", " + t))));
        for (ConnectFailure failure : rank.errors().failures()) {
            if (failure.first().isPresent()) {
                double from = second(failure.first().get(), start);
                double to = failure.last().map(t -> second(t, start)).orElse(from);
                marks.add(mark(from, to, failure.gaveUp() ? Timeline.Kind.ERROR : Timeline.Kind.RETRY, words(failure)));
            }
        }
        for (CompletionError error : rank.errors().completions()) {
            error.time()
                    .ifPresent(t ->
                            marks.add(mark(second(t, start), second(t, start), Timeline.Kind.ERROR, words(error))));
        }
        List<Stated> others = new ArrayList<>(rank.errors().memory());
        rank.errors().tree().ifPresent(others::add);
        others.addAll(rank.errors().others());
        others.forEach(s -> s.time()
                .ifPresent(t -> marks.add(mark(second(t, start), second(t, start), Timeline.Kind.ERROR, s.value()))));
        rank.extent()
                .lastTime()
                .ifPresent(
                        t -> marks.add(mark(second(t, start), second(t, start), Timeline.Kind.END, "last line, " + t)));
        marks.sort(Comparator.comparingDouble(Timeline.Mark::from));
        return marks;
    }

    private static double second(LogTime time, long start) {
        return (time.millis() - start) / 1000.0;
    }

    /** The stages one after the other, then what went wrong; the order of lines is all that such a log tells. */
    private static List<Timeline.Mark> byOrder(RankLog rank) {
        record Step(int line, Timeline.Kind kind, String words) {}
        List<Step> steps = new ArrayList<>();
        rank.stages().forEach((stage, s) -> steps.add(new Step(s.evidence().line(), kind(stage), stage.words())));
        rank.errors()
                .failures()
                .forEach(f -> steps.add(new Step(
                        f.evidence().line(), f.gaveUp() ? Timeline.Kind.ERROR : Timeline.Kind.RETRY, words(f))));
        rank.errors()
                .completions()
                .forEach(c -> steps.add(new Step(c.evidence().line(), Timeline.Kind.ERROR, words(c))));
        rank.errors().memory().forEach(s -> steps.add(new Step(s.evidence().line(), Timeline.Kind.ERROR, s.value())));
        rank.errors().tree().ifPresent(s -> steps.add(new Step(s.evidence().line(), Timeline.Kind.ERROR, s.value())));
        rank.errors().others().forEach(s -> steps.add(new Step(s.evidence().line(), Timeline.Kind.ERROR, s.value())));
        steps.sort(Comparator.comparingInt(Step::line));
        List<Timeline.Mark> marks = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            marks.add(mark(i, i, steps.get(i).kind(), steps.get(i).words()));
        }
        return marks;
    }

    private static Timeline.Mark mark(double from, double to, Timeline.Kind kind, String words) {
        return new Timeline.Mark(from, to, kind, words);
    }

    private static Timeline.Kind kind(Stage stage) {
        return stage == Stage.COMPLETE ? Timeline.Kind.DONE : Timeline.Kind.STEP;
    }

    private static String words(ConnectFailure failure) {
        String pair = failure.localAddress().isEmpty()
                ? ""
                : ", " + failure.localAddress() + " to " + failure.remoteAddress();
        return "no connection, errno " + failure.errnoName() + pair + ", " + failure.attempts()
                + (failure.attempts() == 1 ? " attempt" : " attempts")
                + (failure.sleptMillis() > 0 ? ", " + failure.sleptMillis() / 1000 + " s waited" : "")
                + (failure.gaveUp() ? ", given up" : "");
    }

    private static String words(CompletionError error) {
        String name = error.statusName().isEmpty() ? "" : " (" + error.statusName() + ")";
        return "connection to " + error.peer() + " broke, status " + error.status() + name + ", " + error.count()
                + " times";
    }

    private Table table() {
        Table table = new Table("Rank", "NCCL", "Came as far as", "Network", "Channels", "Queue pairs", "Retries cost")
                .alignRight(4)
                .alignRight(5)
                .alignRight(6);
        for (RankLog rank : ranks) {
            long slept = rank.errors().failures().stream()
                    .mapToLong(ConnectFailure::sleptMillis)
                    .sum();
            Optional<Stage> furthest = rank.furthest();
            boolean whole = rank.has(Stage.COMPLETE);
            table.row(List.of(
                    new Table.Cell(who(rank), Paint.STRONG),
                    Table.Cell.of(rank.loaded().release().orElse("?")),
                    new Table.Cell(
                            furthest.map(Stage::words).orElse("no stage in its lines"),
                            whole ? Paint.GOOD : Paint.CAUTION),
                    Table.Cell.of(rank.network().network().map(Stated::value).orElse("?")),
                    Table.Cell.of(
                            rank.paths().channelCount().isPresent()
                                    ? Integer.toString(
                                            rank.paths().channelCount().getAsInt())
                                    : "?"),
                    Table.Cell.of(Integer.toString(rank.paths().queuePairs().size())),
                    Table.Cell.of(slept == 0 ? "0 s" : slept / 1000 + " s")));
        }
        return table;
    }

    private Table errors() {
        Table table = new Table("Rank", "Error", "Line");
        for (RankLog rank : ranks) {
            List<Map.Entry<String, String>> all = new ArrayList<>();
            rank.errors().failures().forEach(f -> all.add(Map.entry(words(f), place(f.evidence()))));
            rank.errors().completions().forEach(c -> all.add(Map.entry(words(c), place(c.evidence()))));
            rank.errors().memory().forEach(s -> all.add(Map.entry(s.value(), place(s.evidence()))));
            rank.errors().tree().ifPresent(s -> all.add(Map.entry(s.value(), place(s.evidence()))));
            rank.errors().others().forEach(s -> all.add(Map.entry(s.value(), place(s.evidence()))));
            for (Map.Entry<String, String> error : all) {
                if (table.rows().size() < MOST_ERRORS) {
                    table.row(List.of(
                            new Table.Cell(who(rank), Paint.STRONG),
                            Table.Cell.of(error.getKey()),
                            new Table.Cell(error.getValue(), Paint.FAINT)));
                }
            }
        }
        return table;
    }

    private static String place(dev.kolo.fabric.facts.Evidence evidence) {
        return evidence.line() > 0 ? evidence.file() + ":" + evidence.line() : evidence.file();
    }
}
