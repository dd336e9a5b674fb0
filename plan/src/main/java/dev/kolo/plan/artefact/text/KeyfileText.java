package dev.kolo.plan.artefact.text;

import java.util.Locale;

/** The one quoting function for NetworkManager's keyfiles, which follow GLib's key files: backslash escapes, no quotes. */
public final class KeyfileText {
    private KeyfileText() {}

    /** A text as a value. */
    public static String value(String outside) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < outside.length(); i++) {
            char c = outside.charAt(i);
            if (Character.isISOControl(c)) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "a value of a keyfile holds the control character 0x%02x", (int) c));
            }
            switch (c) {
                case '\\' -> out.append("\\\\");
                case ' ' -> out.append(i == 0 || i == outside.length() - 1 ? "\\s" : " ");
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
