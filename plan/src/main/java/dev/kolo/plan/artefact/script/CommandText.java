package dev.kolo.plan.artefact.script;

import dev.kolo.plan.artefact.text.ShellText;

/** Builds one line of a script: words from code as they are, values through the quoting function. */
final class CommandText {
    private final StringBuilder line;

    private CommandText(String start) {
        line = new StringBuilder(start);
    }

    /** Starts with words from code. */
    static CommandText of(String plain) {
        return new CommandText(plain);
    }

    /** Starts with a value. */
    static CommandText ofWord(Object value) {
        return new CommandText(ShellText.word(value.toString()));
    }

    /** Adds words from code. */
    CommandText plain(String words) {
        line.append(' ').append(words);
        return this;
    }

    /** Adds values. */
    CommandText words(Object... values) {
        for (Object value : values) {
            line.append(' ').append(ShellText.word(value.toString()));
        }
        return this;
    }

    String text() {
        return line.toString();
    }
}
