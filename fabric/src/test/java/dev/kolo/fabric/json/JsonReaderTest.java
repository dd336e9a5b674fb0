package dev.kolo.fabric.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.json.JsonProblem.Kind;
import dev.kolo.fabric.json.JsonReading.Broken;
import dev.kolo.fabric.json.JsonReading.Whole;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    private static final String TABLE = """
            [
              {"ifname": "enp1s0f0np0", "mtu": 9000, "up": true, "link": null,
               "addr_info": [{"local": "10.0.0.1", "prefixlen": 30}]},
              {"ifname": "lo", "mtu": 65536}
            ]
            """;

    @Test
    void keepsFieldsInSourceOrderWithTheirLines() {
        JsonArray table = whole(TABLE).root().asArray().orElseThrow();

        JsonObject first = table.objects().getFirst();
        assertThat(first.fields().keySet()).containsExactly("ifname", "mtu", "up", "link", "addr_info");
        assertThat(first.at()).isEqualTo(new Json.Position(2, 3));
        assertThat(table.objects().get(1).get("mtu").orElseThrow().at()).isEqualTo(new Json.Position(4, 27));
        assertThat(first.string("ifname")).contains("enp1s0f0np0");
        assertThat(first.integer("mtu")).hasValue(9000);
        assertThat(first.bool("up")).contains(true);
        assertThat(first.get("link")).isEmpty();
        assertThat(first.has("link")).isTrue();
        assertThat(first.objects("addr_info").getFirst().text("prefixlen")).contains("30");
    }

    @Test
    void keepsAllBitsOfACounter() {
        JsonObject object = whole("{\"bytes\": 9223372036854775807, \"more\": 18446744073709551615, \"rate\": 2e3}")
                .root()
                .asObject()
                .orElseThrow();

        assertThat(object.wholeNumber("bytes")).hasValue(Long.MAX_VALUE);
        assertThat(object.wholeNumber("more")).isEmpty();
        assertThat(object.text("more")).contains("18446744073709551615");
        assertThat(object.integer("bytes")).isEmpty();
        assertThat(object.decimal("rate")).hasValue(2000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   \n\n ", "\uFEFF", "\uFEFF\r\n"})
    void saysThatThereIsNothing(String text) {
        assertThat(broken(text).problem().kind()).isEqualTo(Kind.EMPTY);
        assertThat(broken(text).partial()).isEmpty();
    }

    @Test
    void everyProperPrefixEndsTooEarlyAndKeepsWhatWasWhole() {
        String text = TABLE.strip();
        for (int length = 1; length < text.length(); length++) {
            Broken broken = broken(text.substring(0, length));

            assertThat(broken.problem().kind())
                    .as("first %d characters: %s", length, broken.problem())
                    .isEqualTo(Kind.ENDS_EARLY);
            assertThat(broken.partial()).isPresent();
        }
        for (int length = 1; length < text.length(); length++) {
            assertThat(broken(text.substring(0, length) + "\r\n").problem().kind())
                    .as("first %d characters and a line end", length)
                    .isEqualTo(Kind.ENDS_EARLY);
        }
        Broken cut = broken(text.substring(0, text.indexOf("\"prefixlen\"")));
        JsonObject first =
                cut.partial().orElseThrow().asArray().orElseThrow().objects().getFirst();
        assertThat(first.integer("mtu")).hasValue(9000);
        assertThat(first.objects("addr_info").getFirst().string("local")).contains("10.0.0.1");
        assertThat(cut.problem().path()).isEqualTo("[0].addr_info[0].local");
        assertThat(cut.problem().line()).isEqualTo(3);
    }

    @Test
    void showsTheLineOfASyntaxError() {
        JsonProblem problem = broken("{\n  \"a\": 1,\n  \"b\": [1, 2}\n}").problem();

        assertThat(problem.kind()).isEqualTo(Kind.SYNTAX);
        assertThat(problem.line()).isEqualTo(3);
        assertThat(problem.lineText()).isEqualTo("\"b\": [1, 2}");
        assertThat(problem.message())
                .startsWith("line 3, column ")
                .contains("in b[2]")
                .endsWith("\"b\": [1, 2}");
        assertThat(problem.message()).doesNotContain("JsonParser", "Source", "code 125");
    }

    @Test
    void namesAStringThatGoesOverItsLine() {
        JsonProblem problem = broken("{\"a\": \"one\n\"two\": 3}").problem();

        assertThat(problem.kind()).isEqualTo(Kind.SYNTAX);
        assertThat(problem.message()).contains("goes over the end of its line").doesNotContain("CTRL");
    }

    @Test
    void countsLinesAlikeUnderWindowsLineEnds() {
        JsonObject object =
                whole("{\r\n\"a\": 1,\r\n\"b\": 2\r\n}\r\n").root().asObject().orElseThrow();

        assertThat(object.get("b").orElseThrow().at().line()).isEqualTo(3);
        assertThat(broken("{\r\n\"a\": 1,\r\n\"b\": ?\r\n}\r\n").problem().lineText())
                .isEqualTo("\"b\": ?");
    }

    @Test
    void cutsAnEndlessLineAroundTheError() {
        String text = "[" + "1, ".repeat(10_000) + "x, " + "2, ".repeat(10_000) + "3]";

        assertThat(broken(text).problem().lineText())
                .hasSizeLessThan(110)
                .contains("x, 2")
                .startsWith("…")
                .endsWith("…");
    }

    @Test
    void refusesDeepNestingWithoutFallingOver() {
        Broken broken = broken("[".repeat(100_000));

        assertThat(broken.problem().kind()).isEqualTo(Kind.TOO_DEEP);
        assertThat(broken.problem().message()).contains("more than 64 levels");
    }

    @Test
    void refusesMoreValuesThanTheLimit() {
        JsonReading reading = JsonReader.read("[1,2,3,4,5]", new JsonReader.Limits(4, 100, 4));

        assertThat(reading).isInstanceOf(Broken.class);
        assertThat(((Broken) reading).problem().kind()).isEqualTo(Kind.TOO_LARGE);
        assertThat(JsonReader.read("[1,2,3]", new JsonReader.Limits(4, 100, 4))).isInstanceOf(Whole.class);
        assertThat(JsonReader.read("[1,2,3,4,5]", new JsonReader.Limits(4, 10, 4)))
                .isInstanceOf(Broken.class);
    }

    @Test
    void namesAFieldThatOccursTwiceAndKeepsTheLast() {
        Whole whole = whole("{\"hosts\": [{}, {\"mtu\": 1500,\n\"mtu\": 9000}]}");

        assertThat(whole.repeated()).containsExactly(new JsonReading.Repeated("hosts[1].mtu", 2));
        JsonObject host = whole.root().asObject().orElseThrow().objects("hosts").get(1);
        assertThat(host.integer("mtu")).hasValue(9000);
    }

    @Test
    void refusesASecondValueUnlessAskedForThePrefix() {
        String text = "[1]\n\n[2]";

        assertThat(broken(text).problem().kind()).isEqualTo(Kind.TRAILING);
        assertThat(broken(text).problem().line()).isEqualTo(3);
        JsonReading prefix = JsonReader.readPrefix(text);
        assertThat(prefix).isInstanceOf(Whole.class);
        assertThat(text.substring(((Whole) prefix).endOffset())).isEqualTo("\n\n[2]");
    }

    @Test
    void skipsAByteOrderMark() {
        Whole whole = whole("\uFEFF[7]");

        assertThat(whole.root().asArray().orElseThrow().get(0).orElseThrow().describe())
                .isEqualTo("the number 7");
        assertThat(whole.endOffset()).isEqualTo(4);
    }

    private static Whole whole(String text) {
        assertThat(JsonReader.read(text)).isInstanceOf(Whole.class);
        return (Whole) JsonReader.read(text);
    }

    private static Broken broken(String text) {
        assertThat(JsonReader.read(text)).isInstanceOf(Broken.class);
        return (Broken) JsonReader.read(text);
    }
}
