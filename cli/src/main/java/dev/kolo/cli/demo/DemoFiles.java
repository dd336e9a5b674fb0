package dev.kolo.cli.demo;

import dev.kolo.cli.wire.WireScene;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The files that the demo writes: the report, and what the virtual hosts printed before and after the fix, so that
 * everybody can give them to {@code kolo doctor} themselves.
 *
 * @param report the report, as the user would name it
 * @param before the folder with the texts of the faulty ring, as the user would name it
 */
public record DemoFiles(String report, String before) {
    /**
     * Writes them.
     *
     * @param wire what was shown of the wire; empty when it was left out
     * @param folder where to; made when it is missing
     * @param shownFolder how the user named it
     * @param version Kolo's version, for the report
     * @throws IOException when the folder cannot be made or a file cannot be written
     */
    public static DemoFiles write(
            DemoStory story, List<WireScene> wire, Path folder, String shownFolder, String version) throws IOException {
        Files.createDirectories(folder);
        writeTexts(story.planted(), folder.resolve(DemoStory.BEFORE));
        writeTexts(story.healed(), folder.resolve(DemoStory.AFTER));
        Files.writeString(folder.resolve("report.html"), DemoReport.html(story, wire, version), StandardCharsets.UTF_8);
        Path shown = Path.of(shownFolder);
        return new DemoFiles(
                shown.resolve("report.html").toString(),
                shown.resolve(DemoStory.BEFORE).toString());
    }

    private static void writeTexts(VirtualRing ring, Path folder) throws IOException {
        Files.createDirectories(folder);
        // Texts of an earlier, larger ring would be taken for hosts of this one.
        try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "spark*.probe.txt")) {
            for (Path file : old) {
                Files.delete(file);
            }
        }
        for (VirtualHost host : ring.hosts()) {
            Files.writeString(
                    folder.resolve(VirtualProbe.fileName(host)), ProbeText.of(ring, host), StandardCharsets.UTF_8);
        }
    }
}
