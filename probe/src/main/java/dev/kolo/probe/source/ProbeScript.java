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
