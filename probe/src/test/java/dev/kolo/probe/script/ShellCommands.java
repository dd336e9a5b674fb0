package dev.kolo.probe.script;

import dev.kolo.probe.script.Token.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Finds the simple commands of a shell script, those in substitutions included, and the functions that it defines. What stands where a
 * command can stand counts as a command, so a mistake here refuses too much, never too little.
 */
final class ShellCommands {
    private static final Set<String> OPENERS = Set.of("if", "then", "elif", "else", "while", "until", "do", "{", "!");
    private static final Set<String> CLOSERS = Set.of("fi", "done", "}");
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*", Pattern.DOTALL);

    private final List<Command> commands = new ArrayList<>();
    private final Set<String> functions = new TreeSet<>();
    private final Deque<String> braces = new ArrayDeque<>();
    private String function = "";

    private ShellCommands() {}

    static ShellCommands of(String script) {
        var found = new ShellCommands();
        found.read(ShellLexer.tokens(script));
        return found;
    }

    List<Command> commands() {
        return List.copyOf(commands);
    }

    Set<String> functions() {
        return Set.copyOf(functions);
    }

    private void read(List<Token> tokens) {
        int at = 0;
        while (at < tokens.size()) {
            at = next(tokens, at);
        }
    }

    /** Reads what starts at a place where a command may stand; returns the place after it. */
    private int next(List<Token> tokens, int at) {
        Token token = tokens.get(at);
        if (token.kind() != Kind.WORD) {
            if (token.is(Kind.OPERATOR, "&")) {
                throw new RefusedScript("line " + token.line() + ": a command in the background");
            }
            return token.kind() == Kind.REDIRECTION ? simple(tokens, at) : at + 1;
        }
        if (definesFunction(tokens, at)) {
            functions.add(token.text());
            braces.push(function);
            function = token.text();
            return at + 4;
        }
        return switch (token.text()) {
            case "case" -> caseOf(tokens, at);
            case "for" -> forLoop(tokens, at);
            case "{" -> {
                braces.push(function);
                yield at + 1;
            }
            case "}" -> {
                function = braces.isEmpty() ? "" : braces.pop();
                yield afterCloser(tokens, at + 1);
            }
            default -> {
                if (OPENERS.contains(token.text())) {
                    yield at + 1;
                }
                yield CLOSERS.contains(token.text()) ? afterCloser(tokens, at + 1) : simple(tokens, at);
            }
        };
    }

    private static boolean definesFunction(List<Token> tokens, int at) {
        return at + 3 < tokens.size()
                && tokens.get(at + 1).is(Kind.OPERATOR, "(")
                && tokens.get(at + 2).is(Kind.OPERATOR, ")")
                && tokens.get(at + 3).is(Kind.WORD, "{");
    }

    /** After {@code done}, {@code fi} or a brace only redirections may stand before the next separator. */
    private int afterCloser(List<Token> tokens, int at) {
        return at < tokens.size() && tokens.get(at).kind() == Kind.REDIRECTION ? simple(tokens, at) : at;
    }

    private int forLoop(List<Token> tokens, int at) {
        int i = at + 1;
        while (i < tokens.size() && tokens.get(i).kind() == Kind.WORD) {
            substitutions(tokens.get(i++));
        }
        return i;
    }

    /** Reads {@code case WORD in PATTERN) COMMANDS ;; … esac}. */
    private int caseOf(List<Token> tokens, int at) {
        substitutions(tokens.get(at + 1));
        int i = at + 3;
        while (i < tokens.size()) {
            while (tokens.get(i).kind() == Kind.NEWLINE) {
                i++;
            }
            if (tokens.get(i).is(Kind.WORD, "esac")) {
                return afterCloser(tokens, i + 1);
            }
            while (!tokens.get(i).is(Kind.OPERATOR, ")")) {
                substitutions(tokens.get(i++));
            }
            i++;
            while (!tokens.get(i).is(Kind.OPERATOR, ";;") && !tokens.get(i).is(Kind.WORD, "esac")) {
                i = next(tokens, i);
            }
            if (tokens.get(i).is(Kind.OPERATOR, ";;")) {
                i++;
            }
        }
        throw new RefusedScript("line " + tokens.get(at).line() + ": a case without its end");
    }

    private int simple(List<Token> tokens, int at) {
        var words = new ArrayList<String>();
        var redirections = new ArrayList<String>();
        int i = at;
        while (i < tokens.size()) {
            Token token = tokens.get(i);
            if (token.kind() == Kind.REDIRECTION) {
                Token target = i + 1 < tokens.size() ? tokens.get(i + 1) : token;
                redirections.add(token.text() + target.text());
                substitutions(target);
                i += 2;
            } else if (token.kind() == Kind.WORD) {
                substitutions(token);
                if (!words.isEmpty() || !ASSIGNMENT.matcher(token.text()).matches()) {
                    words.add(token.text());
                }
                i++;
            } else {
                break;
            }
        }
        commands.add(new Command(tokens.get(at).line(), function, words, redirections));
        return i;
    }

    private void substitutions(Token word) {
        word.substitutions().forEach(this::read);
    }
}
