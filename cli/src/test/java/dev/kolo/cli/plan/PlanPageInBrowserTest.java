package dev.kolo.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.browser.DrivenBrowser;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlanOutcome;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.Relays;
import dev.kolo.plan.Planner;
import dev.kolo.plan.page.PlanPage;
import dev.kolo.plan.wish.Wish;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code plan.html} in a real browser: legible in both themes and on a phone, orderly, silent, and alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlanPageInBrowserTest {
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

    private static String page(Shape.Kind shape, int hosts, int relays) {
        PlanRequest request = PlanRequest.DEFAULT
                .with()
                .backend(Backend.KERNEL)
                .relays(new Relays.Count(relays))
                .build();
        PlanOutcome outcome = Planner.plan(Fabric.of(new Wish(shape, hosts).inventory()), request, true);
        return PlanPage.of(((PlanOutcome.Planned) outcome).plan());
    }

    @ParameterizedTest
    @CsvSource({
        "PAIR, 2, 0",
        "PATH, 4, 2",
        "RING, 3, 0",
        "RING, 4, 1",
        "RING, 8, 3",
        "RING, 16, 7",
        "SWITCHED, 4, 0",
        "SWITCHED, 254, 0"
    })
    void givesAReaderNothingToComplainOf(Shape.Kind shape, int hosts, int relays) throws Exception {
        Path page = Files.writeString(folder.resolve("plan.html"), page(shape, hosts, relays));
        for (boolean dark : new boolean[] {false, true}) {
            int width = dark ? 500 : 1200;
            browser.open(page, dark, width, 900);
            assertThat(browser.complaints())
                    .as("%d wide, dark: %s", width, dark)
                    .isEqualTo("[]");
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void showsItsSectionsInTheOrderInWhichOneAsks() throws Exception {
        Path page = Files.writeString(folder.resolve("plan.html"), page(Shape.Kind.RING, 6, 2));
        browser.open(page, false, 1200, 900);
        assertThat(browser.run("return [...document.querySelectorAll('h1, h2')].map(h => h.textContent).join(' | ')"))
                .isEqualTo(
                        "A ring of 6 hosts | Cables and networks | What to know | Hosts | Relayed paths | Hairpin queues"
                                + " | Lanes and schedules of the wire | Environment of the engine | Proofs");
    }

    /** Shows that the look can find something, and that the browser speaks up. */
    @Test
    void wouldComplainOfAPageThatIsNotSo() throws Exception {
        String bad = page(Shape.Kind.RING, 3, 0)
                .replace(
                        "</body>",
                        "<h5>deep</h5><p style=\"color:#ccc;background:#fff;width:3000px\">pale</p>"
                                + "<script src=\"x.js\"></script></body>");
        browser.open(Files.writeString(folder.resolve("bad.html"), bad), false, 1200, 900);
        assertThat(browser.complaints())
                .contains("heading level skipped before")
                .contains("contrast 1.6 of");
        assertThat(browser.console()).anyMatch(line -> line.contains("Content Security Policy"));
    }
}
