package dev.kolo.remote.ssh;

/**
 * Where ssh connects to: {@code spark1}, {@code owner@spark1}, {@code 192.168.1.11}, {@code ssh://owner@spark1:2222}, or an
 * alias of the user's configuration. Only characters that such names have are let through, since a user's own configuration
 * may hand the name to a shell (ProxyCommand, Match exec).
 *
 * @param destination as ssh takes it
 */
public record SshTarget(String destination) {
    private static final int LONGEST = 255;
    private static final String ALLOWED = "._-+@:%[]/";

    public SshTarget {
        String problem = problem(destination);
        if (!problem.isEmpty()) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** Why a text cannot be a target, as one sentence; empty when it can. */
    public static String problem(String text) {
        if (text.isEmpty()) {
            return "a host to reach by ssh needs a name, and this one is empty";
        }
        if (text.length() > LONGEST) {
            return "a host name of " + text.length() + " characters cannot be reached by ssh: the limit is " + LONGEST;
        }
        if (text.startsWith("-") || text.contains("@-") || text.contains("/-")) {
            return "\"" + text
                    + "\" cannot be a host to reach by ssh: a part that begins with \"-\" would be an option";
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean wordLike = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0xa1;
            if (!wordLike && ALLOWED.indexOf(c) < 0 || Character.isISOControl(c) || Character.isWhitespace(c)) {
                return "a host to reach by ssh cannot have the character "
                        + (c > ' ' && c < 0x7f ? "'" + c + "'" : String.format("U+%04X", (int) c)) + " in its name (at "
                        + (i + 1) + ")";
            }
        }
        return text.indexOf('/') >= 0 && !text.startsWith("ssh://")
                ? "\"" + text + "\" cannot be a host to reach by ssh: a target with \"/\" begins with ssh://"
                : "";
    }

    @Override
    public String toString() {
        return destination;
    }
}
