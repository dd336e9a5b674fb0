package dev.kolo.probe.redact;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What has been found in one line so far. Who claims a stretch first keeps it. */
final class Spans {
    private final String line;
    private final List<Span> found = new ArrayList<>();

    Spans(String line) {
        this.line = line;
    }

    String line() {
        return line;
    }

    /** Claims a stretch, unless it is empty or part of it is somebody's already; tells whether it did. */
    boolean claim(int start, int end, Sort sort) {
        if (start >= end || !isFree(start, end)) {
            return false;
        }
        found.add(new Span(start, end, sort, line.substring(start, end)));
        return true;
    }

    boolean isFree(int start, int end) {
        for (Span span : found) {
            if (start < span.end() && span.start() < end) {
                return false;
            }
        }
        return true;
    }

    /** Everything that was claimed, from left to right. */
    List<Span> inOrder() {
        found.sort(Comparator.comparingInt(Span::start));
        return found;
    }
}
