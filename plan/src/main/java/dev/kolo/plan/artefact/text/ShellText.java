package dev.kolo.plan.artefact.text;

import dev.kolo.page.text.Text;

/**
 * The one quoting function for POSIX shells. Names that are plain stay as they are, so that the commands in a script read as
 * a person would type them; everything else stands in single quotes, in which the shell reads nothing.
 */
public final class ShellText {
    private static final String PLAIN = "@%_+=:,./-";

    private ShellText() {}

    /**
     * One word of a command.
     *
     * @throws IllegalArgumentException for control characters: a command stands on one line
     */
    public static String word(String outside) {
        outside.chars().filter(Character::isISOControl).findFirst().ifPresent(c -> {
            throw new IllegalArgumentException("a word of a command holds the control character " + c);
        });
        return isPlain(outside) ? outside : "'" + outside.replace("'", "'\\''") + "'";
    }

    /** Text for a comment: one line whatever it holds. */
    public static String comment(String outside) {
        return Text.quote(outside);
    }

    private static boolean isPlain(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c -> c >= 'a' && c <= 'z'
                                || c >= 'A' && c <= 'Z'
                                || c >= '0' && c <= '9'
                                || PLAIN.indexOf(c) >= 0);
    }
}
