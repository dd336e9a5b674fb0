package dev.kolo.probe.read;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.HostText.Named;
import dev.kolo.probe.read.format.Claim;
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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One text being read, from its first byte to its last: who speaks, which command printed it, which reader takes it. */
final class TextReading {
    /** Lines looked at before the first is read, to see whether each begins with a host's name. */
    private static final int LOOKAHEAD_LINES = 200;

    private static final int LOOKAHEAD_CHARS = 1 << 20;

    /** Longer lines are JSON or nothing that a reader knows. */
    private static final int MAX_PLAIN_CHARS = 64 << 10;

    /** No text about real machines names more hosts. */
    private static final int MAX_HOSTS = 1024;

    /** Lines of facts kept from one text; a whole probe output has about two thousand. */
    private static final int MAX_FACT_LINES = 300_000;

    /** Lines about the input itself that are worth showing. */
    private static final int MAX_PROBLEMS = 50;

    private final SourceText source;
    private final Map<String, HostText> byKey = new LinkedHashMap<>();
    private final List<HostText> all = new ArrayList<>();
    private final Set<String> kinds = new LinkedHashSet<>();
    private final List<StatedCable> cables = new ArrayList<>();
    private final List<ReadResult.Problem> problems = new ArrayList<>();
    private final List<Inventory> inventories = new ArrayList<>();
    private final JsonText json = new JsonText(this);
    private final ProbeOutput probe = new ProbeOutput(this);
    private HostText base;
    private HostText current;
    private Optional<HostColumn> column = Optional.empty();
    private Optional<Command> command = Optional.empty();
    private Optional<String> folder = Optional.empty();
    private int linesSinceCommand;
    private int claimsSinceCommand;
    private int factLines;
    private int unclaimedLines;
    private int filledLines;
    private String onlyLine = "";
    private long byteCount;
    private Optional<String> refusal = Optional.empty();

    TextReading(SourceText source) {
        this.source = source;
        this.base =
                source.naming() == SourceText.Naming.GIVEN ? host(source.host().orElse(""), Named.GIVEN) : fresh();
        this.current = base;
    }

    // ---- what is known afterwards ----

    SourceText source() {
        return source;
    }

    List<HostText> hosts() {
        return all;
    }

    Set<String> kinds() {
        return kinds;
    }

    List<StatedCable> cables() {
        return cables;
    }

    /** Inventories that stood in the text ready-made. */
    List<Inventory> inventories() {
        return inventories;
    }

    List<ReadResult.Problem> problems() {
        return problems;
    }

    /** Why nothing was understood, for a text without any kind. */
    String reason() {
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (byteCount == 0) {
            return "it is empty";
        }
        return unclaimedLines == 0
                ? "it holds no text"
                : "none of its " + unclaimedLines + (unclaimedLines == 1 ? " line" : " lines")
                        + " has the form of anything that Kolo reads";
    }

    // ---- reading ----

    void read() {
        try {
            LineReader lines = new LineReader(source.bytes());
            byteCount = lines.byteCount();
            refusal = lines.refusal();
            if (lines.isProcessEnvironment()) {
                startCommand(Command.of("cat /proc/PID/environ"));
            }
            if (refusal.isEmpty()) {
                readLines(lines);
            }
        } catch (IOException failure) {
            problem(0, "reading stopped early (" + failure.getMessage() + "); what came before it counts");
        }
        endBlock(false);
        probe.end();
        if (unclaimedLines == 1 && filledLines == 1) {
            oneWord();
        }
        for (HostText host : List.copyOf(all)) {
            guarded(0, () -> host.endBlock(false));
        }
    }

