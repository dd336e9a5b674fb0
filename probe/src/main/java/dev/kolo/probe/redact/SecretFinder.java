package dev.kolo.probe.redact;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds keys, tokens and passwords: by the name before them, by the form that their issuer gives them, and in URLs, ssh keys
 * and PEM blocks. Remembers within one text whether a PEM block is open.
 */
final class SecretFinder implements Finder {
    private static final Pattern ISSUED =
            Pattern.compile("(?<![A-Za-z0-9])(?:hf_|sk-|gh[pousr]_|github_pat_|glpat-|xox[abeprs]-"
                    + "|AKIA|ASIA|AIza|ya29\\.|eyJ|npm_|pypi-|dckr_pat_|tskey-|nvapi-|gsk_|r8_|SG\\.|AGE-SECRET-KEY-|tvly-|wandb_v1_)"
                    + "[A-Za-z0-9_.+/-]{8,}=*");
    private static final Pattern SSH_KEY = Pattern.compile(
            "\\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-[a-z0-9-]+|sk-(?:ssh|ecdsa)[A-Za-z0-9@.-]+) (AAAA[A-Za-z0-9+/=]+.*)");
    private static final Pattern FINGERPRINT =
            Pattern.compile("(?:SHA256:[A-Za-z0-9+/]{43}=?|MD5(?::[0-9a-fA-F]{2}){16})");
    private static final Pattern SCHEME = Pattern.compile("\\b(?:[Bb]earer|Basic|Digest) +([A-Za-z0-9._~+/=-]{8,})");
    private static final Pattern USER_INFO = Pattern.compile("://([^/@\\s\"']*:[^/@\\s\"']*)@");
    private static final Pattern TYPED_PASSWORD =
            Pattern.compile("(?:\\bsshpass +-p *|\\bcurl\\b.*? (?:-u|--user) +)(\"[^\"]*\"|'[^']*'|\\S+)");
    private static final Pattern HASHED_HOST = Pattern.compile("\\|1\\|[A-Za-z0-9+/=]+\\|[A-Za-z0-9+/=]+");
    private static final Pattern KEY_LINE =
            Pattern.compile("(?i)(?:private|public|pre-?shared|host) key *: *(\\S{8,})|^peer: +(\\S{40,})");

    private static final Set<String> NO_SECRETS = Set.of(
            "true",
            "false",
            "null",
            "none",
            "yes",
            "no",
            "on",
            "off",
            "auto",
            "unset",
            "(hidden)",
            "(none)",
            "<redacted>",
            "[redacted]",
            "redacted",
            "(unset)",
            "bearer",
            "basic",
            "token",
            "digest",
            "unknown",
            "required",
            "disabled",
            "enabled");
    private static final String ENDS = " \t,;\"'}])<>|&`\\";
    private static final String PEM_BEGIN = "-----BEGIN ";
    private static final String PEM_END = "-----END ";

    private boolean inPem;

    @Override
    public void find(Spans spans) {
        String line = spans.line();
        if (pem(spans)) {
            return;
        }
        claimAll(spans, SSH_KEY, line.contains(" AAAA"), 1);
        claimAll(spans, FINGERPRINT, line.contains("SHA256:") || line.contains("MD5:"), 0);
        claimAll(spans, HASHED_HOST, line.contains("|1|"), 0);
        claimAll(spans, USER_INFO, line.contains("://"), 1);
        claimAll(spans, SCHEME, line.contains("earer ") || line.contains("Basic ") || line.contains("Digest "), 1);
        claimAll(spans, TYPED_PASSWORD, line.contains("sshpass") || line.contains("curl"), 1);
        keyLine(spans);
        named(spans);
        claimAll(spans, ISSUED, true, 0);
    }

    private static void claimAll(Spans spans, Pattern pattern, boolean worthwhile, int group) {
        if (worthwhile) {
            Matcher matcher = pattern.matcher(spans.line());
            while (matcher.find()) {
                spans.claim(matcher.start(group), matcher.end(group), Sort.SECRET);
            }
        }
    }

    private static void keyLine(Spans spans) {
        if (spans.line().contains("ey") || spans.line().startsWith("peer:")) {
            Matcher matcher = KEY_LINE.matcher(spans.line());
            while (matcher.find()) {
                int group = matcher.start(1) >= 0 ? 1 : 2;
                if (!NO_SECRETS.contains(matcher.group(group).toLowerCase(Locale.ROOT))) {
                    spans.claim(matcher.start(group), matcher.end(group), Sort.SECRET);
                }
            }
        }
    }

