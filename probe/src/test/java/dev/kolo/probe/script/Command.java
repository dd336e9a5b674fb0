package dev.kolo.probe.script;

import java.util.List;

/**
 * One simple command of a shell script.
 *
 * @param line where it stands
 * @param function the function around it, or the empty string
 * @param words the command and its arguments as written, quotes included; empty for an assignment or a redirection alone
 * @param redirections each operator with its target, such as {@code 2>/dev/null} or {@code 1>&3}
 */
record Command(int line, String function, List<String> words, List<String> redirections) {
    String name() {
        return words.isEmpty() ? "" : words.getFirst();
    }

    String arguments(int from) {
        return String.join(" ", words.subList(Math.min(from, words.size()), words.size()));
    }

    @Override
    public String toString() {
        return "line " + line + ": " + String.join(" ", words)
                + (redirections.isEmpty() ? "" : " " + String.join(" ", redirections));
    }
}
