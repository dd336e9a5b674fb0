package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.probe.read.text.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A few lines of YAML as a tree with lines, read only as far as composing: no types, no objects. A block that breaks off
 * or goes wrong is read up to there.
 *
 * @param root the tree; an empty node when nothing could be read
 * @param problem what is wrong, if anything
 */
record YamlBlock(Node root, Optional<Trouble> problem) {
    /** Attempts with the end cut off, before giving up. */
    private static final int MAX_ATTEMPTS = 4;

    /**
     * What is wrong with a block.
     *
     * @param index 0-based line in the block
     * @param text one sentence
     */
    record Trouble(int index, String text) {}

    /**
     * A value; exactly one of its three forms is filled.
     *
     * @param scalar a text
     * @param fields a mapping, in source order
     * @param items a list
     * @param evidence where it stands: the line of its key in a mapping, otherwise its own
     */
    record Node(Optional<String> scalar, Map<String, Node> fields, List<Node> items, Evidence evidence) {
        static final Node NOTHING = new Node(Optional.empty(), Map.of(), List.of(), Evidence.NONE);

        Optional<Node> field(String name) {
            return Optional.ofNullable(fields.get(name));
        }

        /** The value in one line, for showing. */
        String words() {
            return scalar.orElseGet(
                    () -> items.stream().map(Node::words).toList().toString());
        }
    }

    static YamlBlock parse(List<Line> lines) {
        Optional<Trouble> first = Optional.empty();
        int end = lines.size();
        for (int attempt = 0; attempt < MAX_ATTEMPTS && end > 0; attempt++) {
            List<Line> part = lines.subList(0, end);
            try {
                return new YamlBlock(compose(part), first);
            } catch (YamlEngineException failure) {
                int at = place(failure, end);
                if (first.isEmpty()) {
                    first = Optional.of(new Trouble(
                            at, "this is no valid YAML (" + reason(failure) + "); the lines before it were read"));
                }
                end = Math.min(at, end - 1);
            }
        }
        return new YamlBlock(Node.NOTHING, first);
    }

    private static Node compose(List<Line> lines) {
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            text.append(line.text().replace("\t", "        ")).append('\n');
        }
        LoadSettings settings = LoadSettings.builder()
                .setAllowDuplicateKeys(true)
                .setMaxAliasesForCollections(20)
                .setCodePointLimit(1 << 20)
                .build();
        return new Compose(settings)
                .composeString(text.toString())
                .map(n -> node(n, lines, 0))
                .orElse(Node.NOTHING);
    }

    private static Node node(org.snakeyaml.engine.v2.nodes.Node node, List<Line> lines, int depth) {
        Evidence evidence = evidence(node, lines);
        if (depth > 20) {
            return Node.NOTHING;
        }
        if (node instanceof ScalarNode scalar) {
            return new Node(Optional.of(scalar.getValue()), Map.of(), List.of(), evidence);
        }
        if (node instanceof SequenceNode sequence) {
            List<Node> items = new ArrayList<>();
            sequence.getValue().forEach(v -> items.add(node(v, lines, depth + 1)));
            return new Node(Optional.empty(), Map.of(), items, evidence);
        }
        if (node instanceof MappingNode mapping) {
            Map<String, Node> fields = new LinkedHashMap<>();
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key) {
                    Node value = node(tuple.getValueNode(), lines, depth + 1);
                    fields.put(key.getValue(), new Node(value.scalar, value.fields, value.items, evidence(key, lines)));
                }
            }
            return new Node(Optional.empty(), fields, List.of(), evidence);
        }
        return Node.NOTHING;
    }

    private static Evidence evidence(org.snakeyaml.engine.v2.nodes.Node node, List<Line> lines) {
        return node.getStartMark()
                .map(m -> lines.get(Math.min(m.getLine(), lines.size() - 1)).evidence())
                .orElse(Evidence.NONE);
    }

    private static int place(YamlEngineException failure, int end) {
        return failure instanceof MarkedYamlEngineException marked
                ? marked.getProblemMark()
                        .map(m -> Math.clamp(m.getLine(), 0, end - 1))
                        .orElse(end - 1)
                : end - 1;
    }

    private static String reason(YamlEngineException failure) {
        String words = failure instanceof MarkedYamlEngineException marked ? marked.getProblem() : failure.getMessage();
        return words == null ? "unreadable" : words.lines().findFirst().orElse("unreadable");
    }
}
