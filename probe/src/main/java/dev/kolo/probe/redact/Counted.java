package dev.kolo.probe.redact;

import dev.kolo.fabric.facts.NaturalOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** Values that get numbers, in natural order, so that the numbers tell nothing but that order. */
final class Counted {
    private final TreeSet<String> values = new TreeSet<>((x, y) -> {
        int natural = NaturalOrder.compare(x, y);
        return natural != 0 ? natural : x.compareTo(y);
    });
    private final Map<String, Integer> numbers = new HashMap<>();

    void learn(String value) {
        values.add(value);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    Iterable<String> values() {
        return values;
    }

    void number() {
        int next = 1;
        for (String value : values) {
            numbers.put(value, next++);
        }
    }

    /** The number of a value, from 1; one that was never learned gets the next. */
    int of(String value) {
        return numbers.computeIfAbsent(value, v -> numbers.size() + 1);
    }
}
