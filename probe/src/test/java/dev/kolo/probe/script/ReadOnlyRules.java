package dev.kolo.probe.script;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the probe script may do, as an allow-list: shell built-ins, its own functions, and tools in exactly the forms that only read.
 * Everything else is refused, so a new command in the script needs a new line here.
 */
final class ReadOnlyRules {
    /** Built-ins with the arguments that they may have (joined by a blank). */
    private static final Map<String, Pattern> BUILT_INS = Map.ofEntries(
            allow("[", ".* \\]"),
            allow("printf", "['\"][^-].*"),
            allow("read", "-r [a-z_]+( [a-z_]+)?"),
            allow("cd", "-P \"[^\"]+\""),
            allow("pwd", "-P"),
            allow("shift", "\\d?"),
            allow("return", "\\d?"),
            allow("continue", ""),
            allow("break", ""),
            allow("exec", ""),
            allow("set", "-u"),
            allow("export", "LC_ALL"),
            allow("command", "-v \"\\$1\""),
            allow("ulimit", "-l"));

    /** Tools with the arguments that only read. */
    private static final Map<String, Pattern> TOOLS = Map.ofEntries(
            allow("uname", "-a"),
            allow("date", "-u \\+[-%A-Za-z:]+"),
            allow("id", "-u"),
            allow("env", ""),
            allow("docker", "--version"),
            allow("podman", "--version"),
            allow("ip", "((-s -d|-4|-6) )?(addr|link|rule|neigh|route) show( table main)?"),
            allow("ethtool", "(-[ikaS] )?\"\\$1\""),
            allow("tc", "-j -s (qdisc show|filter show dev \"\\$1\" (ingress|egress))"),
            allow("rdma", "(-j )?(link|system) show"),
            allow(
                    "devlink",
                    "-j dev (eswitch show \"pci/\\$devlink_of\"|param show \"pci/\\$devlink_of\" name \"\\$devlink_name\")"),
            allow("ibv_devinfo", ""),
            allow("lldpctl", "-f json"),
            allow("networkctl", "lldp --no-pager --no-legend"),
            allow("nmcli", "-f [A-Z,]+ (device status|connection show)"),
            allow("iptables", "-S (FORWARD|DOCKER-USER)"),
            allow("ps", "-e -o pid,args"),
            allow("df", "-Pk"),
            allow("timedatectl", "show --property=NTPSynchronized"),
            allow("ldconfig", "-p"),
            allow(
                    "find",
                    "\"\\$@\" -xdev -maxdepth \"\\$libraries_depth\" '\\(' -name '[^']+' -o -name '[^']+' '\\)' -print"));

    /** Functions that run a tool, with the place of the tool among their words. */
    private static final Map<String, Integer> RUNNERS =
            Map.of("bounded", 1, "fetch", 2, "ask", 2, "ask_daemon", 2, "ask_lines", 3);

    /** The only commands that run what a variable holds: each hands on what its caller's rule has judged. */
    private static final Set<String> HANDED_ON = Set.of(
            "bounded: \"$timeout_tool\" -s KILL \"$limit_seconds\" \"$@\"",
            "bounded: \"$@\"",
            "find_timeout: \"$found\" -s KILL \"$limit_seconds\" \"$true_tool\"",
            "fetch: bounded \"$found\" \"$@\"",
            "ask: fetch \"$@\"",
            "ask_daemon: ask \"$@\"",
            "ask_lines: fetch \"$@\"",
            "ask_ip: ask \"ip-j-$ip_suffix\" ip -j \"$@\"",
            "ask_ip: ask \"ip-$ip_suffix\" ip \"$@\"");

    private static final Pattern FOLDERS = Pattern.compile("[a-z]+ \\d( (/[a-z0-9/]+|\"\\$HOME\"))+");
    private static final Pattern REDIRECTION =
            Pattern.compile("[23]?>/dev/null|[12]?>&[123]|</dev/null|<\"\\$[^\"`(]+\"", Pattern.DOTALL);

    private ReadOnlyRules() {}

    /**
     * Judges a script.
     *
     * @throws RefusedScript naming the first line that is not known to be read-only
     */
    static void check(String script) {
        ShellCommands found = ShellCommands.of(script);
        found.commands().forEach(command -> check(command, found.functions()));
    }

    private static void check(Command command, Set<String> functions) {
        for (String redirection : command.redirections()) {
            require(REDIRECTION.matcher(redirection).matches(), command, "writes or reads at " + redirection);
        }
        List<String> words = command.words();
        if (words.isEmpty() || HANDED_ON.contains(command.function() + ": " + String.join(" ", words))) {
            return;
        }
        String name = command.name();
        if (RUNNERS.containsKey(name)) {
            int place = RUNNERS.get(name);
            require(words.size() > place, command, "runs no tool");
            requireTool(words.get(place), command.arguments(place + 1), command);
        } else if (name.equals("ask_ip")) {
            requireTool("ip", command.arguments(2), command);
        } else if (name.equals("nccl_libraries")) {
            require(FOLDERS.matcher(command.arguments(1)).matches(), command, "searches more than folders");
        } else if (BUILT_INS.containsKey(name)) {
            require(matches(BUILT_INS, name, command.arguments(1)), command, name + " in a form that is not allowed");
        } else {
            require(functions.contains(name), command, name + " is not on the list");
        }
    }

    private static void requireTool(String tool, String arguments, Command command) {
        require(TOOLS.containsKey(tool), command, tool + " is not on the list");
        require(matches(TOOLS, tool, arguments), command, tool + " in a form that is not known to be read-only");
    }

    private static boolean matches(Map<String, Pattern> rules, String name, String arguments) {
        Pattern rule = rules.get(name);
        return rule != null && rule.matcher(arguments).matches();
    }

    private static void require(boolean allowed, Command command, String why) {
        if (!allowed) {
            throw new RefusedScript(command + ": " + why);
        }
    }

    private static Map.Entry<String, Pattern> allow(String name, String arguments) {
        return Map.entry(name, Pattern.compile(arguments, Pattern.DOTALL));
    }
}
