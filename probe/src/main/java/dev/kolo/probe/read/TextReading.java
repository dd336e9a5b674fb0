package dev.kolo.probe.read;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.nccl.read.NcclLogReader;
import dev.kolo.probe.read.HostText.Named;
import dev.kolo.probe.read.text.Command;
import dev.kolo.probe.read.text.Heading;
import dev.kolo.probe.read.text.HostColumn;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.LineCleaner;
import dev.kolo.probe.read.text.LineCleaner.Cleaned;
import dev.kolo.probe.read.text.LineReader;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Prompt;
import dev.kolo.probe.read.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One text being read, from its first byte to its last: who speaks, which command printed it, which reader takes it. */
final class TextReading {
    /** Lines looked at before the first is read, to see whether each begins with a host's name. */
    private static final int LOOKAHEAD_LINES = 200;

    private static final int LOOKAHEAD_CHARS = 1 << 20;

    /** Longer lines are JSON or nothing that a reader knows. */
    private static final int MAX_PLAIN_CHARS = 64 << 10;

    private final SourceText source;
    private final NcclLogReader logs;
    private final TextReport report;
    private final TextHosts hosts;
    private final JsonText json = new JsonText(this);
    private final ProbeOutput probe = new ProbeOutput(this);
    private Optional<HostColumn> column = Optional.empty();
    private Optional<Command> command = Optional.empty();
    private Optional<String> folder = Optional.empty();
    private int linesSinceCommand;
    private int claimedBeforeCommand;
    private int filledLines;
    private String onlyLine = "";

    TextReading(SourceText source, NcclLogReader logs) {
        this.source = source;
        this.logs = logs;
        this.report = new TextReport(source.name());
        this.hosts = new TextHosts(this, source.naming() == SourceText.Naming.GIVEN ? source.host() : Optional.empty());
    }

    SourceText source() {
        return source;
    }

    TextReport report() {
        return report;
    }

    TextHosts hosts() {
        return hosts;
    }

    /** Reads the text to its end. */
    void read() {
        try {
            LineReader lines = new LineReader(source.bytes());
            report.byteCount(lines.byteCount());
            report.refused(lines.refusal());
            if (lines.isProcessEnvironment()) {
                startCommand(Command.of("cat /proc/PID/environ"));
            }
            if (lines.refusal().isEmpty()) {
                readLines(lines);
            }
        } catch (IOException failure) {
            report.problem(0, "reading stopped early (" + failure.getMessage() + "); what came before it counts");
        }
        endBlock(false);
        probe.end();
        if (report.unclaimedLines() == 1 && filledLines == 1) {
            oneWord();
        }
        for (HostText host : hosts.all()) {
            guarded(0, () -> host.endBlock(false));
        }
    }

    private void readLines(LineReader lines) throws IOException {
        List<Line> ahead = new ArrayList<>();
        List<Cleaned> aheadCleaned = new ArrayList<>();
        List<String> aheadRaw = new ArrayList<>();
        int chars = 0;
        while (ahead.size() < LOOKAHEAD_LINES && chars < LOOKAHEAD_CHARS) {
            Optional<String> raw = lines.next();
            if (raw.isEmpty()) {
                break;
            }
            Cleaned cleaned = clean(raw.get(), lines);
            chars += cleaned.text().length();
            ahead.add(new Line(source.name(), lines.number(), cleaned.text()));
            aheadCleaned.add(cleaned);
            aheadRaw.add(raw.get());
        }
        column = HostColumn.in(ahead.stream().map(Line::text).toList());
        for (int i = 0; i < ahead.size(); i++) {
            accept(ahead.get(i), aheadCleaned.get(i), aheadRaw.get(i));
        }
        for (Optional<String> raw = lines.next(); raw.isPresent(); raw = lines.next()) {
            Cleaned cleaned = clean(raw.get(), lines);
            accept(new Line(source.name(), lines.number(), cleaned.text()), cleaned, raw.get());
        }
        report.byteCount(lines.byteCount());
    }

    private Cleaned clean(String raw, LineReader lines) {
        if (lines.wasCut()) {
            report.problem(
                    lines.number(),
                    "the line is longer than " + LineReader.MAX_LINE_CHARS + " characters; its end was left out");
        }
        return LineCleaner.clean(raw);
    }

    private void accept(Line line, Cleaned cleaned, String raw) {
        if (report.isFull() || probe.accept(line)) {
            return;
        }
        if (cleaned.fence()) {
            endBlock(true);
            return;
        }
        Optional<Words.KeyValue> split = column.flatMap(c -> c.split(line.text()));
        String host = split.map(Words.KeyValue::key).or(cleaned::host).orElseGet(this::surroundings);
        guarded(line.number(), () -> logs.line(source.name(), host, line.number(), raw));
        if (split.isPresent()) {
            bodyOf(split.get().key(), line.withText(split.get().value()));
        } else if (cleaned.host().isPresent()) {
            bodyOf(cleaned.host().get(), line);
        } else {
            body(line);
        }
    }

    /** The host that a line speaks of when it names none itself. */
    private String surroundings() {
        String current = hosts.current().name();
        return current.isEmpty() ? source.host().orElse("") : current;
    }

