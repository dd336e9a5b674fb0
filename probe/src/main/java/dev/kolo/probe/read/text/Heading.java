package dev.kolo.probe.read.text;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A line that people put over a piece of output: "== spark1", "### n1 (10.0.0.133)", "spark2:", "=== ibstat ===",
 * "== head  /sys/class/infiniband/rocep1s0f0/ports/1".
 *
 * @param host the host that it names
 * @param address the address beside the host's name
 * @param command the command that it names
 * @param path the folder that it names, for listings with relative paths
 */
public record Heading(
        Optional<String> host, Optional<String> address, Optional<Command> command, Optional<String> path) {
    private static final int MAX_HEADING_CHARS = 160;
    private static final String DECORATION = "=#-*>~+_ \t\u2500\u2501\u2550";

    /** Commands that stand over their output; words such as "for" and "head" are words in a title. */
    private static final Set<String> TITLES = Set.of(
            "ip",
            "ibstat",
            "ibstatus",
            "ibv_devinfo",
            "ibv_devices",
            "ibdev2netdev",
            "show_gids",
            "rdma",
            "ethtool",
            "devlink",
            "tc",
            "lldpctl",
            "lldpcli",
            "cat",
            "uname",
            "ulimit",
            "hostname",
            "docker",
            "podman",
            "env",
            "printenv",
            "grep",
            "ifconfig",
            "arp",
            "nmcli",
            "lspci",
            "iptables",
            "networkctl",
            "sysctl",
            "ssh",
            "sudo",
            "ib_write_bw",
            "ib_write_lat",
            "ldconfig");

    /** Reads a heading; empty when the line is none. */
    public static Optional<Heading> parse(String text) {
        if (text.length() < 2 || text.length() > MAX_HEADING_CHARS) {
            return Optional.empty();
        }
        char first = text.charAt(0);
        char last = text.charAt(text.length() - 1);
        boolean strong = strength(text) >= 2 || first == '\u2550' || first == '\u2501' || first == '\u2500';
        if (text.startsWith("==> ") && text.endsWith(" <==")) {
            return file(text.substring(4, text.length() - 4).strip());
        }
        if (strong) {
            // A lone Markdown heading names a chapter more often than a machine; "==" and framed titles name machines.
            boolean anyWord = first != '#' && (first == '=' || first == '>' || DECORATION.indexOf(last) >= 0);
            return titled(inner(text), anyWord);
        }
        if (first <= ' ') {
            return Optional.empty();
        }
        boolean weak = first == '#' && text.startsWith("# ")
                || first == '[' && last == ']'
                || first == '*' && last == '*'
                || last == ':'
                || text.indexOf(" | ") > 0 && text.indexOf(" rc=") > 0
                || startsWithHostWord(text);
        return weak ? titled(inner(text), false) : Optional.empty();
    }

    /** "==> spark5/lspci.txt <==", as head and tail write over each of several files. */
    private static Optional<Heading> file(String path) {
        if (path.startsWith("/")) {
            return Optional.of(new Heading(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(path)));
        }
        String[] parts = path.split("/", -1);
        String last = parts[parts.length - 1];
        int dot = last.indexOf('.');
        String stem = dot > 0 ? last.substring(0, dot) : last;
        String folder = parts.length > 1 ? parts[parts.length - 2] : "";
        Optional<String> host = Names.isSurelyHost(folder)
                ? Optional.of(folder)
                : Names.isSurelyHost(stem) ? Optional.of(stem) : Optional.empty();
        return Optional.of(new Heading(host, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    /** How many decorating characters the line starts with. */
    private static int strength(String text) {
        char first = text.charAt(0);
        if (first != '='
                && first != '#'
                && first != '-'
                && first != '*'
                && first != '>'
                && first != '~'
                && first != '+') {
            return 0;
        }
        int run = 0;
        while (run < text.length() && text.charAt(run) == first) {
            run++;
        }
        // "-----" alone is a table's rule, "--flag" an option.
        boolean title = run < text.length() && (run >= 2 && first != '-' || text.charAt(run) == ' ');
        return title ? run : 0;
    }

    private static boolean startsWithHostWord(String text) {
        for (String word :
                new String[] {"Host: ", "HOST: ", "host: ", "Hostname: ", "hostname: ", "Node: ", "node: ", "On "}) {
            if (text.startsWith(word)) {
                return true;
            }
        }
        return false;
    }

    /** The title without its decoration. */
    private static String inner(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && (DECORATION.indexOf(text.charAt(from)) >= 0 || text.charAt(from) == '[')) {
            from++;
        }
        while (to > from && (DECORATION.indexOf(text.charAt(to - 1)) >= 0 || "]<:".indexOf(text.charAt(to - 1)) >= 0)) {
            to--;
        }
        return text.substring(from, to);
    }

    private static Optional<Heading> titled(String title, boolean strong) {
        String rest = title.strip();
        int ansible = rest.indexOf(" | ");
        if (ansible > 0 && rest.indexOf("rc=", ansible) > 0) {
            rest = rest.substring(0, ansible);
        }
        Optional<String> path = Optional.empty();
        int slash = rest.indexOf("/sys/");
        if (slash >= 0) {
            path = Optional.of(Words.first(rest.substring(slash)));
            rest = rest.substring(0, slash).strip();
        }
        Optional<Command> command = Optional.empty();
        int start = commandStart(rest);
        if (start >= 0) {
            String typed = rest.substring(start);
            int end = commandEnd(typed);
            command = Optional.of(Command.of(typed.substring(0, end)));
            rest = (rest.substring(0, start) + " " + typed.substring(end)).strip();
        }
        return named(trim(rest), strong, command, path);
    }

    private static Optional<Heading> named(
            String rest, boolean strong, Optional<Command> command, Optional<String> path) {
        Optional<String> address = Optional.empty();
        String name = rest;
        int open = name.indexOf('(');
        int close = name.indexOf(')', open + 1);
        if (open >= 0 && close > open) {
            String inside = name.substring(open + 1, close).strip();
            String outside = trim((name.substring(0, open) + " " + name.substring(close + 1)).strip());
            if (Names.ip(inside).isPresent()) {
                address = Optional.of(inside);
                name = outside;
            } else if (outside.isEmpty()) {
                name = inside;
            }
        } else {
            List<String> words = Words.of(name);
            if (words.size() == 2 && Names.ip(words.get(1)).isPresent() && Names.isHostLike(words.get(0))) {
                address = Optional.of(words.get(1));
                name = words.get(0);
            }
        }
        Optional<String> host = host(name, strong && command.isEmpty() || address.isPresent() || path.isPresent());
        if (host.isEmpty() && command.isEmpty() && path.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Heading(
                host.or(() -> command.flatMap(Command::host)),
                host.isPresent() ? address : Optional.empty(),
                command,
                path));
    }

    /** The host that the rest of a title names: one word, or a word for "machine" and a number. */
    private static Optional<String> host(String rest, boolean anyWord) {
        List<String> words = Words.of(rest);
        if (words.size() == 2) {
            String first = words.get(0).toLowerCase(Locale.ROOT);
            boolean machine =
                    first.equals("host") || first.equals("node") || first.equals("hostname") || first.equals("on");
            if ((machine || first.endsWith(":")) && Names.isSurelyHost(words.get(1))) {
                return Optional.of(words.get(1));
            }
            boolean counted = Words.number(words.get(1)).isPresent() && Names.isSurelyHost(words.get(0) + words.get(1));
            return counted ? Optional.of(rest) : Optional.empty();
        }
        if (words.size() != 1) {
            return Optional.empty();
        }
        String word = words.get(0);
        int at = word.indexOf('@');
        String name = at >= 0 ? word.substring(at + 1) : word;
        boolean fits = Names.isHostLike(name)
                && !Names.isNoHost(name)
                && !DeviceWords.isNetdev(name)
                && !DeviceWords.isRdmaDevice(name);
        return fits && (anyWord || Names.isSurelyHost(name)) ? Optional.of(name) : Optional.empty();
    }

    private static int commandStart(String title) {
        int i = 0;
        while (i < title.length()) {
            int end = i;
            while (end < title.length() && title.charAt(end) > ' ') {
                end++;
            }
            String word = title.substring(i, end);
            if (TITLES.contains(Words.unquote(word))) {
                return i;
            }
            i = end;
            while (i < title.length() && title.charAt(i) <= ' ') {
                i++;
            }
        }
        return -1;
    }

    /** A command in a title ends before "on HOST", "(HOST)" or a dash. */
    private static int commandEnd(String typed) {
        int end = typed.length();
        for (String stop : new String[] {" on ", " from ", " (", " @ ", " - ", " \u2014 "}) {
            int at = typed.indexOf(stop);
            if (at > 0) {
                end = Math.min(end, at);
            }
        }
        return end;
    }

    private static String trim(String rest) {
        String out = rest.strip();
        for (String word : new String[] {"on ", "from ", "@ ", "- ", "\u2014 "}) {
            if (out.startsWith(word)) {
                out = out.substring(word.length()).strip();
            }
        }
        while (!out.isEmpty() && ":,-\u2014".indexOf(out.charAt(out.length() - 1)) >= 0) {
            out = out.substring(0, out.length() - 1).strip();
        }
        return out;
    }
}
