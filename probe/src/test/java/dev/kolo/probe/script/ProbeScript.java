package dev.kolo.probe.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The probe script as it ships. */
final class ProbeScript {
    /** The script's last line, which starts everything: without it nothing runs. */
    static final String START = "\nmain </dev/null\n";

    private static final String SLOW_FOLDERS = "/usr/lib/python3 /usr/local /opt";

    private ProbeScript() {}

    static String text() {
        try (InputStream script = ProbeScript.class.getResourceAsStream("/dev/kolo/probe/probe.sh")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same, but it does not look for libraries in the folders of the machine that builds, where much may be installed. */
    static String quick() {
        return changed(text(), SLOW_FOLDERS, "/nonexistent");
    }

    static String changed(String script, String original, String replacement) {
        if (!script.contains(original)) {
            throw new AssertionError("the script no longer holds: " + original);
        }
        return script.replace(original, replacement);
    }
}
