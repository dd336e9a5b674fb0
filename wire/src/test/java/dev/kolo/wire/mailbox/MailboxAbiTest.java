package dev.kolo.wire.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.schedule.Collective;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The layout is one fact, said in three languages and on a page. */
class MailboxAbiTest {
    private static final String PREFIX = "KOLO_MAILBOX_";

    @Test
    void cSaysTheSameNumbers(@TempDir Path folder) throws Exception {
        String header = Files.readString(ClientPrograms.C.resolve("kolo_mailbox_abi.h"));
        StringBuilder program =
                new StringBuilder("#include \"kolo_mailbox_abi.h\"\n#include <stdio.h>\nint main(void) {\n");
        Matcher name =
                Pattern.compile("(?m)^#define " + PREFIX + "(\\w+) \\S+$").matcher(header);
        while (name.find()) {
            program.append("  printf(\"")
                    .append(name.group(1))
                    .append(" %llu\\n\", (unsigned long long)")
                    .append(PREFIX)
                    .append(name.group(1))
                    .append(");\n");
        }
        Path source = Files.writeString(folder.resolve("numbers.c"), program.append("  return 0;\n}\n"));
        Path numbers = ClientPrograms.compile(source, folder.resolve("numbers"));
        assertThat(numbers(ClientPrograms.lines(numbers.toString()))).isEqualTo(ours());
    }

    @Test
    void pythonSaysTheSameNumbers() throws Exception {
        List<String> said = ClientPrograms.lines(
                "python3",
                "-c",
                "import kolo_mailbox as k\nfor n in dir(k):\n  if n.isupper() and n[0] != '_': print(n, getattr(k, n))");
        assertThat(numbers(said)).isEqualTo(ours());
    }

    @Test
    void theHeaderServesCppToo(@TempDir Path folder) throws Exception {
        Path source = Files.writeString(
                folder.resolve("client.cc"),
                "#include \"kolo_mailbox.h\"\nint main() { kolo_mailbox box;"
                        + " return kolo_mailbox_attach(&box, \"/nowhere\", NULL) == 0; }\n");
        ClientPrograms.run(
                "g++",
                "-std=c++17",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-I" + ClientPrograms.C,
                "-o",
                folder.resolve("client") + "",
                source + "");
        assertThat(folder.resolve("client")).isExecutable();
    }

    /** Every place in the page's tables is the one in the code. */
    @Test
    void thePageSaysTheSamePlaces() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "mailbox.md"), StandardCharsets.UTF_8);
        TreeMap<String, Long> places = ours();
        Matcher row = Pattern.compile("(?m)^\\| (\\d+) \\| [a-z0-9\\[\\] ]+ \\| `(\\w+)` \\|")
                .matcher(page);
        int rows = 0;
        while (row.find()) {
            String name = row.group(2).toUpperCase(java.util.Locale.ROOT) + "_AT";
            assertThat(places).as(row.group()).containsEntry(name, Long.parseLong(row.group(1)));
            rows++;
        }
        assertThat(rows)
                .isEqualTo(
                        places.keySet().stream().filter(n -> n.endsWith("_AT")).count());
    }

    @Test
    void numbersOfTheWireAreThoseOfTheMailbox() {
        TreeMap<String, Long> numbers = ours();
        for (Collective each : Collective.values()) {
            assertThat(numbers).containsEntry("OP_" + each.name(), each.number() + 1L);
        }
        for (DataType each : DataType.values()) {
            assertThat(numbers).containsEntry("TYPE_" + each.name(), (long) each.number());
        }
        for (Reduction each : Reduction.values()) {
            assertThat(numbers).containsEntry("HOW_" + each.name(), (long) each.number());
        }
        for (Failure.Kind each : Failure.Kind.values()) {
            assertThat(numbers).containsEntry("POISON_" + each.name(), each.number() + 1L);
        }
        byte[] magic = new byte[8];
        for (int i = 0; i < magic.length; i++) {
            magic[i] = (byte) (MailboxAbi.MAGIC >>> 8 * i);
        }
        assertThat(new String(magic, StandardCharsets.US_ASCII)).isEqualTo("KOLOMBX1");
    }

    private static TreeMap<String, Long> numbers(List<String> lines) {
        TreeMap<String, Long> numbers = new TreeMap<>();
        for (String line : lines) {
            numbers.put(line.substring(0, line.indexOf(' ')), Long.parseLong(line.substring(line.indexOf(' ') + 1)));
        }
        return numbers;
    }

    private static TreeMap<String, Long> ours() {
        TreeMap<String, Long> numbers = new TreeMap<>();
        for (Field field : MailboxAbi.class.getFields()) {
            try {
                numbers.put(field.getName(), ((Number) field.get(null)).longValue());
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return numbers;
    }
}
