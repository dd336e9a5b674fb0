package dev.kolo.probe.read.text;

import java.util.Optional;

/**
 * A shell's prompt with the command typed at it: it says on which host the lines below were printed, and by what.
 *
 * @param host the host in the prompt; empty for a bare {@code $}
 * @param command what was typed; its text is empty for an empty prompt
 */
public record Prompt(Optional<String> host, Command command) {
    private static final int MAX_PROMPT_CHARS = 160;

    /** Reads a prompt; empty when the line is none. */
    public static Optional<Prompt> parse(String text) {
        String line = withoutEnvironment(text.strip());
        if (line.length() < 2) {
            return Optional.empty();
        }
        char first = line.charAt(0);
        if (first == '$' || first == '#' || first == '%' || first == '❯') {
            return bare(line.substring(1), first == '$');
        }
        if (first == '➜') {
            int space = line.indexOf("  ");
            String rest = space < 0 ? "" : line.substring(space).strip();
            int command = rest.indexOf(' ');
            return command < 0 ? Optional.empty() : bare(rest.substring(command), true);
        }
        if (first == '[') {
            int close = line.indexOf(']');
            return close > 0 && close < MAX_PROMPT_CHARS
                    ? named(line.substring(1, close).replace(' ', ':'), line.substring(close + 1))
                    : Optional.empty();
        }
        int mark = mark(line);
        return mark < 0 ? Optional.empty() : named(line.substring(0, mark).strip(), line.substring(mark));
    }

    /** Python's "(venv) " and conda's "(base) ". */
    private static String withoutEnvironment(String line) {
        if (line.startsWith("(")) {
            int close = line.indexOf(") ");
            if (close > 1 && close < 40 && line.indexOf('@', close) > 0 && line.indexOf(' ') > close) {
                return line.substring(close + 2);
            }
        }
        return line;
    }

    /** "$ command": believed only when the command is one that people use here. */
    private static Optional<Prompt> bare(String rest, boolean sure) {
        if (rest.isEmpty() || rest.charAt(0) != ' ') {
            return Optional.empty();
        }
        Command command = Command.of(rest);
        return Command.isKnown(Words.first(rest)) && (sure || isCommandLike(rest))
                ? Optional.of(new Prompt(command.host(), command))
                : Optional.empty();
    }

    /** A comment may start with a command's name too ("# ip addresses of the ring"): prose has no options or short words only. */
    private static boolean isCommandLike(String rest) {
        var words = Words.of(rest);
        return words.size() <= 3
                || rest.indexOf('-') >= 0
                || rest.indexOf('/') >= 0
                || rest.indexOf('|') >= 0
                || rest.indexOf(" dev ") >= 0
                || rest.indexOf(" show") >= 0;
    }

    /** Where the prompt's own mark stands: the first $, # or % that ends a "user@host:path" or "host:path". */
    private static int mark(String line) {
        int limit = Math.min(line.length(), MAX_PROMPT_CHARS);
        for (int i = 1; i < limit; i++) {
            char c = line.charAt(i);
            if ((c == '$' || c == '#' || c == '%') && (i + 1 == line.length() || line.charAt(i + 1) == ' ')) {
                return i;
            }
            if (c == '=' || c == '"' || c == '|' || c == ',') {
                return -1;
            }
        }
        return -1;
    }

    private static Optional<Prompt> named(String who, String rest) {
        if (rest.isEmpty() || rest.charAt(0) != '$' && rest.charAt(0) != '#' && rest.charAt(0) != '%') {
            return Optional.empty();
        }
        int at = who.indexOf('@');
        int colon = who.indexOf(':', at + 1);
        int blank = who.indexOf(' ', at + 1);
        int end = colon < 0 ? blank : colon;
        String host = end < 0 ? who.substring(at + 1) : who.substring(at + 1, end);
        String user = at < 0 ? "" : who.substring(0, at);
        if (!Names.isHostLike(host) || user.indexOf(' ') >= 0 || user.indexOf('/') >= 0) {
            return Optional.empty();
        }
        Command command = Command.of(rest.substring(1));
        boolean path = colon >= 0 && (who.startsWith("~", colon + 1) || who.startsWith("/", colon + 1));
        boolean typed = !command.words().isEmpty() && Command.isKnown(Words.first(rest.substring(1)));
        if (at < 0 && !path && !typed) {
            return Optional.empty();
        }
        return Optional.of(new Prompt(command.host().or(() -> Optional.of(host)), command));
    }
}
