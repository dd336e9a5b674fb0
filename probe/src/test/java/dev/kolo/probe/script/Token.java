package dev.kolo.probe.script;

import java.util.List;

/**
 * A token of a shell script, so that a test can tell which words of the probe are commands.
 *
 * @param kind what it is
 * @param text the token as it stands in the script, quotes included
 * @param line the script's line, from 1
 * @param substitutions for a word: the tokens of each {@code $(…)} inside it
 */
record Token(Kind kind, String text, int line, List<List<Token>> substitutions) {
    enum Kind {
        WORD,
        OPERATOR,
        REDIRECTION,
        NEWLINE
    }

    Token(Kind kind, String text, int line) {
        this(kind, text, line, List.of());
    }

    boolean is(Kind wanted, String wantedText) {
        return kind == wanted && text.equals(wantedText);
    }
}
