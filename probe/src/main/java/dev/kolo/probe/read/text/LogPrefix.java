package dev.kolo.probe.read.text;

import java.util.Optional;

/**
 * One layer of what loggers put before a line: time stamps, ranks, process names, container names. Only forms that are
 * known are taken away, so that a table which begins with a number or a bracket stays whole.
 *
 * @param host the host that the layer names, as journald does
 * @param rest the line without the layer; the line itself when there is none
 */
record LogPrefix(Optional<String> host, String rest) {
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    static LogPrefix of(String text) {
        if (text.isEmpty()) {
            return none(text);
        }
        char first = text.charAt(0);
        int end = -1;
        if (first == '(') {
            end = process(text);
        } else if (first == '[') {
            end = bracket(text);
        } else if (isDigit(first)) {
            end = time(text);
            if (end > 0) {
                return afterTime(text, end);
            }
        } else if (first == 't' && text.startsWith("t=") && !isRecordOfAChange(text)) {
            end = clock(text);
        } else if (first >= 'A' && first <= 'Z') {
            int syslog = syslogTime(text);
            if (syslog > 0) {
                return afterTime(text, syslog);
            }
            end = level(text);
        }
        if (end < 0) {
            end = container(text);
        }
        return end < 0 ? none(text) : new LogPrefix(Optional.empty(), text.substring(end));
    }

    private static LogPrefix none(String text) {
        return new LogPrefix(Optional.empty(), text);
    }

    /** "(Worker_TP0 pid=123) ", "(EngineCore_DP0 pid=99) ", "(RayWorkerWrapper pid=12, ip=10.0.0.2) ". */
    private static int process(String text) {
        int close = text.indexOf(')');
        if (close < 0 || close > 120 || text.indexOf("pid=") < 0 || text.indexOf("pid=") > close) {
            return -1;
        }
        return skipBlank(text, close + 1);
    }

    /** "[TP0 EP0] ", "[rank3]: ", "[2026-09-01 12:00:00] ", "[2026-09-01 12:00:00 TP0] ", dmesg's "[   12.345678] ". */
    private static int bracket(String text) {
        int close = text.indexOf(']');
        if (close < 0 || close > 60) {
            return -1;
        }
        String inside = text.substring(1, close).strip();
        if (!isStamp(inside) && !isRanks(inside)) {
            return -1;
        }
        int end = close + 1;
        if (end < text.length() && text.charAt(end) == ':') {
            end++;
        }
        return skipBlank(text, end);
    }

    private static boolean isStamp(String inside) {
        if (inside.length() < 8 || !isDigit(inside.charAt(0))) {
            return false;
        }
        int digits = 0;
        for (int i = 0; i < inside.length(); i++) {
            digits += isDigit(inside.charAt(i)) ? 1 : 0;
        }
        boolean dated = inside.indexOf(':') > 0 && (inside.indexOf('-') > 0 || inside.indexOf('/') > 0);
        return digits >= 6
                && (dated
                        || inside.indexOf('.') > 0
                                && Words.first(inside).length() == inside.length()
                                && inside.indexOf(':') < 0
                                && isDecimal(inside));
    }

    private static boolean isDecimal(String inside) {
        int dots = 0;
        for (int i = 0; i < inside.length(); i++) {
            dots += inside.charAt(i) == '.' ? 1 : 0;
            if (inside.charAt(i) != '.' && !isDigit(inside.charAt(i))) {
                return false;
            }
        }
        return dots == 1;
    }

    /** Words that are a letter pair and a number: TP0, EP1, DP0, PP2, rank3. */
    private static boolean isRanks(String inside) {
        if (inside.isEmpty()) {
            return false;
        }
        for (String word : Words.of(inside)) {
            String letters = word;
            while (!letters.isEmpty() && isDigit(letters.charAt(letters.length() - 1))) {
                letters = letters.substring(0, letters.length() - 1);
            }
            boolean known = switch (letters) {
                case "TP", "EP", "DP", "PP", "CP", "SP", "DCP", "rank", "Rank" -> true;
                default -> false;
            };
            if (!known || letters.length() == word.length()) {
                return false;
            }
        }
        return true;
    }

