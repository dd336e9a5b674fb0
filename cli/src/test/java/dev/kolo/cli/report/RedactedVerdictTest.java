package dev.kolo.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.finding.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the doctor says of a redacted bundle is what it says of the originals, on everything that was ever recorded. */
class RedactedVerdictTest {
    @TempDir
    private Path temporary = Path.of("");

    static List<Path> folders() {
        return Bundles.folders();
    }

    private static List<String> said(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(RedactedVerdictTest::said).toList();
    }

    private static String said(Finding finding) {
        return finding.severity() + " " + finding.code() + " " + finding.confidence();
    }

    @ParameterizedTest
    @MethodSource("folders")
    void isTheVerdictOnTheOriginals(Path folder) throws IOException {
        Diagnosis original = Bundles.judge(Bundles.read(folder));
        RedactedTexts redacted = Bundles.redact(folder);
        BundleFile kind = folder.toString().contains("swap") ? BundleFile.ZIP : BundleFile.TAR_GZ;
        Path bundle = Files.write(temporary.resolve("bundle"), kind.pack(redacted.entries()));
        Diagnosis after = Bundles.judge(redacted.result());

        assertThat(redacted.redactor().leaks()).isEmpty();
        assertThat(said(Bundles.judge(Bundles.read(bundle)))).isEqualTo(said(original));
        assertThat(said(after)).isEqualTo(said(original));
        assertThat(after.notObserved()).hasSameSizeAs(original.notObserved());
        assertThat(redacted.result().inventory().hosts())
                .hasSameSizeAs(Bundles.read(folder).inventory().hosts());
        assertThat(redacted.result().understood())
                .extracting(u -> u.kinds())
                .isEqualTo(Bundles.read(folder).understood().stream()
                        .map(u -> u.kinds())
                        .toList());
    }

    @Test
    void cutsWhatIsTooLargeAndSaysSo() throws IOException {
        Path pasted = Files.createDirectories(temporary.resolve("pasted"));
        Files.writeString(pasted.resolve("a.txt"), "enp1s0f0np0 UP 10.0.0.1/24\n".repeat(100));
        Files.writeString(pasted.resolve("b.txt"), "enp1s0f1np1 UP 10.0.1.1/24\n".repeat(100));
        RedactedTexts redacted =
                RedactedTexts.of(Bundles.sources(pasted), Bundles.read(pasted), new RedactedTexts.Limits(2_000, 2_500));

        assertThat(redacted.entries()).extracting(e -> e.text().length()).allMatch(length -> length <= 2_000);
        assertThat(redacted.entries().stream().mapToInt(e -> e.text().length()).sum())
                .isLessThanOrEqualTo(2_500);
        assertThat(redacted.leftOut())
                .extracting(RedactedTexts.LeftOut::file)
                .containsExactly("facts/a.txt", "facts/b.txt");
        assertThat(redacted.leftOut().getFirst().reason()).contains("only its first", "one text may have");
        assertThat(redacted.leftOut().getLast().reason()).contains("all texts together");
    }
}