    /** One line of a host that the line itself names. */
    private void bodyOf(String host, Line line) {
        HostText was = hosts.exchange(hosts.host(host, Named.MENTIONED));
        body(line);
        hosts.exchange(was);
    }

    /** A line of some host's output, or a prompt or heading over it. */
    void body(Line line) {
        if (json.accept(line, hosts.current()) || line.isBlank()) {
            return;
        }
        filledLines++;
        onlyLine = line.body();
        Line plain = line.text().length() <= MAX_PLAIN_CHARS
                ? line
                : line.withText(line.text().substring(0, MAX_PLAIN_CHARS));
        guarded(line.number(), () -> offer(plain));
    }

    private void offer(Line line) {
        if (report.count(hosts.current().proceed(line))) {
            return;
        }
        if (!probe.inSection() && (isPrompt(line) || isHeading(line))) {
            return;
        }
        linesSinceCommand++;
        if (!report.count(hosts.current().begin(line)) && !isRefusal(line) && !isOfKnownHost(line)) {
            report.unclaimed();
        }
    }

    /** "spark1: …" among other lines: believed for hosts that the text has named, when a reader knows the rest. */
    private boolean isOfKnownHost(Line line) {
        Optional<String> name = HostColumn.nameBefore(line.text()).filter(hosts::knows);
        if (name.isEmpty() || line.text().length() <= name.get().length() + 2) {
            return false;
        }
        Line rest = line.withText(line.text().substring(name.get().length() + 2));
        return report.count(hosts.host(name.get(), Named.MENTIONED).begin(rest));
    }

    /** A reader that fails on a line is our fault; it must not cost the user everything else. */
    private void guarded(int line, Runnable reading) {
        try {
            reading.run();
        } catch (RuntimeException fault) {
            report.problem(
                    line,
                    "a reader failed on this line (" + fault
                            + "): that is a fault of Kolo, please report it with the line");
        }
    }

    /** "bash: ibstat: command not found", "Permission denied": why a command has no answer. */
    private boolean isRefusal(Line line) {
        String words = line.text();
        boolean missing = words.endsWith("command not found") || words.endsWith(": not found");
        boolean denied = words.contains("ermission denied") || words.contains("peration not permitted");
        if (!missing && !denied || command.isEmpty()) {
            return false;
        }
        Observation seen = missing ? Observation.TOOL_MISSING : Observation.DENIED;
        CommandTopics.answered(command.get())
                .ifPresent(t -> hosts.current().facts().observe(t, seen));
        command = Optional.empty();
        return true;
    }

    /** A text of one word: the answer of "hostname", or of "ulimit -l". */
    private void oneWord() {
        HostText current = hosts.current();
        if (onlyLine.equals("unlimited")) {
            current.facts().memlockKib(Long.MAX_VALUE).observe(Topic.LIMITS, Observation.OBSERVED);
            report.understood("ulimit -l");
        } else if (Names.isHostLike(onlyLine) && Names.ip(onlyLine).isEmpty()) {
            hosts.ownName(current, onlyLine);
            report.understood("hostname");
        }
    }

    private boolean isPrompt(Line line) {
        Optional<Prompt> prompt = Prompt.parse(line.text());
        if (prompt.isEmpty()) {
            return false;
        }
        endCommand();
        endBlock(true);
        hosts.prompt(prompt.get().host());
        startCommand(prompt.get().command());
        folder = Optional.empty();
        return true;
    }

    private boolean isHeading(Line line) {
        Optional<Heading> heading = Heading.parse(line.text());
        if (heading.isEmpty()) {
            return false;
        }
        endBlock(true);
        command = heading.get().command();
        folder = heading.get().path();
        heading.get().host().ifPresent(h -> hosts.chapter(hosts.host(h, Named.MENTIONED)));
        heading.get().address().ifPresent(a -> hosts.current().remark(Remark.Kind.HOST_ADDRESS, a, line.evidence()));
        return true;
    }

    /** From here on the lines are the output of a command. */
    void startCommand(Command started) {
        command = Optional.of(started);
        linesSinceCommand = 0;
        claimedBeforeCommand = report.claimedLines();
    }

    /** The next prompt shows that a command's output is complete, so that what it does not list is not there. */
    private void endCommand() {
        boolean answered = report.claimedLines() > claimedBeforeCommand || linesSinceCommand == 0;
        if (command.isPresent() && answered) {
            CommandTopics.answered(command.get())
                    .ifPresent(t -> hosts.current().facts().observe(t, Observation.OBSERVED));
        }
        command = Optional.empty();
    }

    /** The lines that follow are nobody's output any more. */
    void forgetCommand() {
        command = Optional.empty();
    }

    Optional<Command> command() {
        return command;
    }

    Optional<String> folder() {
        return folder;
    }

    /** What was going on is over; {@code whole} is false when it may have been cut off. */
    void endBlock(boolean whole) {
        guarded(0, () -> json.end(hosts.current()));
        guarded(0, () -> hosts.current().endBlock(whole));
    }
}
