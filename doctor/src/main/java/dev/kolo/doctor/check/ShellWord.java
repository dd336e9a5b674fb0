package dev.kolo.doctor.check;

/**
 * Quotes a word for a POSIX shell. Names in facts come from outside, and the commands of a fix get pasted into a root
 * shell.
 */
public final class ShellWord {
    private ShellWord() {}

    /** The word as it is when it is plain, in single quotes otherwise. */
    public static String quote(String word) {
        return !word.isEmpty() && word.chars().allMatch(ShellWord::isPlain)
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }

    private static boolean isPlain(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "_-.:/@%+=,".indexOf(c) >= 0;
    }
}
