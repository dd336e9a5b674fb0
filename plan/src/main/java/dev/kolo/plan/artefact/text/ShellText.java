package dev.kolo.plan.artefact.text;

import dev.kolo.fabric.names.ShellWord;
import dev.kolo.page.text.Text;

/**
 * Words and comments of the scripts that are rendered. Quoting itself is {@link ShellWord}'s; a script asks for more, since
 * each of its commands stands on one line.
 */
public final class ShellText {
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
        return ShellWord.quote(outside);
    }

    /** Text for a comment: one line whatever it holds. */
    public static String comment(String outside) {
        return Text.quote(outside);
    }
}
