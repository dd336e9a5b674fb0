package dev.kolo.cli.report;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.read.ReadResult;
import dev.kolo.probe.read.text.LineReader;
import dev.kolo.probe.redact.Learning;
import dev.kolo.probe.redact.Redactor;
import dev.kolo.probe.source.FileTexts;
import dev.kolo.probe.source.InventoryTaker;
import dev.kolo.probe.source.Source;
import dev.kolo.probe.source.TextTaker;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The texts of a bundle: each input read twice, once to learn what is in it and once to replace it. One folder for each host
 * that a folder was named after, loose files beside them, so that a reader of the bundle sees the hosts that we saw.
 *
 * @param entries the redacted texts, in the order in which they were read
 * @param result what a reader makes of them
 * @param leftOut inputs that are not in the bundle or not to their end, by their redacted names, with the reason
 * @param redactor what did it, for its counts and its mapping
 */
public record RedactedTexts(List<BundleEntry> entries, ReadResult result, List<LeftOut> leftOut, Redactor redactor) {
    /** Where the texts lie in the bundle; a name that stands for no host. */
    static final String FOLDER = "facts/";

    private static final int MOST_NAME_CHARS = 80;

    /**
     * What is not in the bundle.
     *
     * @param file its redacted name
     * @param reason one sentence
     */
    public record LeftOut(String file, String reason) {}

    /**
     * How large a bundle may become.
     *
     * @param fileChars of one text
     * @param allChars of all texts together
     */
    public record Limits(int fileChars, long allChars) {
        public static final Limits USUAL = new Limits(32 << 20, 192L << 20);
    }

    /** Reads and redacts some inputs alone. */
    static RedactedTexts of(List<Source.Files> sources, ReadResult original, Limits limits) {
        return of(List.of(sources), List.of(original), List.of(), limits).getFirst();
    }

    /**
     * Reads and redacts observations, with the same placeholders in all of them.
     *
     * @param observations the files, folders and archives of each
     * @param originals what a reader made of each, for the names of hosts
     * @param beside lines that are not in the bundle but of which the page tells
     */
    public static List<RedactedTexts> of(
            List<List<Source.Files>> observations, List<ReadResult> originals, List<String> beside, Limits limits) {
        Learning learning = new Learning();
        beside.forEach(learning.text()::accept);
        originals.forEach(original -> learning.hosts(hosts(original)));
        observations.forEach(sources -> FileTexts.read(sources, new Learner(learning)));
        Redactor redactor = learning.finish();
        List<RedactedTexts> redacted = new ArrayList<>();
        for (List<Source.Files> sources : observations) {
            Writer writer = new Writer(redactor, limits);
            FileTexts.read(sources, writer);
            redacted.add(new RedactedTexts(writer.entries, writer.reader.finish(), writer.leftOut, redactor));
        }
        return redacted;
    }

    /** Names of hosts; one that was only called after its file is none. */
    private static List<String> hosts(ReadResult original) {
        Set<String> files = new HashSet<>();
        original.understood().forEach(f -> files.add(stem(f.file())));
        Inventory inventory = original.inventory();
        List<String> names = new ArrayList<>();
        for (NodeFacts host : inventory.hosts()) {
            if (!files.contains(host.host())) {
                names.add(host.host());
            }
            host.lldp().forEach(l -> l.systemName().ifPresent(names::add));
        }
        inventory.unreachable().forEach(u -> names.add(u.host()));
        inventory.statedCables().forEach(c -> {
            names.add(c.a().host());
            names.add(c.b().host());
        });
        return names;
    }

