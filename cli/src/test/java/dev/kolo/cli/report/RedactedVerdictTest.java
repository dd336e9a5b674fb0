package dev.kolo.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.finding.Finding;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the doctor says of a redacted bundle is what it says of the originals, on everything that was ever recorded. */
class RedactedVerdictTest {
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
    void isTheVerdictOnTheOriginals(Path folder) {
        Diagnosis original = Bundles.judge(Bundles.read(folder).inventory());
        RedactedTexts redacted = Bundles.redact(folder);
        Diagnosis after = Bundles.judge(redacted.result().inventory());

        assertThat(redacted.redactor().leaks()).isEmpty();
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
