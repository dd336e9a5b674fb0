package dev.kolo.fabric.facts;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Immutable copies with one iteration order, since {@code Map.copyOf} iterates differently in every process. */
final class Ordered {
    private Ordered() {}

    static <K extends Comparable<K>, V> Map<K, V> copyOf(Map<K, V> map) {
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }
}
