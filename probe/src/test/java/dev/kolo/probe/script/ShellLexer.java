package dev.kolo.probe.script;

import dev.kolo.probe.script.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a POSIX shell script into tokens, for the part of the language that the probe uses; it refuses what it does not know (backticks,
 * here-documents), so that nothing can hide in there.
 */
final class ShellLexer {
    private final String script;
    private int at;
    private int line;

    private ShellLexer(String script, int at, int line) {
        this.script = script;
        this.at = at;
        this.line = line;
    }

    static List<Token> tokens(String script) {
        return new ShellLexer(script, 0, 1).untilEnd(false);
    }

    /** Reads to the end of the script, or to the parenthesis that closes a substitution. */
    private List<Token> untilEnd(boolean inSubstitution) {
        var tokens = new ArrayList<Token>();
        int depth = 0;
        while (at < script.length()) {
            char c = script.charAt(at);
            if (c == ' ' || c == '\t') {
                at++;
            } else if (c == '\\' && peek(1) == '\n') {
                at += 2;
                line++;
            } else if (c == '#') {
                skipComment();
            } else if (c == '\n') {
                tokens.add(new Token(Kind.NEWLINE, "\n", line++));
                at++;
            } else if (startsRedirection()) {
                tokens.add(redirection());
            } else if (";&|()".indexOf(c) >= 0) {
                if (c == '(') {
                    depth++;
                } else if (c == ')' && depth-- == 0 && inSubstitution) {
                    at++;
                    return tokens;
                }
                tokens.add(operator());
            } else {
                tokens.add(word());
            }
        }
        if (inSubstitution) {
            throw refusal("a substitution that is not closed");
        }
        return tokens;
    }

    private void skipComment() {
        while (at < script.length() && script.charAt(at) != '\n') {
            at++;
        }
    }

    private boolean startsRedirection() {
        int i = at;
        while (i < script.length() && Character.isDigit(script.charAt(i))) {
            i++;
        }
        return i < script.length() && (script.charAt(i) == '<' || script.charAt(i) == '>');
    }

    private Token redirection() {
        int start = at;
        while (Character.isDigit(script.charAt(at))) {
            at++;
        }
        at++;
        while (at < script.length() && "<>&|-".indexOf(script.charAt(at)) >= 0) {
            at++;
        }
        return new Token(Kind.REDIRECTION, script.substring(start, at), line);
    }

    private Token operator() {
        int length = (peek(1) == script.charAt(at) && "&|;".indexOf(script.charAt(at)) >= 0) ? 2 : 1;
        at += length;
        return new Token(Kind.OPERATOR, script.substring(at - length, at), line);
    }

    private Token word() {
        int start = at;
        int startLine = line;
        var substitutions = new ArrayList<List<Token>>();
        while (at < script.length() && " \t\n;&|()<>".indexOf(script.charAt(at)) < 0) {
            piece(substitutions);
        }
        return new Token(Kind.WORD, script.substring(start, at), startLine, substitutions);
    }

    /** Reads one character or one quoted or expanded piece of a word. */
    private void piece(List<List<Token>> substitutions) {
        char c = script.charAt(at);
        switch (c) {
            case '\\' -> at += 2;
            case '\'' -> singleQuoted();
            case '"' -> doubleQuoted(substitutions);
            case '$' -> expansion(substitutions);
            case '`' -> throw refusal("a backtick");
            default -> {
                if (c == '\n') {
                    line++;
                }
                at++;
            }
        }
    }

    private void singleQuoted() {
        int end = script.indexOf('\'', at + 1);
        if (end < 0) {
            throw refusal("a quote that is not closed");
        }
        line += (int) script.substring(at, end).chars().filter(c -> c == '\n').count();
        at = end + 1;
    }

    private void doubleQuoted(List<List<Token>> substitutions) {
        until('"', substitutions);
    }

    private void expansion(List<List<Token>> substitutions) {
        if (script.startsWith("$((", at)) {
            int end = script.indexOf("))", at);
            if (end < 0 || script.substring(at + 3, end).matches("(?s).*[$`(].*")) {
                throw refusal("arithmetic with more in it than names and numbers");
            }
            at = end + 2;
        } else if (peek(1) == '(') {
            at += 2;
            substitutions.add(untilEnd(true));
        } else if (peek(1) == '{') {
            at++;
            until('}', substitutions);
        } else {
            at++;
        }
    }

    private void until(char end, List<List<Token>> substitutions) {
        at++;
        while (at < script.length() && script.charAt(at) != end) {
            if (end == '"' && script.charAt(at) == '\'') {
                at++;
            } else {
                piece(substitutions);
            }
        }
        if (at >= script.length()) {
            throw refusal("a " + end + " that is missing");
        }
        at++;
    }

    private char peek(int ahead) {
        return at + ahead < script.length() ? script.charAt(at + ahead) : '\0';
    }

    private RefusedScript refusal(String what) {
        return new RefusedScript("line " + line + ": " + what);
    }
}
