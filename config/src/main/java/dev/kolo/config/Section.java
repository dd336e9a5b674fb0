package dev.kolo.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * One mapping of the file under the keys that it may have. A key without a value counts as absent; a key that is unknown or
 * stands twice, and a value of the wrong type, are problems.
 */
final class Section {
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Problems problems;

    private Section(Problems problems) {
        this.problems = problems;
    }

    /**
     * Reads a mapping.
     *
     * @param what how to call it in messages, e.g. "a host"
     * @param later keys that later versions of Kolo will know
     */
    static Optional<Section> of(Node node, String what, List<String> known, List<String> later, Problems problems) {
        if (!(node instanceof MappingNode mapping)) {
            problems.add(
                    node,
                    what + " must be keys with values (" + String.join(", ", known) + "), and this is "
                            + describe(node));
            return Optional.empty();
        }
        Section section = new Section(problems);
        Map<String, Node> places = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            section.take(tuple, what, known, later, places);
        }
        return Optional.of(section);
    }

    private void take(NodeTuple tuple, String what, List<String> known, List<String> later, Map<String, Node> places) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
            problems.add(tuple.getKeyNode(), "a key must be a word, and this is " + describe(tuple.getKeyNode()));
            return;
        }
        String name = key.getValue();
        Node earlier = places.putIfAbsent(name, key);
        if (earlier != null) {
            problems.add(key, "the key \"" + name + "\" stands twice: the first is in line " + Problems.line(earlier));
        } else if (known.contains(name)) {
            if (!isNull(tuple.getValueNode())) {
                values.put(name, tuple.getValueNode());
            }
        } else if (later.contains(name)) {
            problems.add(key, "the key \"" + name + "\" is kept for later versions: this Kolo does not know it yet");
        } else {
            problems.add(
                    key,
                    "unknown key \"" + name + "\" in " + what + ": "
                            + NearestWord.to(name, known)
                                    .map(near -> "did you mean \"" + near + "\"?")
                                    .orElse("known are " + String.join(", ", known)));
        }
    }

    Optional<Node> node(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** The text of a scalar, whatever type YAML would give it. */
    Optional<String> text(String key) {
        return node(key).flatMap(value -> text(value, key, problems));
    }

    static Optional<String> text(Node value, String what, Problems problems) {
        if (value instanceof ScalarNode scalar && !isNull(value)) {
            return Optional.of(scalar.getValue());
        }
        problems.add(value, what + " must be a text, and this is " + describe(value));
        return Optional.empty();
    }

    /** A text in a notation of its own. */
    <T> Optional<T> parsed(String key, String wanted, Function<String, Optional<T>> parser) {
        return node(key).flatMap(value -> parsed(value, key, wanted, parser, problems));
    }

    static <T> Optional<T> parsed(
            Node value, String what, String wanted, Function<String, Optional<T>> parser, Problems problems) {
        Optional<T> result = value instanceof ScalarNode scalar ? parser.apply(scalar.getValue()) : Optional.empty();
        if (result.isEmpty()) {
            problems.add(value, what + " must be " + wanted + ", and this is " + describe(value));
        }
        return result;
    }

    /** A whole number between two bounds, both allowed. */
    OptionalInt integer(String key, int least, int most) {
        Optional<Node> value = node(key);
        if (value.isEmpty()) {
            return OptionalInt.empty();
        }
        if (value.get() instanceof ScalarNode scalar
                && scalar.getTag().equals(Tag.INT)
                && scalar.getValue().matches("[0-9]{1,9}")) {
            int number = Integer.parseInt(scalar.getValue());
            if (number >= least && number <= most) {
                return OptionalInt.of(number);
            }
        }
        problems.add(
                value.get(),
                key + " must be a whole number from " + least + " to " + most + ", and this is "
                        + describe(value.get()));
        return OptionalInt.empty();
    }

    /** One of some words; {@code otherwise} when it is absent or wrong. */
    String word(String key, List<String> words, String otherwise) {
        Optional<String> text = text(key);
        if (text.isEmpty() || words.contains(text.get())) {
            return text.orElse(otherwise);
        }
        String near = NearestWord.to(text.get(), words)
                .map(word -> ": did you mean \"" + word + "\"?")
                .orElse("");
        node(key)
                .ifPresent(value -> problems.add(
                        value,
                        key + " must be one of " + String.join(", ", words) + ", and this is " + describe(value)
                                + near));
        return otherwise;
    }

    /** The items of a list; a problem when it is none. */
    List<Node> list(String key) {
        Optional<Node> value = node(key);
        if (value.isPresent() && !(value.get() instanceof SequenceNode)) {
            problems.add(
                    value.get(), key + " must be a list (one \"- …\" a line), and this is " + describe(value.get()));
        }
        return value.map(v -> v instanceof SequenceNode list ? list.getValue() : List.<Node>of())
                .orElse(List.of());
    }

    static boolean isNull(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    static String describe(Node node) {
        return switch (node) {
            case MappingNode mapping -> "keys with values";
            case SequenceNode list -> "a list";
            case ScalarNode nothing when isNull(nothing) -> "nothing";
            case ScalarNode scalar -> "\"" + shortened(scalar.getValue()) + "\"";
            default -> "something else";
        };
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 59) + "…";
    }
}