    private void readLines(LineReader lines) throws IOException {
        List<Line> ahead = new ArrayList<>();
        List<Cleaned> aheadCleaned = new ArrayList<>();
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
        }
        column = HostColumn.in(ahead.stream().map(Line::text).toList());
        for (int i = 0; i < ahead.size(); i++) {
            accept(ahead.get(i), aheadCleaned.get(i));
        }
        for (Optional<String> raw = lines.next(); raw.isPresent(); raw = lines.next()) {
            Cleaned cleaned = clean(raw.get(), lines);
            accept(new Line(source.name(), lines.number(), cleaned.text()), cleaned);
        }
        byteCount = lines.byteCount();
    }

    private Cleaned clean(String raw, LineReader lines) {
        if (lines.wasCut()) {
            problem(
                    lines.number(),
                    "the line is longer than " + LineReader.MAX_LINE_CHARS + " characters; its end was left out");
        }
        return LineCleaner.clean(raw);
    }

    private void accept(Line line, Cleaned cleaned) {
        if (factLines >= MAX_FACT_LINES) {
            return;
        }
        if (probe.accept(line)) {
            return;
        }
        if (cleaned.fence()) {
            endBlock(true);
            return;
        }
        Optional<Words.KeyValue> split = column.flatMap(c -> c.split(line.text()));
        if (split.isPresent()) {
            HostText was = current;
            current = host(split.get().key(), Named.MENTIONED);
            body(line.withText(split.get().value()));
            current = was;
        } else if (cleaned.host().isPresent()) {
            HostText was = current;
            current = host(cleaned.host().get(), Named.MENTIONED);
            body(line);
            current = was;
        } else {
            body(line);
        }
    }

    /** A reader that fails on a line is our fault; it must not cost the user everything else. */
    void guarded(int line, Runnable reading) {
        try {
            reading.run();
        } catch (RuntimeException fault) {
            problem(
                    line,
                    "a reader failed on this line (" + fault
                            + "): that is a fault of Kolo, please report it with the line");
        }
    }

    /** A line of some host's output, or a prompt or heading over it. */
    void body(Line line) {
        if (json.accept(line, current)) {
            return;
        }
        if (line.isBlank()) {
            return;
        }
        filledLines++;
        onlyLine = line.body();
        plain(
                line.text().length() <= MAX_PLAIN_CHARS
                        ? line
                        : line.withText(line.text().substring(0, MAX_PLAIN_CHARS)));
    }

    private void plain(Line line) {
        guarded(line.number(), () -> offer(line));
    }

    private void offer(Line line) {
        if (count(current.proceed(line))) {
            return;
        }
        if (!probe.inSection() && (isPrompt(line) || isHeading(line))) {
            return;
        }
        linesSinceCommand++;
        if (!count(current.begin(line)) && !isRefusal(line)) {
            unclaimedLines++;
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
        CommandTopics.answered(command.get()).ifPresent(t -> current.facts().observe(t, seen));
        command = Optional.empty();
        return true;
    }

    boolean count(Claim claim) {
        if (!claim.isMine()) {
            return false;
        }
        claimsSinceCommand++;
        if (claim == Claim.READ && ++factLines == MAX_FACT_LINES) {
            problem(0, "more than " + MAX_FACT_LINES + " lines of facts; the rest of the text was not read");
        }
        return true;
    }

    /** A text of one word: the answer of "hostname", or of "ulimit -l". */
    private void oneWord() {
        if (onlyLine.equals("unlimited")) {
            current.facts().memlockKib(Long.MAX_VALUE).observe(Topic.LIMITS, Observation.OBSERVED);
            understood("ulimit -l");
        } else if (onlyLine.indexOf('.') != 0
                && Names.isHostLike(onlyLine)
                && Names.ip(onlyLine).isEmpty()) {
            ownName(current, onlyLine);
            understood("hostname");
        }
    }

    private boolean isPrompt(Line line) {
        Optional<Prompt> prompt = Prompt.parse(line.text());
        if (prompt.isEmpty()) {
            return false;
        }
        endCommand();
        endBlock(true);
        current = prompt.get().host().map(h -> host(h, Named.BY_ITSELF)).orElse(base);
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
        heading.get().host().ifPresent(h -> {
            current = host(h, Named.MENTIONED);
            base = current;
        });
        heading.get().address().ifPresent(a -> current.remark(Remark.Kind.HOST_ADDRESS, a, line.evidence()));
        return true;
    }

    // ---- commands ----

    void startCommand(Command started) {
        command = Optional.of(started);
        linesSinceCommand = 0;
        claimsSinceCommand = 0;
    }

    /** The next prompt shows that a command's output is complete, so that what it does not list is not there. */
    private void endCommand() {
        if (command.isPresent() && (claimsSinceCommand > 0 || linesSinceCommand == 0)) {
            CommandTopics.answered(command.get()).ifPresent(t -> current.facts().observe(t, Observation.OBSERVED));
        }
        command = Optional.empty();
    }

    void command(Optional<Command> value) {
        command = value;
    }

    Optional<Command> command() {
        return command;
    }

    Optional<String> folder() {
        return folder;
    }

    void endBlock(boolean whole) {
        guarded(0, () -> json.end(current));
        guarded(0, () -> current.endBlock(whole));
    }

    // ---- hosts ----

    HostText current() {
        return current;
    }

    /** From here on an unnamed host of its own speaks, as at the start of a probe's output. */
    void startHost() {
        if (source.naming() != SourceText.Naming.GIVEN) {
            current = fresh();
            base = current;
        }
    }

    HostText host(String name, Named how) {
        String key = Names.hostKey(name);
        HostText known = byKey.get(key);
        if (known == null) {
            if (byKey.size() >= MAX_HOSTS) {
                return base;
            }
            known = new HostText(this, name, how);
            byKey.put(key, known);
            all.add(known);
        } else if (known.named().compareTo(how) < 0) {
            known.rename(known.name(), how);
        }
        return known;
    }

    HostText ownName(HostText speaker, String own) {
        if (speaker.named() == Named.GIVEN || speaker.named() == Named.MENTIONED) {
            return speaker;
        }
        String key = Names.hostKey(own);
        if (Names.hostKey(speaker.name()).equals(key)) {
            return speaker;
        }
        if (speaker.named() == Named.NOT && !byKey.containsKey(key)) {
            speaker.rename(own, Named.BY_ITSELF);
            byKey.put(key, speaker);
            return speaker;
        }
        HostText other = host(own, Named.BY_ITSELF);
        if (speaker == current) {
            current = other;
        }
        return other;
    }

    private HostText fresh() {
        HostText unnamed = new HostText(this, "", Named.NOT);
        all.add(unnamed);
        return unnamed;
    }

    // ---- what readers report ----

    void understood(String kind) {
        kinds.add(kind);
    }

    void cable(StatedCable cable) {
        if (cables.size() < MAX_HOSTS) {
            cables.add(cable);
        }
    }

    void inventory(Inventory inventory) {
        inventories.add(inventory);
        inventory.statedCables().forEach(this::cable);
    }

    void problem(int line, String what) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new ReadResult.Problem(source.name(), line, what));
        }
    }
}
