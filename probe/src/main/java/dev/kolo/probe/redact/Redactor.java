package dev.kolo.probe.redact;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The second time through: puts placeholders where values stand. Each line that goes out is searched again; what should not
 * be in it is a leak, and whoever writes a bundle must not write one then. Not thread-safe.
 */
public final class Redactor {
    private static final int SHORTEST_SECRET = 6;
    private static final String CUT = " … [the rest of this line was left out]";

    private final Images images;
    private final KnownNames known = new KnownNames();
    private final List<String> titles;
    private final Map<Sort, Map<String, String>> replaced = new EnumMap<>(Sort.class);
    private final Map<Sort, Long> places = new EnumMap<>(Sort.class);
    private final Set<String> out = new HashSet<>();
    private final List<Leak> leaks = new ArrayList<>();

    /**
     * A value that is still in a line that went out: a fault of ours.
     *
     * @param sort what it is
     * @param line the line that went out
     */
    public record Leak(Sort sort, String line) {}

    /**
     * How much of a sort was replaced.
     *
     * @param sort which
     * @param values how many different values
     * @param places at how many places
     */
    public record Count(Sort sort, int values, long places) {}

    Redactor(Images images) {
        this.images = images;
        for (Sort sort : List.of(Sort.HOST, Sort.USER, Sort.DOMAIN, Sort.NETWORK)) {
            known.add(sort, images.names().listOf(sort));
        }
        this.titles = images.names().listOf(Sort.HOST).stream()
                .filter(FormatWords::contains)
                .toList();
    }

    /** Starts a text. */
    public Text text() {
        Scan scan = new Scan(known, titles);
        Scan again = new Scan(known, titles);
        return raw -> line(scan, again, raw);
    }

    private String line(Scan scan, Scan again, String raw) {
        String line = PlainLine.of(raw);
        boolean cut = line.length() > Scan.MOST_CHARS;
        String redacted = replace(scan, cut ? line.substring(0, Scan.MOST_CHARS) : line);
        search(again, redacted);
        return cut ? redacted + CUT : redacted;
    }

    private String replace(Scan scan, String line) {
        List<Span> spans = scan.spans(line);
        if (spans.isEmpty()) {
            return line;
        }
        StringBuilder text = new StringBuilder(line.length() + 32);
        int at = 0;
        for (Span span : spans) {
            String image = scan.key(span).map(images::of).orElseGet(() -> images.of(span));
            text.append(line, at, span.start()).append(image);
            at = span.end();
            if (scan.key(span).isPresent()) {
                out.add(image);
            } else {
                count(span, image);
            }
        }
        return text.append(line, at, line.length()).toString();
    }

    private void count(Span span, String image) {
        out.add(image);
        if (!image.equals(span.value())) {
            replaced.computeIfAbsent(span.sort(), s -> new TreeMap<>()).put(span.value(), image);
            places.merge(span.sort(), 1L, Long::sum);
        }
    }

    /** Whatever a finder finds in a redacted line must be an image, or a value that stands for nobody. */
    private void search(Scan again, String redacted) {
        for (Span span : again.spans(redacted)) {
            boolean harmless = out.contains(span.value())
                    || again.key(span).isPresent()
                    || images.of(span).equals(span.value())
                    || span.value().contains("REDACTED-")
                    || span.value().contains("SERIAL-");
            if (!harmless && isOriginal(span)) {
                leaks.add(new Leak(span.sort(), redacted));
            }
        }
        for (String secret : replaced.getOrDefault(Sort.SECRET, Map.of()).keySet()) {
            if (secret.length() >= SHORTEST_SECRET && redacted.contains(secret)) {
                leaks.add(new Leak(Sort.SECRET, redacted));
            }
        }
    }

    private boolean isOriginal(Span span) {
        return replaced.getOrDefault(span.sort(), Map.of()).containsKey(span.value());
    }

    /** A path with its parts redacted. */
    public String path(String path) {
        StringBuilder redacted = new StringBuilder();
        for (String part : path.split("/", -1)) {
            redacted.append(redacted.isEmpty() ? "" : "/").append(part(part));
        }
        return redacted.toString();
    }

    /** One part: a folder that has a host's name, whatever word that is, or a text like others. */
    private String part(String part) {
        for (String host : titles) {
            if (part.equalsIgnoreCase(host)) {
                Span span = new Span(0, part.length(), Sort.HOST, part);
                String image = images.of(span);
                count(span, image);
                return image;
            }
        }
        return text().line(part);
    }

    /** What was replaced so far, by sort. */
    public List<Count> counts() {
        List<Count> counts = new ArrayList<>();
        replaced.forEach((sort, values) -> counts.add(new Count(sort, values.size(), places.getOrDefault(sort, 0L))));
        return counts;
    }

    /** Hosts that are called like a word of some format, and so were replaced only at the places of names. */
    public List<String> ambiguousPlaceholders() {
        return titles.stream()
                .map(t -> images.names().of(Sort.HOST, t))
                .distinct()
                .toList();
    }

    /** What should have been replaced and was not; empty, or something is wrong with Kolo. */
    public List<Leak> leaks() {
        return List.copyOf(leaks);
    }

    /** Original to placeholder, a line each, by sort: a secret of whoever redacted. */
    public List<String> mapping() {
        List<String> lines = new ArrayList<>();
        replaced.forEach((sort, values) -> values.forEach((value, image) ->
                lines.add(sort.name().toLowerCase(java.util.Locale.ROOT) + "\t" + value + "\t" + image)));
        return lines;
    }

    /** One text, line by line. */
    public interface Text {
        String line(String raw);
    }
}
