package dev.kolo.fabric.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.fabric.json.JsonWriter.Layout;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    @Test
    void laysOutWithTwoSpacesAndKeepsSmallRecordsOnOneLine() {
        assertThat(sample(Layout.INDENTED)).isEqualTo("""
                        {
                          "name": "spark1",
                          "mtu": 9000,
                          "none": [],
                          "gids": [
                            {"index": 3, "of": [1, 2.5]},
                            {}
                          ],
                          "up": true
                        }
                        """);
        assertThat(sample(Layout.COMPACT))
                .isEqualTo("{\"name\":\"spark1\",\"mtu\":9000,\"none\":[],"
                        + "\"gids\":[{\"index\":3,\"of\":[1,2.5]},{}],\"up\":true}");
    }

    private static String sample(Layout layout) {
        JsonWriter out = new JsonWriter(layout).beginObject();
        out.field("name", "spark1").field("mtu", OptionalInt.of(9000)).field("absent", Optional.empty());
        out.name("none").beginArray().end();
        out.name("gids").beginArray();
        out.beginInlineObject()
                .field("index", 3)
                .name("of")
                .beginArray()
                .number(1)
                .number(2.5)
                .end()
                .end();
        out.beginInlineObject().end().end();
        return out.field("up", Optional.of(true)).end().text();
    }

    @Test
    void escapesWhateverATerminalCouldActOn() {
        String hostile = "a\"\\\n\r\t\0\u001b[31m\u007f\u0085\u2028\u202e\ud800 \u00e9\u4e2d\ud83d\ude00";

        String written = JsonWriter.write(new JsonString(hostile, Json.Position.NONE), Layout.COMPACT);

        assertThat(written)
                .isEqualTo("\"a\\\"\\\\\\n\\r\\t\\u0000\\u001b[31m\\u007f\\u0085\\u2028\\u202e\\ud800 "
                        + "\u00e9\u4e2d\ud83d\ude00\"");
        assertThat(JsonReader.read(written).value().flatMap(Json::asString)).contains(hostile);
    }

    @Test
    void mendsANameThatParsersWouldRefuse() {
        String written = new JsonWriter(Layout.COMPACT)
                .beginObject()
                .field("a\udc00\ud83d\ude00", 1)
                .end()
                .text();

        assertThat(written).isEqualTo("{\"a\ufffd\ud83d\ude00\":1}");
        assertThat(JsonReader.read(written)).isInstanceOf(JsonReading.Whole.class);
    }

    @Test
    void readsBackEveryStringThatItWrites() {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2000; round++) {
            String text = anyText(random);
            String written = JsonWriter.write(new JsonString(text, Json.Position.NONE), Layout.INDENTED);

            assertThat(JsonReader.read(written).value().flatMap(Json::asString))
                    .as("seed %d, round %d", seed, round)
                    .contains(text);
        }
    }

    private static String anyText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(12);
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(random.nextBoolean() ? 128 : 65536));
        }
        return text.toString();
    }

    @Test
    void writesATreeAsItWasRead() {
        String text = "{\"b\":[1.50,1e3,-0,null,true],\"a\":{\"x\":\"y\"}}";

        Json tree = JsonReader.read(text).value().orElseThrow();

        assertThat(JsonWriter.write(tree, Layout.COMPACT)).isEqualTo(text);
    }

    @Test
    void refusesWhatJsonCannotSay() {
        JsonWriter open = new JsonWriter(Layout.COMPACT).beginArray();

        assertThatThrownBy(() -> open.number(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(open::text).hasMessageContaining("not been ended");
    }
}