    /** "2026-09-01T12:00:00.123Z ", "2026-09-01 12:00:00,123 ", "2026/09/01 12:00:00 ", "12:00:00.123 ". */
    private static int time(String text) {
        int at = 0;
        if (matches(text, 0, "dddd-dd-dd") || matches(text, 0, "dddd/dd/dd")) {
            at = 10;
            if (at >= text.length() || text.charAt(at) != 'T' && text.charAt(at) != ' ') {
                return -1;
            }
            at++;
        }
        return clockTime(text, at);
    }

    private static int clockTime(String text, int from) {
        if (!matches(text, from, "dd:dd:dd")) {
            return -1;
        }
        int at = from + 8;
        while (at < text.length() && (isDigit(text.charAt(at)) || "+-:.,ZUTC".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        return at < text.length() && text.charAt(at) == ' ' ? skipBlank(text, at) : -1;
    }

    /** In these lines the time is what they are for. */
    private static boolean isRecordOfAChange(String text) {
        return text.contains(" inet ") || text.endsWith("(empty)") || text.contains("netplan apply");
    }

    /** "t=0.98 ": seconds of somebody's own timeline. */
    private static int clock(String text) {
        int end = text.indexOf(' ');
        return end > 2 && isDigit(text.charAt(2)) ? skipBlank(text, end) : -1;
    }

    /** "Sep  1 12:00:00 ". */
    private static int syslogTime(String text) {
        if (text.length() < 16 || text.charAt(3) != ' ' || MONTHS.indexOf(text.substring(0, 3)) % 3 != 0) {
            return -1;
        }
        boolean day = isDigit(text.charAt(5)) && (text.charAt(4) == ' ' || isDigit(text.charAt(4)));
        return day && text.charAt(6) == ' ' ? clockTime(text, 7) : -1;
    }

    /** After a time stamp journald goes on with "HOST IDENT[PID]: ". */
    private static LogPrefix afterTime(String text, int from) {
        int host = text.indexOf(' ', from);
        int ident = host < 0 ? -1 : text.indexOf(": ", host);
        if (ident > 0 && ident - from < 100) {
            String name = text.substring(from, host);
            String program = text.substring(host + 1, ident);
            boolean process = program.endsWith("]") && program.indexOf('[') > 0 || program.equals("kernel");
            if (process && program.indexOf(' ') < 0 && Names.isHostLike(name)) {
                return new LogPrefix(Optional.of(name), text.substring(ident + 2));
            }
        }
        return new LogPrefix(Optional.empty(), text.substring(from));
    }

    /** vLLM's "INFO 09-01 12:00:00 [file.py:12] " and Docker's "INFO:     ". */
    private static int level(String text) {
        int end = text.indexOf(' ');
        if (end < 4 || end > 9) {
            return -1;
        }
        boolean known = switch (text.substring(0, end)) {
            case "INFO", "WARNING", "ERROR", "DEBUG" -> true;
            default -> false;
        };
        int at = skipBlank(text, end);
        if (!known || !matches(text, at, "dd-dd dd:dd:dd")) {
            return -1;
        }
        at = skipBlank(text, at + 14);
        int close = at < text.length() && text.charAt(at) == '[' ? text.indexOf("] ", at) : -1;
        return close > 0 && close - at < 80 ? close + 2 : at;
    }

    /** docker compose's "vllm-1  | ". */
    private static int container(String text) {
        int bar = text.indexOf(" | ");
        if (bar <= 0 || bar > 60 || text.indexOf(" | ", bar + 3) >= 0) {
            return -1;
        }
        String name = text.substring(0, bar).stripTrailing();
        boolean letters = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            letters |= Character.isLetter(c);
            if (!Character.isLetterOrDigit(c) && c != '-' && c != '_' && c != '.') {
                return -1;
            }
        }
        // Only names that compose made end in a counter; anything else may be somebody's table.
        return letters && name.length() > 2 && name.matches(".*[-_]\\d{1,3}") ? bar + 3 : -1;
    }

    /** d stands for a digit. */
    private static boolean matches(String text, int from, String shape) {
        if (from < 0 || text.length() < from + shape.length()) {
            return false;
        }
        for (int i = 0; i < shape.length(); i++) {
            char c = text.charAt(from + i);
            if (shape.charAt(i) == 'd' ? !isDigit(c) : c != shape.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int skipBlank(String text, int from) {
        return from < text.length() && text.charAt(from) == ' ' ? from + 1 : from;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
