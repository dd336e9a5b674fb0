package dev.kolo.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.finding.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        Diagnosis original = Bundles.judge(Bundles.read(folder).inventory());
        RedactedTexts redacted = Bundles.redact(folder);
        BundleFile kind = folder.toString().contains("swap") ? BundleFile.ZIP : BundleFile.TAR_GZ;
        Path bundle = Files.write(temporary.resolve("bundle"), kind.pack(redacted.entries()));
        Diagnosis after = Bundles.judge(redacted.result().inventory());

        assertThat(redacted.redactor().leaks()).isEmpty();
        assertThat(said(Bundles.judge(Bundles.read(bundle).inventory()))).isEqualTo(said(original));
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
}
