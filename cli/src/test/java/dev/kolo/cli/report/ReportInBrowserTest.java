package dev.kolo.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.browser.DrivenBrowser;
import dev.kolo.doctor.Diagnosis;
import dev.kolo.probe.read.ReadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The report in a real browser: legible in both themes and on a phone, orderly, silent, alone, whatever it is made of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReportInBrowserTest {
    @TempDir
    private Path folder = Path.of("");

    private DrivenBrowser browser;

    @BeforeAll
    void start() throws Exception {
        browser = new DrivenBrowser();
    }

    @AfterAll
    void end() throws Exception {
        browser.close();
    }

    static List<Path> folders() {
        return Bundles.folders();
    }

    private Path page(Path pasted) throws IOException {
        ReadResult result = Bundles.read(pasted);
        Diagnosis diagnosis = Bundles.judge(result);
        ReportInput input = new ReportInput(
                result, diagnosis, "a verdict", Optional.empty(), Optional.empty(), Optional.empty(), "test");
        return Files.writeString(folder.resolve("report.html"), ReportPage.of(input));
    }

    @ParameterizedTest
    @MethodSource("folders")
    void givesAReaderNothingToComplainOf(Path pasted) throws Exception {
        Path page = page(pasted);
        for (boolean dark : new boolean[] {false, true}) {
            int width = dark ? 500 : 1280;
            browser.open(page, dark, width, 900);
            browser.run("document.querySelectorAll('details').forEach(d => d.open = true); return ''");
            assertThat(browser.complaints())
                    .as("%d wide, dark: %s", width, dark)
                    .isEqualTo("[]");
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void showsHostileNamesAsText() throws Exception {
        Path pasted = Files.createDirectories(folder.resolve("pasted"));
        String evil = "<img src=x onerror=document.title='caught'>";
        Files.writeString(
                pasted.resolve(evil.replace("/", "") + ".log"),
                "== n1\nenp1s0f0np0 UP 10.0.0.1/24\n" + "2026-11-29 18:00:00 n1:1:1 [0] NCCL WARN " + evil + "\n");
        Files.createDirectories(pasted.resolve("<script>document.title=1</script>"));
        browser.open(page(pasted), false, 1280, 900);

        assertThat(browser.run("return document.title")).startsWith("Kolo report");
        assertThat(browser.run("return String(document.querySelectorAll('img, script').length)"))
                .isEqualTo("0");
        assertThat(browser.run("return document.body.textContent")).contains("<img src=x onerror=");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void unfoldsEverythingOnPaper() throws Exception {
        browser.open(page(Bundles.folders().getFirst()), false, 1280, 900);
        assertThat(browser.run("return [...document.styleSheets[0].cssRules].filter(r => r.conditionText === 'print'"
                        + " || (r.media && r.media.mediaText === 'print')).map(r => r.cssText).join('')"))
                .contains("details-content");
    }
}