    /** The inside of a PEM block, on one line or over many; tells whether nothing else is on the line. */
    private boolean pem(Spans spans) {
        String line = spans.line();
        int begin = line.indexOf(PEM_BEGIN);
        int end = line.indexOf(PEM_END, Math.max(0, begin));
        if (begin >= 0) {
            int mark = line.indexOf("-----", begin + PEM_BEGIN.length());
            int body = mark < 0 ? line.length() : mark + 5;
            spans.claim(body, end < 0 ? line.length() : end, Sort.SECRET);
            inPem = end < 0;
            return false;
        }
        if (!inPem) {
            return false;
        }
        String body = line.strip();
        inPem = end < 0 && isPemLine(body);
        if (end > 0 || inPem && !body.isEmpty()) {
            spans.claim(0, end > 0 ? end : line.length(), Sort.SECRET);
        }
        return inPem;
    }

    /** A block that was cut off must not swallow the rest of the text. */
    private static boolean isPemLine(String body) {
        if (body.startsWith("Proc-Type:") || body.startsWith("DEK-Info:")) {
            return true;
        }
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            if (!Finder.isAlphanumeric(c) && "+/=\"',\\".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Values behind a telling name: after = or :, after an option, in NCCL's own words for its environment. */
    private static void named(Spans spans) {
        String line = spans.line();
        int i = 0;
        while (i < line.length()) {
            if (!isNameChar(line.charAt(i))) {
                i++;
                continue;
            }
            int start = i;
            while (i < line.length() && isNameChar(line.charAt(i))) {
                i++;
            }
            if (i - start >= 3 && i - start <= 80 && SecretNames.isSecret(line.substring(start, i))) {
                i = Math.max(i, value(spans, start, i));
            }
        }
    }

    private static boolean isNameChar(char c) {
        return Finder.isWordChar(c) || c == '-' || c == '.';
    }

    /** Claims the value behind a name; gives where to look on. */
    private static int value(Spans spans, int nameStart, int nameEnd) {
        String line = spans.line();
        int at = skip(line, nameEnd, "\\\"'");
        boolean quotedName = at > nameEnd;
        at = skip(line, at, " \t");
        String said = " set by environment to ";
        if (line.startsWith(said, nameEnd)) {
            at = nameEnd + said.length();
        } else if (at < line.length() && (line.charAt(at) == '=' || line.charAt(at) == ':')) {
            at = skip(line, at, "=:>");
            at = skip(line, at, " \t");
        } else if (!line.startsWith("-", nameStart) || at == nameEnd || quotedName) {
            return nameEnd;
        }
        boolean inQuotes = nameStart > 0 && "\"'".indexOf(line.charAt(nameStart - 1)) >= 0 && !quotedName;
        int end = inQuotes ? indexOrEnd(line, line.charAt(nameStart - 1), at) : endOfValue(line, at, nameStart);
        int start = Math.min(end, skip(line, at, "\\\"'"));
        while (end > start && "\"'\\".indexOf(line.charAt(end - 1)) >= 0) {
            end--;
        }
        if (!isHarmless(line.substring(start, end))) {
            spans.claim(start, end, Sort.SECRET);
        }
        return end;
    }

    private static int endOfValue(String line, int at, int nameStart) {
        if (at < line.length()) {
            int quote = skip(line, at, "\\");
            char c = quote < line.length() ? line.charAt(quote) : ' ';
            if (c == '"' || c == '\'') {
                return indexOrEnd(line, c, quote + 1);
            }
        }
        int end = at;
        boolean assignment = at > 0 && line.charAt(at - 1) == '=';
        boolean inQuery = nameStart > 0 && "?&;".indexOf(line.charAt(nameStart - 1)) >= 0;
        String stops = inQuery ? " \t&#\"'<>" : assignment ? " \t" : ENDS;
        while (end < line.length() && stops.indexOf(line.charAt(end)) < 0) {
            end++;
        }
        // "PASSWORD=two words" in a list of variables: all of the line, unless other variables follow on it.
        String before = line.substring(0, nameStart).strip();
        boolean alone = assignment && (before.isEmpty() || before.equals("export"));
        return alone && line.indexOf('=', end) < 0 ? line.length() : end;
    }

    private static boolean isHarmless(String value) {
        // "hf_token=None)": a program's list of its arguments ends here.
        String word = value.strip().toLowerCase(Locale.ROOT).replaceFirst("[)\\]},;]+$", "");
        boolean shortNumber = word.length() <= 4 && word.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.');
        boolean variable = word.startsWith("$") || word.startsWith("${");
        boolean stars = !word.isEmpty() && word.chars().allMatch(c -> c == '*' || c == 'x' || c == '.');
        return word.isEmpty() || shortNumber || variable || stars || NO_SECRETS.contains(word);
    }

    private static int skip(String line, int from, String chars) {
        int i = from;
        while (i < line.length() && chars.indexOf(line.charAt(i)) >= 0) {
            i++;
        }
        return i;
    }

    private static int indexOrEnd(String line, char c, int from) {
        int at = line.indexOf(c, Math.min(from, line.length()));
        return at < 0 ? line.length() : at;
    }
}
