package dev.kolo.plan.artefact.text;

import java.util.Locale;
import java.util.Set;

/**
 * The one quoting function for YAML scalars. Only names that no version of YAML reads as anything but text stay bare;
 * everything else stands in double quotes, with escapes.
 */
public final class YamlText {
    /** Words of YAML 1.1, which netplan's parser follows, that are not text. */
    private static final Set<String> WORDS =
            Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf");

    private YamlText() {}

    /** A text as a scalar, as key or value. */
    public static String scalar(String outside) {
        return isBare(outside) ? outside : quoted(outside);
    }

    private static boolean isBare(String text) {
        if (text.isEmpty() || WORDS.contains(text.toLowerCase(Locale.ROOT))) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!letter && (i == 0 || c != '_' && (c < '0' || c > '9'))) {
                return false;
            }
        }
        return true;
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c >= 0x20 && c < 0x7f) {
                out.append((char) c);
            } else {
                out.append(String.format(Locale.ROOT, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
            }
        });
        return out.append('"').toString();
    }
}
