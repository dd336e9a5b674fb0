package dev.kolo.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.doctor.pages.Catalogue;
import dev.kolo.doctor.pages.Page;
import dev.kolo.fabric.finding.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every code has a page, and the pages stand in the documentation as they are. */
class CatalogueTest {
    private static final String HEAD = """
            # Codes

            What `kolo explain CODE` prints, in the order of the catalogue: causes before consequences. This file is made
            from the pages in `doctor`; `mvn -pl doctor -am test -Dkolo.docs=write` writes it anew.

            """;

    @ParameterizedTest
    @EnumSource(Code.class)
    void hasAPageForEveryCode(Code code) {
        Page page = Catalogue.page(code).orElseThrow(() -> new AssertionError("no page for " + code));
        assertThat(page.title()).isNotBlank().doesNotEndWith(".");
        assertThat(page.meaning()).endsWith(".");
        assertThat(page.matters()).endsWith(".");
        assertThat(page.byHand()).isNotBlank();
        assertThat(page.fix()).isNotBlank();
        assertThat(page.severity()).isNotBlank();
    }

    @ParameterizedTest
    @EnumSource(Code.class)
    void namesTheUsualSeverity(Code code) {
        String severity = Catalogue.page(code).orElseThrow().severity().toLowerCase(java.util.Locale.ROOT);
        assertThat(severity).contains(code.usualSeverity().name().toLowerCase(java.util.Locale.ROOT));
    }

    @Test
    void standsInTheDocumentation() throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        Catalogue.all().forEach(page -> text.append(page.markdown()).append('\n'));
        String expected = text.toString().stripTrailing() + "\n";
        Path file = Path.of(System.getProperty("basedir", "."), "..", "docs", "codes.md");
        if (System.getProperty("kolo.docs", "").equals("write")) {
            Files.writeString(file, expected);
        }
        assertThat(Files.readString(file)).as("docs/codes.md").isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "CABLE_SAME_INDX, CABLE_SAME_INDEX",
        "mtu-mismatch, MTU_MISMATCH",
        "unadressed, UNADDRESSED",
        "kernel, KERNEL_CMA",
        "TWINS, TWINS_IN_ONE_SUBNET"
    })
    void findsTheNearestCodeOfAMistypedOne(String typed, Code meant) {
        assertThat(Catalogue.nearest(typed, 3)).contains(meant);
    }

    @Test
    void readsCodesInAnyCase() {
        assertThat(Catalogue.code("cable same-index")).contains(Code.CABLE_SAME_INDEX);
        assertThat(Catalogue.code("nonsense")).isEmpty();
    }
}
