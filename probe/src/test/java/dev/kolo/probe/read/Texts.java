package dev.kolo.probe.read;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Feeds recorded folders and written texts to the reader. */
final class Texts {
    private Texts() {}

    static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(Texts.class.getResource("/" + name), name)
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Reads a folder of recorded files as its user would hand it over: folders inside it may be hosts. */
    static ReadResult readFolder(String name, Predicate<String> wanted) {
        Path root = resource(name);
        InventoryReader reader = new InventoryReader();
        for (Path file : files(root)) {
            String shown = root.relativize(file).toString();
            if (wanted.test(shown)) {
                try (InputStream in = Files.newInputStream(file)) {
                    Path folder = root.relativize(file).getParent();
                    reader.add(
                            folder == null
                                    ? SourceText.loose(shown, in)
                                    : SourceText.inFolder(shown, folder.toString(), in));
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
        }
        return reader.finish();
    }

    /** Reads a case: everything but what the case says about itself. */
    static ReadResult readCase(String name) {
        return readFolder("cases/" + name, file -> !file.equals("SOURCE.txt") && !file.equals("expected.txt"));
    }

    static ReadResult read(String text) {
        return read("paste.txt", text.getBytes(StandardCharsets.UTF_8));
    }

    static ReadResult read(String name, byte[] bytes) {
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.loose(name, new ByteArrayInputStream(bytes)));
        return reader.finish();
    }
}
