package dev.kolo.plan.artefact.text;

import dev.kolo.page.text.Text;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The one quoting function for systemd units: specifiers, variables, quotes and backslashes in values mean nothing. */
public final class UnitText {
    private UnitText() {}

    /** One word of ExecStart= and of settings that are lists of words. */
    public static String word(String outside) {
        String text =
                Text.quote(outside).replace("\\", "\\\\").replace("%", "%%").replace("$", "$$");
        boolean plain = !text.isEmpty()
                && text.chars().allMatch(c -> c > 0x20 && c < 0x7f && c != '"' && c != '\'' && c != '\\' && c != ';');
        return plain ? text : "\"" + text.replace("\"", "\\\"") + "\"";
    }

    /** Text of Description=. */
    public static String text(String outside) {
        return Text.quote(outside).replace("\\", "\\\\").replace("%", "%%");
    }

    /** Text of a comment: one line, and no backslash at its end, which would continue it. */
    public static String comment(String outside) {
        return Text.quote(outside).replace('\\', '/');
    }

    /** The unit that stands for a netdev, named as systemd escapes its path in /sys. */
    public static String netdevUnit(String netdev) {
        StringBuilder out = new StringBuilder("sys-subsystem-net-devices-");
        byte[] bytes = netdev.getBytes(StandardCharsets.UTF_8);
        for (byte b : bytes) {
            char c = (char) (b & 0xff);
            boolean kept = c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || c == '_'
                    || c == ':'
                    || c == '.';
            out.append(kept ? String.valueOf(c) : String.format(Locale.ROOT, "\\x%02x", (int) c));
        }
        return out.append(".device").toString();
    }
}
