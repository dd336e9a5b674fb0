package dev.kolo.probe.redact;

import dev.kolo.probe.read.text.Names;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first time through all texts: which values are there. Placeholders can only be given out when all are known, since
 * addresses keep their relations and names their order. Not thread-safe.
 */
public final class Learning {
    private static final Pattern PLACEHOLDER =
            Pattern.compile("(?i)(?<![a-z0-9])(?:(?:host|user|network)\\d{1,6}|anon-[a-z]{1,3})(?![a-z0-9])");

    private final Images images = new Images();

    /** Takes the names of hosts, as an inventory has them. */
    public Learning hosts(Collection<String> names) {
        for (String name : names) {
            // "spark1 (2)" is how a second machine of that name is shown.
            String own = name.replaceFirst(" \\(\\d+\\)$", "").strip();
            int dot = own.indexOf('.');
            boolean isHost = Names.ip(own).isEmpty() && Word.isHost(own);
            String label = dot > 0 ? own.substring(0, dot) : own;
            if (isHost && Word.isHost(label)) {
                images.names().learn(Sort.HOST, label);
                if (dot > 0 && Word.isPrivateDomain(own.substring(dot + 1))) {
                    images.names().learn(Sort.DOMAIN, own.substring(dot + 1));
                }
            }
        }
        return this;
    }

    /** Starts a text. */
    public Lines text() {
        Scan scan = new Scan(new KnownNames(), List.of());
        return line -> learn(scan, line);
    }

    private void learn(Scan scan, String raw) {
        String line = PlainLine.of(raw);
        String bounded = line.length() > Scan.MOST_CHARS ? line.substring(0, Scan.MOST_CHARS) : line;
        for (Span span : scan.spans(bounded)) {
            scan.key(span).ifPresentOrElse(images::learn, () -> images.learn(span));
        }
        Matcher placeholders = PLACEHOLDER.matcher(bounded);
        while (placeholders.find()) {
            images.names().takenBySomebody(placeholders.group());
        }
    }

    /** Takes the path of a file, whose parts may be names too. */
    public void path(String path) {
        Lines lines = text();
        for (String part : path.split("/", -1)) {
            lines.accept(part);
        }
    }

    /** All texts were seen: placeholders are given out. */
    public Redactor finish() {
        images.settle();
        return new Redactor(images);
    }

    /** Takes the lines of one text in order. */
    public interface Lines {
        void accept(String line);
    }
}
