package dev.kolo.doctor;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.read.ReadResult;
import dev.kolo.probe.read.SourceText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Files that somebody shows the doctor: the cases and recordings among the probe's test resources, read as texts. */
record Shown(Map<String, String> files) {
    private static final List<String> ANSWERS = List.of("expected.txt", "SOURCE.txt");

    Shown {
        files = new LinkedHashMap<>(files);
    }

    /** A folder below {@code probe/src/test/resources}. */
    static Shown folder(String name) {
        Path root = Path.of(System.getProperty("basedir", "."), "..", "probe", "src", "test", "resources")
                .resolve(name);
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (!ANSWERS.contains(file.getFileName().toString())) {
                    files.put(root.relativize(file).toString(), Files.readString(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Shown(files);
    }

    /** One text. */
    static Shown text(String name, String text) {
        return new Shown(Map.of(name, text));
    }

    /** Those files only whose names contain one of the words. */
    Shown only(String... words) {
        Map<String, String> kept = new LinkedHashMap<>(files);
        kept.keySet().removeIf(name -> Arrays.stream(words).noneMatch(name::contains));
        return new Shown(kept);
    }

    /** The same files with their texts changed. */
    Shown rewritten(UnaryOperator<String> change) {
        Map<String, String> changed = new LinkedHashMap<>();
        files.forEach((name, text) -> changed.put(name, change.apply(text)));
        return new Shown(changed);
    }

    /** The same files in another order. */
    Shown inOrder(List<String> names) {
        Map<String, String> ordered = new LinkedHashMap<>();
        names.forEach(n -> ordered.put(n, files.getOrDefault(n, "")));
        return new Shown(ordered);
    }

    Inventory inventory() {
        return read().inventory();
    }

    /** The facts, and what NCCL logs among the files tell. */
    ReadResult read() {
        InventoryReader reader = new InventoryReader();
        files.forEach((name, text) -> {
            var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            int slash = name.lastIndexOf('/');
            reader.add(
                    slash > 0
                            ? SourceText.inFolder(name, name.substring(0, slash), bytes)
                            : SourceText.loose(name, bytes));
        });
        return reader.finish();
    }
}
