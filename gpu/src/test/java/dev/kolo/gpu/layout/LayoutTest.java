package dev.kolo.gpu.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.gpu.kernel.CallWriter;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One layout, three languages: what Java and Python say is what the kernels were compiled with. */
class LayoutTest {
    private static final Path HEADER = Path.of("src/main/cuda/layout.h");
    private static final Path PYTHON = Path.of("../clients/python/kolo_torch/layout.py");
    private static final Pattern DEFINE = Pattern.compile("#define KOLO_(\\w+) (.+?)(\\s*//.*)?");

    @Test
    void javaSaysWhatTheKernelsSay() throws Exception {
        Map<String, Long> java = new TreeMap<>();
        constants("", DeviceLayout.class, java);
        constants("RECORD_", FailureRecord.class, java);
        constants("CALL_", CallWriter.class, java);
        Map<String, Long> kernels = header();
        java.put("DEVICE_MAGIC", DeviceLayout.MAGIC);
        java.put("DEVICE_VERSION", (long) DeviceLayout.VERSION);
        java.put("LL8_DATA", (long) Form.LL8.dataBytes());
        java.put("LL16_DATA", (long) Form.LL16.dataBytes());
        for (FailureRecord.Kind kind : FailureRecord.Kind.values()) {
            java.put("FAIL_" + kind.name(), (long) kind.number());
        }
        assertThat(java).containsAllEntriesOf(hostsPart(kernels, false));
    }

    @Test
    void pythonSaysWhatTheKernelsSay() throws Exception {
        Map<String, Long> python = new HashMap<>();
        for (String line : Files.readAllLines(PYTHON)) {
            Matcher assignment = Pattern.compile("([A-Z][A-Z0-9_]*) = (.+)").matcher(line);
            if (assignment.matches()
                    && !assignment.group(2).contains(",")
                    && !assignment.group(2).startsWith("{")) {
                python.put(assignment.group(1), value(assignment.group(2), python));
            }
        }
        assertThat(python).containsAllEntriesOf(hostsPart(header(), true));
    }

    /** The mailbox's own words have a test of their own beside the mailbox; Python's wire has no doorbells. */
    private static Map<String, Long> hostsPart(Map<String, Long> kernels, boolean withoutProxy) {
        Map<String, Long> part = new TreeMap<>(kernels);
        part.keySet()
                .removeIf(name -> name.startsWith("ORDER_")
                        || name.startsWith("MAILBOX_")
                        || withoutProxy
                                && (name.equals("DOORBELL_FROM")
                                        || name.equals("DOORBELL_BYTES")
                                        || name.equals("DOORBELL_BLOCKS")));
        return part;
    }

    @Test
    void placesOfFormsAndRanksNeverOverlap() {
        DeviceLayout layout = new DeviceLayout(3, 8192);
        long end = DeviceLayout.AREAS_AT;
        for (Form form : Form.values()) {
            for (int peer = 0; peer < 3; peer++) {
                assertThat(layout.send(form, peer)).isEqualTo(end).isEqualTo(layout.send(form, peer) / 128 * 128);
                end += 2 * form.slotBytes(8192);
            }
            for (int peer = 0; peer < 3; peer++) {
                assertThat(layout.receive(form, peer)).isEqualTo(end);
                end += 2 * form.slotBytes(8192);
            }
        }
        assertThat(layout.regionBytes()).isBetween(end, end + 4095);
    }

    @Test
    void stepsWrapToTwoAndKeepTheirParity() {
        assertThat(DeviceLayout.ahead(2, 5)).isEqualTo(7);
        assertThat(DeviceLayout.ahead(-1, 1)).isEqualTo(2);
        assertThat(DeviceLayout.ahead(-2, 1)).isEqualTo(-1);
        assertThat(DeviceLayout.ahead(-2, 3)).isEqualTo(3);
    }

    @Test
    void refusesWorldsAndLimitsThatDoNotFit() {
        assertThatThrownBy(() -> new DeviceLayout(17, 8192)).hasMessageContaining("2 to 16 ranks, got 17");
        assertThatThrownBy(() -> new DeviceLayout(2, 5000)).hasMessageContaining("whole pages, got 5000 B");
    }

    private static Map<String, Long> header() throws IOException {
        Map<String, Long> values = new HashMap<>();
        for (String line : Files.readAllLines(HEADER)) {
            Matcher define = DEFINE.matcher(line);
            if (define.matches()) {
                values.put(define.group(1), value(define.group(2).replace("KOLO_", ""), values));
            }
        }
        assertThat(values).hasSizeGreaterThan(80);
        return values;
    }

    /** Sums and products of numbers and names, which is all that the two files use. */
    private static long value(String text, Map<String, Long> known) {
        String plain = text.replaceAll("[()]", "").replaceAll("ULL", "").strip();
        long sum = 0;
        for (String term : plain.split("\\+", -1)) {
            long product = 1;
            for (String factor : term.split("\\*", -1)) {
                String name = factor.strip();
                product *= known.containsKey(name) ? known.get(name) : Long.decode(name);
            }
            sum += product;
        }
        return sum;
    }

    private static void constants(String prefix, Class<?> type, Map<String, Long> into) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())
                    && Modifier.isPublic(field.getModifiers())
                    && field.getType().isPrimitive()) {
                long number = ((Number) field.get(null)).longValue();
                into.put(field.getName(), number);
                into.put(prefix + field.getName(), number);
            }
        }
    }
}
