package dev.kolo.probe.read.text;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Ipv6Address;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Which words can be hosts, and which spellings are the same host. What names devices is in {@link DeviceWords}. */
public final class Names {
    private static final Set<String> HOST_WORDS = Set.of(
            "head",
            "worker",
            "master",
            "server",
            "client",
            "leader",
            "primary",
            "secondary",
            "left",
            "right",
            "alpha",
            "beta",
            "gamma",
            "delta",
            "first",
            "second",
            "third",
            "fourth");
    private static final Set<String> HOST_STEMS = Set.of(
            "spark", "node", "host", "n", "box", "dgx", "gx", "gb", "rank", "worker", "server", "machine", "head",
            "sparky", "unit", "system", "r", "h", "pc", "ws", "s");

    /** Words that people number or put over a paragraph, and that are no machines. */
    private static final Set<String> NO_HOSTS = Set.of(
            "port",
            "ipv",
            "dhcp",
            "table",
            "channel",
            "ring",
            "tree",
            "gpu",
            "device",
            "dev",
            "lane",
            "step",
            "case",
            "cable",
            "plane",
            "link",
            "queue",
            "cpu",
            "numa",
            "test",
            "phase",
            "part",
            "option",
            "figure",
            "level",
            "version",
            "page",
            "section",
            "run",
            "file",
            "line",
            "gid",
            "gids",
            "cuda",
            "python",
            "nccl",
            "roce",
            "before",
            "after",
            "summary",
            "output",
            "result",
            "results",
            "log",
            "logs",
            "environment",
            "env",
            "network",
            "notes",
            "note",
            "facts",
            "counters",
            "config",
            "configuration",
            "hardware",
            "software",
            "topology",
            "setup",
            "cables",
            "cabling",
            "addresses",
            "routes",
            "end",
            "start",
            "done",
            "pair",
            "description",
            "info",
            "warning",
            "error",
            "debug",
            "usage",
            "example",
            "command",
            "commands",
            "hosts",
            "nodes",
            "all",
            "update",
            "total",
            "default",
            "none",
            "true",
            "false",
            "yes",
            "no",
            "up",
            "down",
            "volume",
            "service",
            "stage",
            "attempt",
            "round",
            "layer",
            "appendix",
            "sha",
            "md",
            "utf",
            "tp",
            "ep",
            "dp",
            "pp",
            "attn",
            "text",
            "question",
            "fault",
            "error(s)");

    private Names() {}

    /** Letters, digits, dots, dashes and underscores, as host names are, or an IP address; at most 64 characters. */
    public static boolean isHostLike(String word) {
        if (word.isEmpty() || word.length() > 64 || !Character.isLetterOrDigit(word.charAt(0))) {
            return false;
        }
        boolean letter = false;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c >= 128 || !Character.isLetterOrDigit(c) && c != '-' && c != '_' && c != '.') {
                return ip(word).isPresent();
            }
            letter |= Character.isLetter(c);
        }
        return letter && !word.endsWith(".") && !isFileName(word) || ip(word).isPresent();
    }

    /** A word that says by its form that it names a host: spark1, node-a, n0, head, 10.0.0.1. */
    public static boolean isSurelyHost(String word) {
        if (!isHostLike(word) || DeviceWords.isNetdev(word) || DeviceWords.isRdmaDevice(word)) {
            return false;
        }
        String lower = word.toLowerCase(Locale.ROOT);
        if (HOST_WORDS.contains(lower) || ip(word).isPresent()) {
            return true;
        }
        int end = lower.length();
        while (end > 0 && Character.isDigit(lower.charAt(end - 1))) {
            end--;
        }
        String stem = lower.substring(0, end);
        if (NO_HOSTS.contains(stem) || NO_HOSTS.contains(lower)) {
            return false;
        }
        if (end < lower.length()) {
            return stem.length() > 2 || HOST_STEMS.contains(stem);
        }
        int dash = Math.max(stem.lastIndexOf('-'), stem.lastIndexOf('_'));
        return dash > 0 && (HOST_STEMS.contains(stem.substring(0, dash)) || stem.startsWith("spark"));
    }

    /** A word that people put over a paragraph and that is no machine's name. */
    public static boolean isNoHost(String word) {
        return NO_HOSTS.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Reads either family. */
    public static Optional<IpAddress> ip(String word) {
        if (word.indexOf('.') < 0 && word.indexOf(':') < 0) {
            return Optional.empty();
        }
        Optional<Ipv4Address> v4 = Ipv4Address.parse(word);
        return v4.isPresent() ? v4.map(a -> a) : Ipv6Address.parse(word).map(a -> a);
    }

    /** One form for the spellings of one host: Spark 1, spark-1, SPARK1 and spark1.local are the same. */
    public static String hostKey(String name) {
        String key = name.strip().toLowerCase(Locale.ROOT);
        if (ip(key).isPresent()) {
            return key;
        }
        for (String domain : new String[] {".local", ".lan", ".home", ".localdomain", ".internal", ".home.arpa"}) {
            if (key.endsWith(domain) && key.length() > domain.length()) {
                key = key.substring(0, key.length() - domain.length());
            }
        }
        int digits = key.length();
        while (digits > 0 && Character.isDigit(key.charAt(digits - 1))) {
            digits--;
        }
        int letters = digits;
        while (letters > 0 && " -_".indexOf(key.charAt(letters - 1)) >= 0) {
            letters--;
        }
        for (int i = 0; i < letters; i++) {
            if (!Character.isLetter(key.charAt(i))) {
                return key;
            }
        }
        return digits < key.length() && letters > 0 ? key.substring(0, letters) + key.substring(digits) : key;
    }

    private static boolean isFileName(String word) {
        int dot = word.lastIndexOf('.');
        String end = dot < 0 ? "" : word.substring(dot + 1).toLowerCase(Locale.ROOT);
        return switch (end) {
            case "txt", "log", "json", "yaml", "yml", "md", "out", "conf", "py", "cc", "sh", "c", "so", "gz" -> true;
            default -> false;
        };
    }
}
