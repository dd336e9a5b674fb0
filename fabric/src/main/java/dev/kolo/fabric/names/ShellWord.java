package dev.kolo.fabric.names;

/**
 * The one quoting function for POSIX shells. Host names, netdevs and paths come from outside; they reach a script, an ssh
 * command line and the commands of a fix (which get pasted into a root shell) through it alone.
 */
public final class ShellWord {
    private static final String PLAIN = "%+,-./:=@_";

    private ShellWord() {}

    /**
     * One word that means exactly this text: plain words as they are, everything else between single quotes, in which a
     * shell reads nothing. A NUL character, which no shell word can hold, is left out.
     */
    public static String quote(String text) {
        return isPlain(text) ? text : "'" + text.replace("\0", "").replace("'", "'\\''") + "'";
    }

    /** A first {@code =} would mean something to some shells. */
    private static boolean isPlain(String text) {
        if (text.isEmpty() || text.startsWith("=")) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean wordLike = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!wordLike && PLAIN.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }
}
