package dev.kolo.probe.redact;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Goes through one text line by line and finds what is to be replaced, the surest finders first. */
final class Scan {
    /** More of a line than this is not looked at; whoever prints it must cut it there. */
    static final int MOST_CHARS = 1 << 20;

    private final List<Finder> finders;
    private final List<String> titles;

    /** Keys of pedit in the line that was scanned last, by where they start. */
    private final Map<Integer, PeditFinder.Key> keys = new HashMap<>();

    /**
     * Starts a text.
     *
     * @param known names that are known already
     * @param titles hosts that are replaced only where a line is headed by them
     */
    Scan(KnownNames known, List<String> titles) {
        this.finders = List.of(
                new SecretFinder(),
                new RawGidFinder(),
                new ColonFinder(),
                new DottedFinder(),
                new HexFinder(),
                new SerialFinder(),
                new PlaceFinder(),
                known,
                new TokenFinder());
        this.titles = titles;
    }

    /** What is in a line, from left to right. */
    List<Span> spans(String line) {
        Spans spans = new Spans(line);
        keys.clear();
        PeditFinder.find(line, key -> {
            if (spans.claim(key.start(), key.end(), Sort.MAC)) {
                keys.put(key.start(), key);
            }
        });
        finders.forEach(finder -> finder.find(spans));
        for (String title : titles) {
            KnownNames.titled(line, title).ifPresent(at -> spans.claim(at, at + title.length(), Sort.HOST));
        }
        return spans.inOrder();
    }

    /** The key of pedit that a span of the last line is. */
    Optional<PeditFinder.Key> key(Span span) {
        return Optional.ofNullable(keys.get(span.start()));
    }
}
