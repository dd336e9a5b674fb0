package dev.kolo.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Everything of the outside that a verb may touch, so that tests can give their own: data goes to {@code out}, progress
 * and diagnostics to {@code err}.
 *
 * @param out standard output, UTF-8
 * @param err standard error, UTF-8
 * @param in standard input
 * @param folder the caller's folder, against which relative paths are taken
 * @param style what the terminal can show
 * @param environment environment variables
 */
public record Console(
        PrintStream out, PrintStream err, InputStream in, Path folder, Style style, Map<String, String> environment) {
    /**
     * What the terminal can show.
     *
     * @param colour whether escape sequences are understood and wanted
     * @param unicode whether box-drawing characters are understood
     * @param columns width in characters
     * @param rows height in lines; 0 for files and pipes, and when it is not known
     */
    public record Style(boolean colour, boolean unicode, int columns, int rows) {
        /** A style of unknown height. */
        public Style(boolean colour, boolean unicode, int columns) {
            this(colour, unicode, columns, 0);
        }

        /** For files and pipes. */
        public static final Style PLAIN = new Style(false, true, 100);
    }

    /** The console of this process. The launcher tells by {@code -Dkolo.tty} whether standard output is a terminal. */
    public static Console ofProcess() {
        Map<String, String> environment = System.getenv();
        return new Console(
                utf8(FileDescriptor.out),
                utf8(FileDescriptor.err),
                System.in,
                Path.of(System.getProperty("user.dir", ".")),
                styleOf(environment, Boolean.getBoolean("kolo.tty")),
                environment);
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }

    /** Reads NO_COLOR, TERM, COLUMNS, LINES, KOLO_ASCII and the locale. */
    static Style styleOf(Map<String, String> environment, boolean terminal) {
        boolean colour = terminal
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
        boolean asked = !environment.getOrDefault("KOLO_ASCII", "").isEmpty();
        boolean unicode = !asked && (!terminal || !isAsciiLocale(environment));
        int columns = Style.PLAIN.columns();
        String stated = environment.getOrDefault("COLUMNS", System.getProperty("kolo.columns", ""));
        if (terminal && stated.matches("[0-9]{2,4}")) {
            columns = Math.max(40, Integer.parseInt(stated));
        }
        String height = environment.getOrDefault("LINES", System.getProperty("kolo.rows", ""));
        int rows = terminal && height.matches("[0-9]{1,4}") ? Integer.parseInt(height) : 0;
        return new Style(colour, unicode, columns, rows);
    }

    private static boolean isAsciiLocale(Map<String, String> environment) {
        for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
            String value = environment.getOrDefault(name, "");
            if (!value.isEmpty()) {
                String lower = value.toLowerCase(Locale.ROOT);
                return !lower.contains("utf-8") && !lower.contains("utf8");
            }
        }
        return false;
    }

    /** One line of progress or diagnosis. */
    public void tell(String line) {
        err.println(line);
    }

    /** A path as the caller meant it. */
    public Path path(String given) {
        return folder.resolve(given);
    }

    public void flush() {
        out.flush();
        err.flush();
    }
}
