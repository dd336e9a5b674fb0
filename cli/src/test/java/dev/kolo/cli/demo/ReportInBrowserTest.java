package dev.kolo.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The report in a real browser: Chromium, headless. Fails when there is none, since a page that nobody rendered is a page
 * that nobody checked; Debian and Ubuntu have it as the package {@code chromium}.
 */
class ReportInBrowserTest {
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 900;
    private static final int TIMEOUT_SECONDS = 120;

    @TempDir
    private Path folder = Path.of("");

    private Path report(int hosts, Fault fault) throws IOException {
        return Files.writeString(
                folder.resolve("report.html"), DemoReport.html(DemoStory.of(hosts, fault), List.of(), "test"));
    }

    /** Runs the browser on a page and returns what it printed: standard output, then standard error. */
    private List<String> browse(Path page, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--enable-logging=stderr",
                "--log-level=0",
                "--window-size=" + WIDTH + "," + HEIGHT,
                "--user-data-dir=" + folder.resolve("profile")));
        command.addAll(List.of(options));
        command.add(page.toUri().toString());
        File out = folder.resolve("out.txt").toFile();
        File err = folder.resolve("err.txt").toFile();
        Process browser;
        try {
            browser = new ProcessBuilder(command)
                    .redirectOutput(out)
                    .redirectError(err)
                    .start();
        } catch (IOException e) {
            return fail("no `chromium` on the path, and the report must be seen in a real browser: install it", e);
        }
        if (!browser.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            browser.destroyForcibly();
            fail("chromium did not end within " + TIMEOUT_SECONDS + " s on " + page);
        }
        return List.of(
                Files.readString(out.toPath(), StandardCharsets.UTF_8),
                Files.readString(err.toPath(), StandardCharsets.UTF_8));
    }

    private BufferedImage screenshot(Path page, boolean dark) throws IOException, InterruptedException {
        Path png = folder.resolve(dark ? "dark.png" : "light.png");
        browse(page, "--screenshot=" + png, "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1));
        return ImageIO.read(png.toFile());
    }

    private static double luminance(int rgb) {
        return (0.2126 * (rgb >> 16 & 255) + 0.7152 * (rgb >> 8 & 255) + 0.0722 * (rgb & 255)) / 255;
    }

    /** How many pixels of the upper part are far from the page's ground: text and drawing. */
    private static long inked(BufferedImage image, boolean dark) {
        long count = 0;
        for (int y = 0; y < image.getHeight() * 2 / 3; y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                double light = luminance(image.getRGB(x, y));
                count += (dark ? light > 0.6 : light < 0.4) ? 1 : 0;
            }
        }
        return count;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isLegibleInLightAndInDark(boolean dark) throws Exception {
        BufferedImage image = screenshot(report(4, Fault.SWAPPED_PLUGS), dark);
        double ground = luminance(image.getRGB(3, 3));

        if (dark) {
            assertThat(ground).isLessThan(0.2);
        } else {
            assertThat(ground).isGreaterThan(0.9);
        }
        assertThat(inked(image, dark)).isGreaterThan(3_000);
    }

    @Test
    void obeysTheThemeThatIsSetOnThePage() throws Exception {
        Path page = report(4, Fault.SWAPPED_PLUGS);
        Files.writeString(page, Files.readString(page).replace("<html lang", "<html data-theme=\"dark\" lang"));

        assertThat(luminance(screenshot(page, false).getRGB(3, 3))).isLessThan(0.2);
    }

    @ParameterizedTest
    @CsvSource({"2,UNPLUGGED", "4,SWAPPED_PLUGS", "16,MTU"})
    void causesNoComplaintInTheConsoleAndShowsItsText(int hosts, Fault fault) throws Exception {
        List<String> printed = browse(report(hosts, fault), "--dump-dom");

        assertThat(printed.getFirst())
                .contains("</svg>", fault.code().name(), "spark" + hosts, "What the machines say")
                .contains("After the fix");
        assertThat(printed.getLast()).doesNotContain("CONSOLE", "Content Security Policy", "Refused to");
    }

    /** Shows that the check before this one can fail: the browser does speak up when the policy is broken. */
    @Test
    void wouldComplainIfThePageTriedToLoadAnything() throws Exception {
        Path page = report(2, Fault.MTU);
        Files.writeString(page, Files.readString(page).replace("</body>", "<script src=\"x.js\"></script></body>"));

        assertThat(browse(page, "--dump-dom").getLast()).contains("Content Security Policy");
    }
}
