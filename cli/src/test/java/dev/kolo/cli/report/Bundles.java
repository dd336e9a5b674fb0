package dev.kolo.cli.report;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.doctor.Doctor;
import dev.kolo.doctor.Expectation;
import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.read.ReadResult;
import dev.kolo.probe.source.FileTexts;
import dev.kolo.probe.source.InventoryTaker;
import dev.kolo.probe.source.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Folders of the probe's test resources, read, redacted and judged, for tests of reports. */
final class Bundles {
    private static final Path RESOURCES =
            Path.of(System.getProperty("basedir", "."), "..", "probe", "src", "test", "resources");

    private Bundles() {}

    /** Every recorded ring, every case, every NCCL log. */
    static List<Path> folders() {
        List<Path> folders = new ArrayList<>();
        for (String group : List.of("recorded", "recorded/samples", "cases")) {
            try (Stream<Path> inner = Files.list(RESOURCES.resolve(group))) {
                inner.filter(p -> Files.isDirectory(p) && !p.endsWith("samples"))
                        .sorted()
                        .forEach(folders::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        folders.add(RESOURCES.resolve("nccl"));
        return folders;
    }

    static Diagnosis judge(ReadResult result) {
        return Doctor.examine(result.inventory(), Expectation.AUTO, result.logs());
    }

    static ReadResult read(Path path) {
        InventoryReader reader = new InventoryReader();
        FileTexts.read(sources(path), new InventoryTaker(reader));
        return reader.finish();
    }

    static List<Source.Files> sources(Path path) {
        return List.of(new Source.Files(path, String.valueOf(path.getFileName())));
    }

    static RedactedTexts redact(Path path) {
        return RedactedTexts.of(sources(path), read(path), RedactedTexts.Limits.USUAL);
    }
}
