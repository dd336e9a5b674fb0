package dev.kolo.probe.redact;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds serial numbers and asset tags by the label before them, as lspci, ethtool -m, dmidecode and sysfs print it. */
final class SerialFinder implements Finder {
    private static final Pattern LABELLED = Pattern.compile(
            "(?i)(?:\\bserial(?:[ _-]?(?:number|num|no))?|_serial|\\bvendor[ _]sn|\\bs/n|\\[sn\\][^:]*|\\basset[ _-]?tag|_asset_tag"
                    + "|\\bservice[ _-]?tag|\\bmachine[ _-]id)\\.?[\"']?\\s*[:=]\\s*[\"']?([^\\s\"',;][^\"',;]*)");
    private static final Set<String> NOTHING = Set.of(
            "n/a",
            "none",
            "not specified",
            "default string",
            "to be filled by o.e.m.",
            "unknown",
            "0",
            "system serial number",
            "not available",
            "[n/a]",
            "null",
            "not present");

    /** A command whose answer is nothing but the number. */
    private static final Pattern ASKED = Pattern.compile(
            "(?:dmidecode +-s +\\S*(?:serial|uuid|asset)|cat +\\S*/(?:\\w*_serial|\\w*_uuid|machine-id))");

    private boolean isAnswer;

    @Override
    public void find(Spans spans) {
        boolean answer = isAnswer && !spans.line().isBlank();
        isAnswer =
                ASKED.matcher(spans.line()).find() || isAnswer && spans.line().isBlank();
        if (answer && !isAnswer && spans.line().strip().indexOf(' ') < 0) {
            String value = spans.line().strip();
            int at = spans.line().indexOf(value);
            spans.claim(at, at + value.length(), Sort.SERIAL);
        }
        labelled(spans);
    }

    private static void labelled(Spans spans) {
        String lower = spans.line().toLowerCase(Locale.ROOT);
        boolean labelled = lower.contains("serial")
                || lower.contains("sn")
                || lower.contains("s/n")
                || lower.contains("tag")
                || lower.contains("machine");
        if (!labelled) {
            return;
        }
        Matcher matcher = LABELLED.matcher(spans.line());
        while (matcher.find()) {
            String value = matcher.group(1).strip();
            if (!NOTHING.contains(value.toLowerCase(Locale.ROOT))) {
                spans.claim(matcher.start(1), matcher.start(1) + value.length(), Sort.SERIAL);
            }
        }
    }
}
