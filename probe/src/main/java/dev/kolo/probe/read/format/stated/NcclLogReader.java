package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lines of an NCCL log (2.27 to 2.32) that checks on facts need: settings, devices, the out-of-band netdev, device
 * overrides, advertised listeners. All NCCL line formats belong into this file; the complete reader grows here.
 */
public final class NcclLogReader implements FormatReader {
    private static final String KIND = "NCCL log (in part)";
    private static final String SET_BY = " set by environment to ";
    private static final String SET = " set to ";
    private static final String OVERRIDE = "overriding dev ";

    /** Answers KNOWN even for lines it keeps something of: logs repeat themselves, and each fact is kept once. */
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        int mark = text.indexOf("NCCL INFO ");
        mark = mark < 0 ? text.indexOf("NCCL WARN ") : mark;
        if (mark >= 0 && isLogLine(text, mark)) {
            scope.understood(KIND);
            Scope host = host(text, mark).map(scope::host).orElse(scope);
            return message(text.substring(mark + 10).strip(), text.startsWith("NCCL WARN", mark), line, host);
        }
        String body = text.strip();
        if (body.startsWith("NET/IB") || body.startsWith("NCCL version ")) {
            scope.understood(KIND);
            return message(body, false, line, scope);
        }
        int version = body.indexOf("using nccl==");
        if (version >= 0) {
            scope.understood(KIND);
            scope.remark(Remark.Kind.NCCL_VERSION, version(body.substring(version + 12)), line.evidence());
            return Claim.KNOWN;
        }
        if (body.startsWith("Call to ibv_")) {
            scope.understood(KIND);
            return call(body, line, scope);
        }
        return Claim.NO;
    }

    /** Prose speaks of "zero NCCL WARN" too: before the mark stands nothing, "[0]", or the source line. */
    private static boolean isLogLine(String text, int mark) {
        String before = text.substring(0, mark).stripTrailing();
        String last = before.substring(before.lastIndexOf(' ') + 1);
        return before.isEmpty()
                || last.endsWith("]")
                || last.contains(".cc:")
                || last.contains(".cu:")
                || last.contains(".h:");
    }

    /** "node-a:315:401 [0] NCCL INFO": host, process, thread. */
    private static Optional<String> host(String text, int mark) {
        String before = text.substring(0, mark);
        Optional<String> first = hostOf(Words.first(before));
        return first.isPresent()
                ? first
                : Words.of(before).stream().flatMap(w -> hostOf(w).stream()).findFirst();
    }

    private static Optional<String> hostOf(String word) {
        int colon = word.indexOf(':');
        int second = word.indexOf(':', colon + 1);
        boolean ids = colon > 0
                && second > colon
                && Words.number(word.substring(colon + 1, second)).isPresent()
                && Words.number(word.substring(second + 1)).isPresent();
        return ids && Names.isHostLike(word.substring(0, colon))
                ? Optional.of(word.substring(0, colon))
                : Optional.empty();
    }

    private static Claim message(String text, boolean warning, Line line, Scope scope) {
        int set = text.indexOf(SET_BY);
        if (set > 0) {
            return setting(text, set, SET_BY.length(), line, scope);
        }
        set = text.indexOf(SET);
        if (set > 0 && text.startsWith("NCCL_")) {
            return setting(text, set, SET.length(), line, scope);
        }
        if (text.startsWith("NET/IB : Using ")) {
            return using(text, line, scope);
        }
        if (text.startsWith("Bootstrap") && text.indexOf("Using ") > 0) {
            return outOfBand(text.substring(text.indexOf("Using ") + 6), line, scope);
        }
        int override = text.indexOf(OVERRIDE);
        if (override >= 0) {
            return override(text.substring(override + OVERRIDE.length()), line, scope);
        }
        int advertised = text.indexOf("advertised=");
        if (text.contains("ListenerRouting") && advertised > 0) {
            scope.remark(
                    Remark.Kind.LISTENERS_ADVERTISED, Words.first(text.substring(advertised + 11)), line.evidence());
            return Claim.KNOWN;
        }
        if (text.startsWith("NCCL version ")) {
            scope.remark(Remark.Kind.NCCL_VERSION, version(text.substring(13)), line.evidence());
            return Claim.KNOWN;
        }
        if (text.contains("Call to ibv_reg_mr")) {
            return call(text, line, scope);
        }
        if (warning) {
            scope.remark(Remark.Kind.ERROR_LINE, text.length() > 200 ? text.substring(0, 200) : text, line.evidence());
            return Claim.KNOWN;
        }
        return Claim.KNOWN;
    }

    /** "2.30.7+cuda13.2" without the quotes and brackets that people put behind it. */
    private static String version(String text) {
        int end = 0;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end)) || "+.-".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        return text.substring(0, end);
    }

    /** "NCCL_IB_GID_INDEX set by environment to 3." and "NCCL_IB_HCA set to roce". */
    private static Claim setting(String text, int at, int length, Line line, Scope scope) {
        String name = text.substring(0, at).strip();
        if (name.indexOf(' ') >= 0 || !name.startsWith("NCCL_")) {
            return Claim.KNOWN;
        }
        String value = text.substring(at + length).strip();
        value = length == SET_BY.length() && value.endsWith(".") ? value.substring(0, value.length() - 1) : value;
        scope.setting(name, value, Setting.Source.PROCESS, line.evidence());
        return Claim.KNOWN;
    }

    /** "NET/IB : Using [0]rocep1s0f1:1/RoCE [1]roceP2p1s0f1:1/RoCE [RO]; OOB enp1s0f1np1:10.100.216.2&lt;0&gt;". */
    private static Claim using(String text, Line line, Scope scope) {
        List<String> devices = new ArrayList<>();
        for (String word : Words.of(text)) {
            int close = word.indexOf(']');
            int end = word.indexOf(':', close + 1);
            if (word.startsWith("[")
                    && close > 1
                    && end > close + 1
                    && Words.number(word.substring(1, close)).isPresent()) {
                devices.add(word.substring(close + 1, end));
            }
        }
        if (!devices.isEmpty()) {
            scope.remark(Remark.Kind.DEVICES_USED, String.join(",", devices), line.evidence());
        }
        int oob = text.indexOf("OOB ");
        return oob > 0 ? outOfBand(text.substring(oob + 4), line, scope) : Claim.KNOWN;
    }

    /** "enp1s0f1np1:10.100.216.2&lt;0&gt;". */
    private static Claim outOfBand(String text, Line line, Scope scope) {
        String word = Words.first(text);
        int end = word.indexOf('<');
        String value = end > 0 ? word.substring(0, end) : word;
        if (value.indexOf(':') > 0) {
            scope.remark(Remark.Kind.OOB_NETDEV, value, line.evidence());
        }
        return Claim.KNOWN;
    }

    /** "2 with dev 0" and, from patched libraries, "3 with dev 2 preserving PCI root pci0002:00". */
    private static Claim override(String text, Line line, Scope scope) {
        List<String> words = Words.of(text);
        if (words.size() < 4 || !words.get(1).equals("with")) {
            return Claim.KNOWN;
        }
        String root = Words.after(words, "root").map(r -> " " + r).orElse("");
        scope.remark(Remark.Kind.DEVICE_OVERRIDE, words.get(0) + " " + words.get(3) + root, line.evidence());
        return Claim.KNOWN;
    }

    /** "Call to ibv_reg_mr_iova2 failed with error Cannot allocate memory". */
    private static Claim call(String text, Line line, Scope scope) {
        int at = text.indexOf("Call to ");
        String call = Words.first(text.substring(at + 8));
        if (call.startsWith("ibv_reg_mr") && text.contains("Cannot allocate memory")) {
            scope.remark(Remark.Kind.REG_MR_ENOMEM, call, line.evidence());
        } else {
            scope.remark(Remark.Kind.ERROR_LINE, text.length() > 200 ? text.substring(0, 200) : text, line.evidence());
        }
        return Claim.KNOWN;
    }
}
