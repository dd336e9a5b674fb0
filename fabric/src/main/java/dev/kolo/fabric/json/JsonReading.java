package dev.kolo.fabric.json;

import java.util.List;
import java.util.Optional;

/** What came of reading a text as JSON: the whole value, or the problem and what could be read before it. */
public sealed interface JsonReading {
    /** The value, whole or in part; empty when nothing at all could be read. */
    Optional<Json> value();

    /**
     * A whole value.
     *
     * @param root the value
     * @param repeated fields that occur twice in one object; the last value of each was kept
     * @param endOffset offset of the first character after the value
     */
    record Whole(Json root, List<Repeated> repeated, int endOffset) implements JsonReading {
        public Whole {
            repeated = List.copyOf(repeated);
        }

        @Override
        public Optional<Json> value() {
            return Optional.of(root);
        }
    }

    /**
     * A text that breaks off or is no JSON.
     *
     * @param problem what is wrong and where
     * @param partial what could be read before it, every open object and list closed; empty when there was nothing
     * @param repeated as in {@link Whole}
     */
    record Broken(JsonProblem problem, Optional<Json> partial, List<Repeated> repeated) implements JsonReading {
        public Broken {
            repeated = List.copyOf(repeated);
        }

        @Override
        public Optional<Json> value() {
            return partial;
        }
    }

    /**
     * A field name that an object has twice.
     *
     * @param path the field, e.g. {@code hosts[2].mtu}
     * @param line 1-based line of the later one
     */
    record Repeated(String path, int line) {}
}
