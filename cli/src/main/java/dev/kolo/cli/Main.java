package dev.kolo.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The entry point of the {@code kolo} command; for now it knows its version only. */
public final class Main {
    private Main() {}

    /**
     * Runs the command.
     *
     * @param args the words after {@code kolo}
     */
    public static void main(String[] args) {
        System.out.println("kolo " + version());
    }

    private static String version() {
        var properties = new Properties();
        try (InputStream in = Main.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "unknown");
    }
}
