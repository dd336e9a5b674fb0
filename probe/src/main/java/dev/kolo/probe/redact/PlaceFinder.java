package dev.kolo.probe.redact;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds names by the place where they stand: prompts, the prefixes of logs, fields called "hostname", home folders, e-mail
 * addresses, search domains, Wi-Fi lists. What it finds once is known everywhere.
 */
final class PlaceFinder implements Finder {
    private static final String NAME = "([A-Za-z0-9][A-Za-z0-9._-]*)";
    private static final String USER = "([A-Za-z_][A-Za-z0-9._-]*)";
    private static final String DOMAIN = "[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+";

    /**
     * A place.
     *
     * @param needed a text that every such line contains
     * @param pattern the place, with a group for each name
     * @param sorts what the groups are
     */
    private record Place(String needed, Pattern pattern, List<Sort> sorts) {
        Place(String needed, String pattern, Sort... sorts) {
            this(needed, Pattern.compile(pattern), List.of(sorts));
        }
    }

    private static final List<Place> PLACES = List.of(
            new Place(
                    "@",
                    "^\\s*(?:\\([^)]{1,40}\\)\\s*)?\\[?" + USER + "@" + NAME
                            + "(?=[:\\s\\]~])[^$#%❯>]{0,120}[$#%❯>](?:\\s|$)",
                    Sort.USER,
                    Sort.HOST),
            new Place(":", "^" + NAME + ":[~/][^$#=]{0,100}[$#](?: |$)", Sort.HOST),
            new Place(
                    ":",
                    "(?:^|[\\s|\\])>])" + NAME + ":\\d+:\\d+ \\[\\d*\\] (?:NCCL|\\S+\\.(?:cc|cpp|h|cu):\\d+)",
                    Sort.HOST),
            new Place(
                    ": ",
                    "^(?:<\\d+>)?(?:[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d|\\d{4}-\\d\\d-\\d\\dT[\\d:.+Z-]+) "
                            + NAME + " [\\w./()@-]+(?:\\[\\d+\\])?: ",
                    Sort.HOST),
            new Place("Linux ", "^(?:uname -a: *)?Linux " + NAME + " \\d+\\.\\d+", Sort.HOST),
            new Place(
                    "name",
                    "(?i)(?:\\bhostname|\\bnodename|\\bsys(?:tem)?name|\\bhost name)[\"']?(?: of this machine)?\\s*[:=]\\s*"
                            + "[\"']?" + NAME,
                    Sort.HOST),
            new Place("home/", "/home/([A-Za-z0-9._-]+)", Sort.USER),
            new Place("Users", "[/\\\\]Users[/\\\\]+([A-Za-z0-9._-]+)", Sort.USER),
            new Place("=", "(?:^|[\\s\"'])(?:USER|LOGNAME|SUDO_USER|USERNAME)=[\"']?([^\\s\"';,]+)", Sort.USER),
            new Place(
                    "ser",
                    "(?i)\\b(?:ssh_user|remote_user|ansible_user|user(?:_?name)?)[\"']?\\s*[:=]\\s*[\"']?" + USER,
                    Sort.USER),
            new Place("id=", "\\b[ug]id=\\d+\\(([^)]{1,64})\\)", Sort.USER),
            new Place("@", "(?<![\\w.%+-])" + USER + "@((?:\\d{1,3}\\.){3}\\d{1,3})(?![\\w.])", Sort.USER, Sort.IPV4),
            new Place(
                    "@",
                    "\\b(?:ssh|scp|rsync|sftp|ssh-copy-id)\\b[^|;&]*?\\s" + USER + "@" + NAME,
                    Sort.USER,
                    Sort.HOST),
            new Place("ssh ", "\\bssh\\b[^|;&]*?\\s-l\\s+" + USER, Sort.USER),
            new Place("Host", "^\\s*Host(?:Name)?\\s+" + NAME + "\\s*$", Sort.HOST),
            new Place("User ", "^\\s*User\\s+" + USER + "\\s*$", Sort.USER),
            new Place("://", "://(" + DOMAIN + ")", Sort.DOMAIN),
            new Place("search", "^\\s*search\\s+(" + DOMAIN + ")", Sort.DOMAIN),
            new Place("omain", "(?i)\\b(?:dns )?domains?\\s*[:=]?\\s+~?(" + DOMAIN + ")", Sort.DOMAIN),
            new Place("ssid", "(?i)\\be?ssid[\"']?\\s*[:=]\\s*[\"']?([^\"'\\s][^\"']*)", Sort.NETWORK),
            new Place("wifi", "^(\\S.*?)\\s{2,}[0-9a-fA-F-]{36}\\s+wifi\\b", Sort.NETWORK),
            new Place("wifi", "^\\S+\\s+wifi\\s+connect(?:ed|ing)[^\\s]*\\s+(\\S.*?)\\s*$", Sort.NETWORK));

    private static final Pattern MAIL =
            Pattern.compile("(?<![\\w.%+-])([A-Za-z0-9][A-Za-z0-9._%+-]*)@(" + DOMAIN + ")");
    private static final Pattern HOST_LIST = Pattern.compile(
            "(?:\\bMASTER_ADDR|\\bHEAD_(?:ADDR|HOST|NODE)|\\bRAY_ADDRESS|\\bS(?:LURM_JOB_)?NODELIST|--dist-init-addr|--master[_-]addr"
                    + "|--head(?:-host)?|--hosts?|--nodelist|\\bhosts:|-H)[=\\s]+[\"']?([A-Za-z0-9][A-Za-z0-9._:-]*(?:, ?[A-Za-z0-9][A-Za-z0-9._:-]*)*)");

