package dev.kolo.verbs.abi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every constant of {@link VerbsAbi} against the installed header, which a C compiler reads, and against the recorded table. */
class VerbsAbiTest {
    @TempDir
    private Path folder;

    @Test
    void everyConstantIsWhatTheInstalledHeaderSays() throws Exception {
        assertThat(compiledProbe()).containsExactlyInAnyOrderEntriesOf(constants());
    }

    @Test
    void statusesAndEventsStandInTheHeadersOrder() throws Exception {
        Map<String, String> wanted = new LinkedHashMap<>();
        for (WorkStatus each : WorkStatus.values()) {
            wanted.put(each.constant(), each.constant());
        }
        for (AsyncEvent each : AsyncEvent.values()) {
            wanted.put(each.constant(), each.constant());
        }
        Map<String, Long> numbers = runProbe(wanted);
        long status = 0;
        for (WorkStatus each : WorkStatus.values()) {
            assertThat(numbers).containsEntry(each.constant(), status++);
        }
        long event = 0;
        for (AsyncEvent each : AsyncEvent.values()) {
            assertThat(numbers).containsEntry(each.constant(), event++);
        }
    }

    @Test
    void everyOffsetAndSizeIsTheRecordedOneOnBothArchitectures() throws IOException {
        Map<String, Long> constants = constants();
        for (boolean arm : new boolean[] {false, true}) {
            Map<String, Long> table = recorded(arm);
            CNames.offsets()
                    .forEach((name, field) -> assertThat(constants)
                            .as("%s, arm %s", field, arm)
                            .containsEntry(name, offset(table, field)));
            CNames.sizes()
                    .forEach((name, type) ->
                            assertThat(constants).as("%s, arm %s", type, arm).containsEntry(name, table.get(type)));
        }
    }

    @Test
    void nothingUsedLiesBehindAMutexWhoseSizeDiffers() throws IOException {
        assertThat(recorded(false).get("ibv_context"))
                .isNotEqualTo(recorded(true).get("ibv_context"));
        assertThat((long) VerbsAbi.CONTEXT_USED_BYTES)
                .isLessThanOrEqualTo(Objects.requireNonNull(recorded(false).get("ibv_context mutex")));
    }

    private static long offset(Map<String, Long> table, String field) {
        // The table names nested structures by their own name.
        Map<String, String> nested = Map.of(
                "ibv_qp_init_attr cap", "ibv_qp_cap",
                "ibv_qp_attr ah_attr", "ibv_ah_attr",
                "ibv_ah_attr grh", "ibv_global_route");
        Long direct = table.get(field);
        if (direct != null) {
            return direct;
        }
        int dot = field.indexOf('.');
        String head = field.substring(0, dot);
        return Objects.requireNonNull(table.get(head), head)
                + offset(table, Objects.requireNonNull(nested.get(head), head) + " " + field.substring(dot + 1));
    }

    private static Map<String, Long> recorded(boolean arm) throws IOException {
        Map<String, Long> table = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(VerbsAbiTest.class.getResourceAsStream("layouts.txt"))) {
            String type = "";
            boolean armLines = false;
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                armLines |= line.equals("[aarch64]");
                String[] words = line.strip().split(" ");
                if (line.startsWith("#") || line.startsWith("[") || (armLines && !arm)) {
                    continue;
                }
                if (line.startsWith(" ")) {
                    table.put(type + " " + words[0], Long.parseLong(words[1]));
                } else {
                    type = words[0];
                    table.put(type, Long.parseLong(words[1]));
                }
            }
        }
        return table;
    }

    private static Map<String, Long> constants() {
        return Stream.of(VerbsAbi.class.getFields())
                .filter(f -> !f.getName().equals("CONTEXT_USED_BYTES"))
                .collect(Collectors.toMap(Field::getName, VerbsAbiTest::valueOf));
    }

    private static long valueOf(Field field) {
        try {
            return field.getInt(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private Map<String, Long> compiledProbe() throws Exception {
        Map<String, String> expressions = new LinkedHashMap<>(CNames.numbers());
        CNames.sizes().forEach((name, type) -> expressions.put(name, "sizeof(struct " + type + ")"));
        CNames.offsets().forEach((name, field) -> {
            String[] words = field.split(" ");
            expressions.put(name, "offsetof(struct " + words[0] + ", " + words[1] + ")");
        });
        return runProbe(expressions);
    }

    /** Compiles a program that prints each expression, and runs it. */
    private Map<String, Long> runProbe(Map<String, String> expressions) throws Exception {
        StringBuilder source = new StringBuilder(
                "#include <infiniband/verbs.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {\n");
        expressions.forEach((name, expression) -> source.append("  printf(\"")
                .append(name)
                .append(" %ld\\n\", (long)(")
                .append(expression)
                .append("));\n"));
        source.append("  return 0;\n}\n");
        Path file = folder.resolve("probe.c");
        Files.writeString(file, source);
        assertThat(run("gcc", "-o", folder.resolve("probe").toString(), file.toString()))
                .as("gcc, which needs the packages gcc and libibverbs-dev")
                .isEmpty();
        Map<String, Long> values = new TreeMap<>();
        run(folder.resolve("probe").toString()).lines().forEach(line -> {
            String[] words = line.split(" ");
            values.put(words[0], Long.parseLong(words[1]));
        });
        return values;
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(out).isZero();
        return out;
    }
}
