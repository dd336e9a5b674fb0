package dev.kolo.plan.artefact.text;

import dev.kolo.page.text.Text;

/**
 * Lines of an environment file that docker and podman ({@code --env-file}) and systemd ({@code EnvironmentFile=}) read alike.
 * Docker takes everything after the first = as it stands; systemd takes quotes away, reads backslashes as escapes and drops
 * blanks at the end. No quoting suits both, so that a value on which they would differ is refused.
 */
public final class EnvironmentText {
    private EnvironmentText() {}

    /**
     * One variable.
     *
     * @throws IllegalArgumentException when the two readers would not read the same
     */
    public static String line(String name, String value) {
        if (!isName(name)) {
            throw new IllegalArgumentException("no name of an environment variable: " + Text.quote(name));
        }
        boolean alike = value.equals(value.strip())
                && value.chars().allMatch(c -> c >= 0x20 && c != 0x7f && c != '"' && c != '\'' && c != '\\');
        if (!alike) {
            throw new IllegalArgumentException(
                    "docker and systemd would read the value of " + name + " differently: " + Text.quote(value));
        }
        return name + "=" + value;
    }

    /** A comment of one line. */
    public static String comment(String outside) {
        return "# " + Text.quote(outside);
    }

    private static boolean isName(String name) {
        if (name.isEmpty()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
            if (!letter && (i == 0 || c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }
}
