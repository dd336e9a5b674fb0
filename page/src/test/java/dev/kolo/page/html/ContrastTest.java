package dev.kolo.page.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text must be told from its ground in light and in dark: at least 4.5 to 1, as WCAG 2 asks for body text. */
class ContrastTest {
    private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+): (#[0-9a-f]{6});");

    private static final String[][] PAIRS = {
        {"ink", "ground"},
        {"ink", "sheet"},
        {"ink", "code"},
        {"soft", "ground"},
        {"soft", "sheet"},
        {"soft", "code"},
        {"plane0", "sheet"},
        {"plane1", "sheet"},
        {"plane2", "sheet"},
        {"plane3", "sheet"},
        {"error", "sheet"},
        {"error", "error-ground"},
        {"warning", "sheet"},
        {"warning", "warning-ground"},
        {"info", "sheet"},
        {"good", "sheet"},
        {"good", "good-ground"},
        {"on-badge", "error"},
        {"on-badge", "warning"},
        {"on-badge", "info"},
        {"on-badge", "soft"}
    };

    @ParameterizedTest
    @ValueSource(strings = {":root {", ":root:not([data-theme=\"light\"]) {", ":root[data-theme=\"dark\"] {"})
    void isEnoughForEveryTextOnEveryGround(String block) {
        Map<String, String> colours = colours(block);

        for (String[] pair : PAIRS) {
            String text = colours.getOrDefault(pair[0], "");
            String ground = colours.getOrDefault(pair[1], "");
            assertThat(ratio(text, ground))
                    .as("%s %s on %s %s", pair[0], text, pair[1], ground)
                    .isGreaterThanOrEqualTo(4.5);
        }
    }

    private static Map<String, String> colours(String block) {
        String html = new HtmlPage("", "").html();
        int start = html.indexOf(block);
        assertThat(start).isNotNegative();
        Matcher matcher = COLOUR.matcher(html.substring(start, html.indexOf('}', start)));
        Map<String, String> colours = new HashMap<>();
        while (matcher.find()) {
            colours.put(matcher.group(1), matcher.group(2));
        }
        return colours;
    }

    private static double ratio(String a, String b) {
        double light = Math.max(luminance(a), luminance(b));
        double dark = Math.min(luminance(a), luminance(b));
        return (light + 0.05) / (dark + 0.05);
    }

    private static double luminance(String colour) {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        return 0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
    }

    private static double linear(int channel) {
        double c = channel / 255.0;
        return c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    }
}