    private static String stem(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** The first time through. */
    private record Learner(Learning learning) implements TextTaker {
        @Override
        public void take(String name, Optional<String> folder, InputStream text) throws IOException {
            learning.path(name);
            LineReader lines = new LineReader(text);
            Learning.Lines learned = learning.text();
            for (Optional<String> line = next(lines); line.isPresent(); line = next(lines)) {
                learned.accept(line.get());
            }
        }

        @Override
        public void refuse(String name, String reason) {
            learning.path(name);
            learning.text().accept(reason);
        }
    }

    private static Optional<String> next(LineReader lines) throws IOException {
        return lines.refusal().isPresent() ? Optional.empty() : lines.next();
    }

    /** The second time through. */
    private static final class Writer implements TextTaker {
        private final Redactor redactor;
        private final Limits limits;
        private final InventoryReader reader = new InventoryReader();
        private final InventoryTaker taker = new InventoryTaker(reader);
        private final List<BundleEntry> entries = new ArrayList<>();
        private final List<LeftOut> leftOut = new ArrayList<>();
        private final Set<String> taken = new HashSet<>();
        private long chars;

        Writer(Redactor redactor, Limits limits) {
            this.redactor = redactor;
            this.limits = limits;
        }

        @Override
        public void take(String name, Optional<String> folder, InputStream in) throws IOException {
            Optional<String> host = folder.map(redactor::path).map(Writer::plain);
            String path = unique(FOLDER + host.map(h -> h + "/").orElse("") + fileName(name, folder));
            LineReader lines = new LineReader(in);
            if (lines.refusal().isPresent()) {
                leftOut.add(new LeftOut(redactor.path(name), lines.refusal().get()));
                return;
            }
            String text = redacted(lines, path);
            entries.add(new BundleEntry(path, text));
            chars += text.length();
            taker.take(path, host, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }

        private String redacted(LineReader lines, String path) throws IOException {
            Redactor.Text text = redactor.text();
            StringBuilder out = new StringBuilder();
            char end = lines.isProcessEnvironment() ? '\0' : '\n';
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                String next = text.line(line.get());
                boolean fileFull = out.length() + next.length() > limits.fileChars();
                if (fileFull || chars + out.length() + next.length() > limits.allChars()) {
                    leftOut.add(new LeftOut(
                            path,
                            "only its first " + (lines.number() - 1) + " lines are in the bundle: "
                                    + (fileFull ? "one text" : "all texts together") + " may have "
                                    + ((fileFull ? limits.fileChars() : limits.allChars()) >> 20) + " MiB"));
                    break;
                }
                out.append(next).append(end);
            }
            return out.toString();
        }

        @Override
        public void refuse(String name, String reason) {
            leftOut.add(new LeftOut(redactor.path(name), redactor.text().line(reason)));
        }

        /** The file's own name, with the folders between it and its host's folder before it. */
        private String fileName(String name, Optional<String> folder) {
            String rest = name;
            if (folder.isPresent()) {
                int at = ("/" + name).lastIndexOf("/" + folder.get() + "/");
                rest = at < 0 ? name : name.substring(at + folder.get().length() + 1);
            }
            String flat = plain(redactor.path(rest).replace('/', '-'));
            int most = flat.offsetByCodePoints(0, Math.min(MOST_NAME_CHARS, flat.codePointCount(0, flat.length())));
            return flat.substring(0, most);
        }

        /** A name that means nothing to any file system: no separators, no hidden files, no control characters. */
        private static String plain(String name) {
            StringBuilder out = new StringBuilder();
            name.codePoints().forEach(c -> {
                boolean fine = c < 128
                        ? Character.isLetterOrDigit(c) || "._+=@()-".indexOf(c) >= 0
                        : Character.isLetterOrDigit(c);
                out.appendCodePoint(fine ? c : '-');
            });
            String plain = out.toString().replaceFirst("^[.-]+", "");
            return plain.isEmpty() ? "unnamed" : plain;
        }

        /** Names that differ in case only are one name on some machines. */
        private String unique(String path) {
            String candidate = path;
            for (int count = 2; !taken.add(candidate.toLowerCase(Locale.ROOT)); count++) {
                candidate = path + "-" + count;
            }
            return candidate;
        }
    }
}
