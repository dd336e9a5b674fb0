package dev.kolo.cli.report;

import java.nio.charset.StandardCharsets;

/**
 * A file of a bundle.
 *
 * @param path its path in the bundle, with slashes
 * @param text its text
 */
public record BundleEntry(String path, String text) {
    byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
