package dev.kolo.probe.nccl.read;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NaturalOrder;
import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stated;
import dev.kolo.probe.read.text.LineCleaner;
import dev.kolo.probe.read.text.LineReader;
import dev.kolo.probe.read.text.TextStart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads NCCL logs of any size, from any number of files and streams, into one record a process. Text may come whole ({@link
 * #read}), in pieces of any size ({@link #open}) or line by line ({@link #line}); {@link #logs} can be asked at any time.
 * Never throws for what a text says. Not thread-safe.
 */
public final class NcclLogReader {
    /** A job has one process a GPU; logs of weeks of restarts have thousands. */
    private static final int MAX_PROCESSES = 4096;

    private final Map<Key, RankCollector> processes = new LinkedHashMap<>();
    private final Map<String, RankCollector> lastOfFile = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private long byteCount;
    private long lineCount;
    private long ncclLineCount;
    private boolean isDeduplicated;

    /** One text that comes in pieces. */
    public final class Feed {
        private final LineScanner scanner;
        private final HeaderCache headers = new HeaderCache();
        private long linesTold;
        private long bytesTold;

        private Feed(String file, String host) {
            scanner = new LineScanner((number, bytes, from, to) ->
                    line(file, host, (int) Math.min(number, Integer.MAX_VALUE), bytes, from, to));
        }

        private void line(String file, String host, int number, byte[] bytes, int from, int to) {
            if (HeaderCache.isCollective(bytes, from, to)) {
                ncclLineCount++;
                return;
            }
            Optional<HeaderCache.Known> known = headers.find(bytes, from, to);
            if (known.isEmpty() || !quick(known.get(), file, number, bytes, from, to)) {
                Optional<LogLine> only =
                        accept(file, host, number, new String(bytes, from, to - from, StandardCharsets.UTF_8));
                RankCollector process = lastOfFile.get(file);
                if (only.isPresent() && process != null) {
                    headers.keep(bytes, from, to, process, only.get());
                }
            }
        }

        /** A line of a process that is known by its beginning; false when it must be looked at closely after all. */
        private boolean quick(HeaderCache.Known known, String file, int number, byte[] bytes, int from, int to) {
            int start = from + known.bytes().length;
            String body = new String(bytes, start, to - start, StandardCharsets.ISO_8859_1);
            if (body.indexOf("NCCL ") >= 0 || body.indexOf('&') >= 0 || body.indexOf("[repeated ") >= 0) {
                return false;
            }
            ncclLineCount++;
            NcclEvent event = NcclFormats.read(body.strip(), false, true);
            lastOfFile.put(file, known.process());
            if (event instanceof NcclEvent.Nothing) {
                known.process().seen(file, known.line());
                return true;
            }
            int quote = from + known.quoteStart();
            String text = new String(bytes, quote, to - quote, StandardCharsets.ISO_8859_1).strip();
            known.process().take(event, file, known.line(), new Evidence(file, number, text));
            return true;
        }

        /** The next bytes, cut anywhere. */
        public void feed(byte[] bytes, int from, int count) {
            scanner.feed(bytes, from, count);
            tell();
        }

        /** The text is over. */
        public void end() {
            scanner.end();
            tell();
        }

        private void readAll(InputStream in) throws IOException {
            for (int read = in.read(scanner.buffer(), scanner.position(), scanner.room());
                    read >= 0;
                    read = in.read(scanner.buffer(), scanner.position(), scanner.room())) {
                scanner.advance(read);
            }
            end();
        }

        private void tell() {
            lineCount += scanner.lineCount() - linesTold;
            byteCount += scanner.byteCount() - bytesTold;
            linesTold = scanner.lineCount();
            bytesTold = scanner.byteCount();
        }
    }

    /**
     * Starts a text that comes in pieces of UTF-8.
     *
     * @param file as the user would name it; evidence quotes it
     * @param host the host that its surroundings name, for lines that name none; empty when nothing does
     */
    public Feed open(String file, String host) {
        return new Feed(file, host);
    }

    /**
     * Reads a text to its end: UTF-8, or UTF-16 with or without a mark.
     *
     * @return why it is no text; empty when it is
     * @throws IOException when the stream cannot be read; what came before counts
     */
    public Optional<String> read(String file, String host, InputStream in) throws IOException {
        TextStart start = TextStart.of(in);
        if (start.refusal().isPresent()) {
            return start.refusal();
        }
        Feed feed = open(file, host);
        if (start.isUtf8()) {
            byte[] head = start.bytes();
            feed.feed(head, 0, head.length);
            feed.readAll(in);
        } else {
            LineReader lines = new LineReader(start, in);
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                line(file, host, lines.number(), line.get());
            }
            byteCount += lines.byteCount();
        }
        return Optional.empty();
    }

    /** One line of a text that somebody else cut; lines that do not concern NCCL are passed over. */
    public void line(String file, String host, int number, String raw) {
        lineCount++;
        boolean concerns =
                raw.contains("NCCL") || raw.contains("nccl") || raw.contains("NET/IB") || raw.contains("ibv_");
        if (concerns) {
            String cut = raw.length() > LineScanner.MAX_LINE_BYTES ? raw.substring(0, LineScanner.MAX_LINE_BYTES) : raw;
            accept(file, host, number, cut);
        }
    }

    /** Takes a line; gives its message back when it is the only one and marked by NCCL. */
    private Optional<LogLine> accept(String file, String host, int number, String raw) {
        String text = LineCleaner.plain(raw);
        while (text.startsWith("> ")) {
            // Forums and mails quote like that; what a log says stands behind it.
            text = text.substring(2);
        }
        List<LogLine> messages = LogLine.of(text);
        isDeduplicated |= text.contains("[repeated ") && text.contains("across cluster]");
        for (LogLine message : messages) {
            take(file, host, number, message);
        }
        if (messages.isEmpty()) {
            LineCleaner.Cleaned cleaned = LineCleaner.clean(text);
            take(file, host, number, LogLine.bare(text, cleaned.text(), cleaned.host()));
        }
        boolean plain = text.length() == raw.length() && messages.size() == 1;
        return plain ? Optional.of(messages.getFirst()) : Optional.empty();
    }

    private void take(String file, String host, int number, LogLine line) {
        NcclEvent event = NcclFormats.read(line.body(), line.isWarning(), line.isMarked());
        if (event instanceof NcclEvent.Nothing && !line.isMarked()) {
            return;
        }
        ncclLineCount++;
        RankCollector process = process(file, host, line, event);
        if (process != null && event instanceof NcclEvent.Nothing) {
            process.seen(file, line);
        } else if (process != null) {
            process.take(event, file, line, new Evidence(file, number, line.quote()));
        }
    }

    /** Whose line it is: a line without a header belongs to the process with its label, else to whoever spoke last. */
    private @Nullable RankCollector process(String file, String surroundings, LogLine line, NcclEvent event) {
        RankCollector last = lastOfFile.get(file);
        boolean isBinding = event instanceof NcclEvent.EngineVersion;
        if (line.process() == 0 && last != null && !isBinding) {
            String label = line.label().name();
            boolean sameProcess = label.isEmpty()
                    || label.equals(last.key().label())
                    || last.key().isAnonymous() && last.key().label().isEmpty();
            if (sameProcess) {
                return last;
            }
        }
        Key key = Key.of(glued(line), file, surroundings);
        RankCollector found = processes.get(key);
        if (found == null && processes.size() < MAX_PROCESSES) {
            found = new RankCollector(key);
            processes.put(key, found);
        } else if (found == null && notes.isEmpty()) {
            notes.add("more than " + MAX_PROCESSES + " processes; the others were left out");
        }
        if (found != null && !(isBinding && last != null)) {
            lastOfFile.put(file, found);
        }
        return found;
    }

    /** Two processes that write at once can glue one's text to the other's host name: a known process ends that name. */
    private LogLine glued(LogLine line) {
        if (line.process() == 0 || processes.containsKey(new Key(line.host(), line.process(), "", ""))) {
            return line;
        }
        for (Key known : processes.keySet()) {
            boolean fits = known.process() == line.process()
                    && !known.host().isEmpty()
                    && line.host().endsWith(known.host());
            if (fits) {
                return line.ofHost(known.host());
            }
        }
        return line;
    }

    /** What was read so far. */
    public NcclLogs logs() {
        List<RankCollector> all = new ArrayList<>(processes.values());
        List<RankCollector> bindings = all.stream()
                .filter(RankCollector::isBindingOnly)
                .filter(b -> all.stream().anyMatch(o -> !o.isBindingOnly() && sharesFile(o, b)))
                .toList();
        for (RankCollector binding : bindings) {
            Stated version = binding.engineVersion().orElseThrow();
            all.stream()
                    .filter(o -> !o.isBindingOnly() && sharesFile(o, binding))
                    .forEach(o -> o.engineVersion(version));
        }
        all.removeAll(bindings);
        List<RankLog> ranks = new ArrayList<>();
        all.forEach(c -> ranks.add(c.build()));
        ranks.sort(Comparator.comparingInt((RankLog r) -> r.rank().orElse(Integer.MAX_VALUE))
                .thenComparing(RankLog::host, NaturalOrder::compare)
                .thenComparingLong(RankLog::process));
        List<String> told = new ArrayList<>(notes);
        if (isDeduplicated) {
            told.add(
                    "Ray printed equal lines of several ranks once: start it with RAY_DEDUP_LOGS=0 to see every rank's own");
        }
        return new NcclLogs(ranks, byteCount, lineCount, ncclLineCount, told);
    }

    private static boolean sharesFile(RankCollector a, RankCollector b) {
        Set<String> files = a.files();
        return b.files().stream().anyMatch(files::contains);
    }
}
