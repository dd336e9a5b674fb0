package dev.kolo.probe.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The probe script as it ships: what every host is asked, and what {@code kolo scan --print-script} prints. */
public final class ProbeScript {
    /** The first line of what the script prints. */
    static final String FIRST_LINE = "### kolo-probe/";

    private static final String RESOURCE = "/dev/kolo/probe/probe.sh";

    private ProbeScript() {}

    /** The script's last line, which starts everything. */
    private static final String START = "\nmain </dev/null\n";

    /** The same script, asking only for what counts and for what tells whose counters they are: quick enough to ask again. */
    public static String countersText() {
        String script = text();
        if (!script.endsWith(START)) {
            throw new IllegalStateException("the probe script does not end by starting main");
        }
        return script.substring(0, script.length() - START.length()) + "\ncounters </dev/null\n";
    }

    /** Its text, for any POSIX shell. */
    public static String text() {
        try (InputStream in = ProbeScript.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("this build of Kolo lacks its probe script " + RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
