package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.counters.CounterMeaning;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Counters as people tabulate them: bytes by port before and after a change ("rocep1s0f0 0000 65.45 32.20" under a row of
 * names), growth over a test ("rank1 packet_seq_err +4830"), and what was counted under one size of the hairpin queues
 * ("hairpin_queue_size 1024: 100K: 163 rx_out_of_buffer + 50 out_of_sequence").
 */
public final class CounterTableReader implements FormatReader {
    private List<String> columns = List.of();

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.length() > 400 || text.isEmpty() || text.charAt(0) == '#') {
            return Claim.NO;
        }
        List<String> words = line.words();
        if (words.size() >= 3
                && words.size() <= 8
                && words.contains("before")
                && words.contains("after")
                && isPortWord(words.get(0))) {
            columns = List.copyOf(words);
            scope.understood("counter table");
            return Claim.KNOWN;
        }
        if (words.size() > 2 && words.get(0).equals("hairpin_queue_size")) {
            return underQueueSize(words, line, scope);
        }
        return words.size() >= 2 && words.size() <= 5 ? growth(words, line, scope) : Claim.NO;
    }

    /** Of each counter the most that was counted; "64 at 960K" names none and is passed over. */
    private static Claim underQueueSize(List<String> words, Line line, Scope scope) {
        String size = words.get(1).endsWith(":")
                ? words.get(1).substring(0, words.get(1).length() - 1)
                : "";
        if (Words.number(size).isEmpty()) {
            return Claim.NO;
        }
        Map<String, Long> most = new TreeMap<>();
        for (int i = 3; i < words.size(); i++) {
            String counter = words.get(i).replace(";", "").replace(",", "");
            OptionalLong count = Words.longNumber(words.get(i - 1).replace("+", ""));
            if (count.isPresent() && CounterMeaning.of(counter).isPresent()) {
                most.merge(counter, count.getAsLong(), Math::max);
            }
        }
        most.forEach((counter, count) -> scope.remark(
                Remark.Kind.COUNTER_GROWTH,
                "hairpin_queue_size=" + size + " " + counter + " " + count,
                line.evidence()));
        scope.understood("counter growth");
        return most.isEmpty() ? Claim.KNOWN : Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        List<String> words = line.words();
        if (!columns.isEmpty() && words.size() == columns.size() && Names.isHostLike(words.get(0))) {
            return row(words, line, scope);
        }
        return begin(line, scope);
    }

    private static boolean isPortWord(String word) {
        return switch (word.toLowerCase(java.util.Locale.ROOT)) {
            case "port", "device", "dev", "hca", "netdev", "interface", "nic" -> true;
            default -> false;
        };
    }

    private Claim row(List<String> words, Line line, Scope scope) {
        String before = words.get(columns.indexOf("before"));
        String after = words.get(columns.indexOf("after"));
        if (!isDecimal(before) || !isDecimal(after)) {
            return Claim.NO;
        }
        scope.remark(Remark.Kind.TRAFFIC, words.get(0) + " " + before + " " + after, line.evidence());
        int root = columns.indexOf("root");
        if (root > 0 && DeviceWords.isRdmaDevice(words.get(0))) {
            RdmaDeviceBuilder device = scope.facts().rdmaDevice(words.get(0), line.evidence());
            device.parameter("root", words.get(root));
        }
        return Claim.READ;
    }

    /** "[subject] counter +n": growth; "=n" is what a fresh counter stood at; "counter a -> b", "counter += n". */
    private static Claim growth(List<String> words, Line line, Scope scope) {
        int at = counterAt(words);
        if (at < 0 || at + 1 >= words.size()) {
            return Claim.NO;
        }
        OptionalLong grown = amount(words.subList(at + 1, words.size()));
        if (grown.isEmpty()) {
            return Claim.NO;
        }
        String subject = at == 0 ? "?" : words.get(0).replace(":", "");
        scope.remark(
                Remark.Kind.COUNTER_GROWTH,
                subject + " " + bare(words.get(at)) + " " + grown.getAsLong(),
                line.evidence());
        scope.understood("counter growth");
        return Claim.READ;
    }

    private static int counterAt(List<String> words) {
        for (int i = 0; i < Math.min(2, words.size()); i++) {
            if (CounterMeaning.of(bare(words.get(i))).isPresent()) {
                return i;
            }
        }
        return -1;
    }

    private static String bare(String word) {
        return word.replace(":", "").replace(",", "");
    }

    /** "+4830", "=8", "+= 51", "12 -> 63", "12->63", "12 → 63"; a value alone tells no growth. */
    private static OptionalLong amount(List<String> words) {
        String text = String.join("", words).replace("→", "->").replace(",", "");
        int arrow = text.indexOf("->");
        if (arrow > 0) {
            OptionalLong from = Words.longNumber(text.substring(0, arrow));
            OptionalLong to = Words.longNumber(text.substring(arrow + 2));
            return from.isPresent() && to.isPresent() && to.getAsLong() >= from.getAsLong()
                    ? OptionalLong.of(to.getAsLong() - from.getAsLong())
                    : OptionalLong.empty();
        }
        String number = text.startsWith("+=")
                ? text.substring(2)
                : text.startsWith("+") || text.startsWith("=") ? text.substring(1) : "";
        return Words.longNumber(number);
    }

    private static boolean isDecimal(String word) {
        boolean digit = false;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            digit |= c >= '0' && c <= '9';
            if ((c < '0' || c > '9') && c != '.') {
                return false;
            }
        }
        return digit && word.length() <= 20;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        columns = List.of();
    }
}