    private boolean inHostsFile;
    private int accessPoints = -1;
    private int networkNames = -1;

    @Override
    public void find(Spans spans) {
        String line = spans.line();
        String lower = line.toLowerCase(Locale.ROOT);
        for (Place place : PLACES) {
            if (line.contains(place.needed()) || lower.contains(place.needed())) {
                Matcher matcher = place.pattern().matcher(line);
                while (matcher.find()) {
                    for (int group = 1; group <= place.sorts().size(); group++) {
                        claim(
                                spans,
                                matcher.start(group),
                                matcher.end(group),
                                place.sorts().get(group - 1));
                    }
                }
            }
        }
        if (line.indexOf('@') > 0) {
            mail(spans);
        }
        hostList(spans);
        hostsFile(spans);
        accessPoint(spans);
    }

    private static void claim(Spans spans, int start, int end, Sort sort) {
        String value = spans.line().substring(start, end);
        switch (sort) {
            case HOST -> host(spans, start, value);
            case USER -> {
                if (Word.isUser(value)) {
                    spans.claim(start, end, Sort.USER);
                }
            }
            case DOMAIN -> {
                if (Word.isPrivateDomain(value) && !isNumeric(value)) {
                    spans.claim(start, end, Sort.DOMAIN);
                }
            }
            case NETWORK -> {
                if (!value.equals("--") && !value.equals("off/any")) {
                    spans.claim(start, end, Sort.NETWORK);
                }
            }
            default -> {}
        }
    }

    /** A host's name, and the domain behind it. */
    static void host(Spans spans, int start, String value) {
        int dot = value.indexOf('.');
        String label = dot > 0 ? value.substring(0, dot) : value;
        if (isNumeric(value) || !Word.isHost(value) || !Word.isHost(label)) {
            return;
        }
        spans.claim(start, start + label.length(), Sort.HOST);
        if (dot > 0 && Word.isPrivateDomain(value.substring(dot + 1))) {
            spans.claim(start + dot + 1, start + value.length(), Sort.DOMAIN);
        }
    }

    private static boolean isNumeric(String value) {
        return value.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.');
    }

    private static void mail(Spans spans) {
        Matcher matcher = MAIL.matcher(spans.line());
        while (matcher.find()) {
            String domain = matcher.group(2);
            String last = domain.substring(domain.lastIndexOf('.') + 1);
            boolean netdevs = !last.chars().allMatch(Character::isLetter) || last.length() < 2;
            if (!netdevs && !isUnit(last)) {
                claim(spans, matcher.start(1), matcher.end(1), Sort.USER);
                claim(spans, matcher.start(2), matcher.end(2), Sort.DOMAIN);
            }
        }
    }

    /** systemd's instances look like mail: getty@tty1.service. */
    private static boolean isUnit(String ending) {
        return switch (ending) {
            case "service", "socket", "target", "timer", "slice", "mount", "scope", "device", "path" -> true;
            default -> false;
        };
    }

    private static void hostList(Spans spans) {
        Matcher matcher = HOST_LIST.matcher(spans.line());
        while (matcher.find()) {
            int at = matcher.start(1);
            for (String item : matcher.group(1).split("(?<=,)", -1)) {
                String name = item.replace(",", "").strip();
                int colon = name.indexOf(':');
                int skipped = item.indexOf(name);
                host(spans, at + Math.max(0, skipped), colon > 0 ? name.substring(0, colon) : name);
                at += item.length();
            }
        }
    }

    /** Lines of /etc/hosts: after the one for localhost, and while each begins with an address. */
    private void hostsFile(Spans spans) {
        String line = spans.line();
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        int blank = 0;
        while (blank < line.length() && line.charAt(blank) > ' ') {
            blank++;
        }
        String first = line.substring(0, blank);
        boolean address = dev.kolo.probe.read.text.Names.ip(first).isPresent();
        boolean localhost = address && line.indexOf("localhost", blank) > 0;
        inHostsFile = address && (inHostsFile || localhost);
        if (!inHostsFile || first.equals("::1") || first.startsWith("ff02:") || first.startsWith("fe00:")) {
            return;
        }
        int at = blank;
        while (at < line.length() && line.charAt(at) != '#') {
            int start = at;
            while (at < line.length() && line.charAt(at) > ' ' && line.charAt(at) != '#') {
                at++;
            }
            if (at > start) {
                host(spans, start, line.substring(start, at));
            } else {
                at++;
            }
        }
    }

    /** The keys below "access-points:" in netplan are names of Wi-Fi networks. */
    private void accessPoint(Spans spans) {
        String line = spans.line();
        String body = line.stripLeading();
        int indent = line.length() - body.length();
        if (body.startsWith("access-points:")) {
            accessPoints = indent;
            networkNames = -1;
        } else if (accessPoints >= 0 && !body.isEmpty()) {
            int colon = body.lastIndexOf(':');
            if (indent <= accessPoints) {
                accessPoints = -1;
                return;
            }
            networkNames = networkNames < 0 ? indent : networkNames;
            if (colon > 0 && indent == networkNames) {
                boolean quoted = body.charAt(0) == '"' || body.charAt(0) == '\'';
                int from = indent + (quoted ? 1 : 0);
                spans.claim(from, indent + colon - (quoted ? 1 : 0), Sort.NETWORK);
            }
        }
    }
}
