package dev.kolo.remote;

import java.util.List;
import java.util.stream.Collectors;

/** The one quoting function for POSIX shells. Names, paths and values from outside reach a shell through it alone. */
public final class ShellQuote {
    private static final String PLAIN = "%+,-./:=@_";

    private ShellQuote() {}

    /**
     * One word for a POSIX shell that means exactly this text: plain words as they are, everything else between single
     * quotes. A NUL character is refused, since no shell word can hold one.
     */
    public static String quote(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a shell word cannot hold a NUL character");
        }
        return isPlain(text) ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** A command line of quoted words. */
    public static String line(List<String> words) {
        return words.stream().map(ShellQuote::quote).collect(Collectors.joining(" "));
    }

    /** A first {@code =} or {@code ~} would mean something to some shells, a leading {@code -} to the command. */
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
