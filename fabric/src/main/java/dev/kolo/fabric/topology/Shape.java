package dev.kolo.fabric.topology;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The form that the cables give the hosts.
 *
 * @param kind the form
 * @param hosts the hosts in cable order for pair, path and ring; in name order otherwise
 * @param reason why the kind is {@code NONE}; empty otherwise
 */
public record Shape(Kind kind, List<String> hosts, String reason) {
    /** The words for shapes, the same everywhere. */
    public enum Kind {
        PAIR,
        PATH,
        RING,
        SWITCHED,
        NONE;

        /** The word that users read and type. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind of a word; empty for anything else, {@code auto} included. */
        public static Optional<Kind> ofWord(String word) {
            for (Kind kind : values()) {
                if (kind.word().equals(word.toLowerCase(Locale.ROOT))) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    public Shape {
        hosts = List.copyOf(hosts);
    }

    /** Which hosts a cable should join, as index pairs into {@link #hosts()}; empty for switched and none. */
    public List<int[]> edges() {
        int n = hosts.size();
        int count = switch (kind) {
            case PAIR, PATH -> n - 1;
            case RING -> n;
            case SWITCHED, NONE -> 0;
        };
        return java.util.stream.IntStream.range(0, count)
                .mapToObj(i -> new int[] {i, (i + 1) % n})
                .toList();
    }
}
