package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.counters.CounterMeaning;
import dev.kolo.fabric.counters.CounterReading;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Counters laid out as a table: a device a row and a counter a column, the other way round, or a counter a row with its
 * values before and after. Cells may stand between bars, and numbers may have commas.
 */
public final class CounterMatrixReader implements FormatReader {
    private List<String> header = List.of();
    private Kind kind = Kind.NONE;

    private enum Kind {
        NONE,
        DEVICE_A_ROW,
        COUNTER_A_ROW,
        BEFORE_AND_AFTER
    }

    @Override
    public Claim begin(Line line, Scope scope) {
        List<String> words = cells(line);
        if (words.size() < 2 || words.size() > 80 || line.body().startsWith("#")) {
            return Claim.NO;
        }
        Kind found = kindOf(words);
        if (found == Kind.NONE) {
            return Claim.NO;
        }
        kind = found;
        header = words;
        scope.understood("counter table");
        return Claim.KNOWN;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        List<String> words = cells(line);
        if (kind != Kind.NONE && isRuler(line.body())) {
            return Claim.KNOWN;
        }
        if (kind != Kind.NONE && words.size() == header.size()) {
            Claim claim = row(words, line, scope);
            if (claim.isMine()) {
                return claim;
            }
        }
        return begin(line, scope);
    }

    private static Kind kindOf(List<String> words) {
        String first = words.get(0).toLowerCase(Locale.ROOT);
        List<String> rest = words.subList(1, words.size());
        boolean devices = rest.stream().allMatch(DeviceWords::isRdmaDevice);
        boolean counters = rest.stream().allMatch(CounterMatrixReader::isCounter);
        boolean known = rest.stream().anyMatch(CounterMatrixReader::isKnown);
        return switch (first) {
            case "device", "dev", "port", "hca", "netdev", "interface", "nic", "link" ->
                counters && known ? Kind.DEVICE_A_ROW : Kind.NONE;
            case "counter", "name", "metric" ->
                rest.size() >= 2 && rest.get(0).equals("before") && rest.get(1).equals("after")
                        ? Kind.BEFORE_AND_AFTER
                        : devices ? Kind.COUNTER_A_ROW : Kind.NONE;
            default -> Kind.NONE;
        };
    }

    private Claim row(List<String> words, Line line, Scope scope) {
        List<OptionalLong> values = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            values.add(Words.counter(word.replace(",", "").replace("+", "")));
        }
        return switch (kind) {
            case DEVICE_A_ROW -> deviceRow(words.get(0), values, line, scope);
            case COUNTER_A_ROW -> counterRow(words.get(0), values, line, scope);
            case BEFORE_AND_AFTER -> growth(words.get(0), values, line, scope);
            case NONE -> Claim.NO;
        };
    }

    private Claim deviceRow(String cell, List<OptionalLong> values, Line line, Scope scope) {
        // "rocep1s0f0/1" as rdma writes it; ports of RoCE devices are always 1.
        String name = cell.endsWith("/1") ? cell.substring(0, cell.length() - 2) : cell;
        boolean rdma = DeviceWords.isRdmaDevice(name);
        if (values.stream().anyMatch(OptionalLong::isEmpty) || !rdma && !DeviceWords.isNetdev(name)) {
            return Claim.NO;
        }
        for (int i = 0; i < values.size(); i++) {
            put(name, rdma, header.get(i + 1), values.get(i).getAsLong(), line, scope);
        }
        return Claim.READ;
    }

    private Claim counterRow(String counter, List<OptionalLong> values, Line line, Scope scope) {
        if (!isCounter(counter) || values.stream().anyMatch(OptionalLong::isEmpty)) {
            return Claim.NO;
        }
        for (int i = 0; i < values.size(); i++) {
            put(header.get(i + 1), true, counter, values.get(i).getAsLong(), line, scope);
        }
        return Claim.READ;
    }

    private Claim growth(String counter, List<OptionalLong> values, Line line, Scope scope) {
        if (!isCounter(counter) || values.get(0).isEmpty() || values.get(1).isEmpty()) {
            return Claim.NO;
        }
        long grown = values.get(1).getAsLong() - values.get(0).getAsLong();
        if (grown > 0 && CounterMeaning.of(counter).isPresent()) {
            scope.remark(Remark.Kind.COUNTER_GROWTH, "? " + counter + " " + grown, line.evidence());
        }
        return Claim.READ;
    }

    private static void put(String name, boolean rdma, String counter, long value, Line line, Scope scope) {
        if (rdma) {
            scope.facts().rdmaDevice(name, line.evidence()).counter(counter, value);
        } else {
            scope.facts()
                    .netdev(name, line.evidence())
                    .feature(CounterReading.ETHTOOL_PREFIX + counter, Long.toUnsignedString(value));
        }
        scope.facts().observe(Topic.COUNTERS, Observation.PARTIAL);
    }

    private static boolean isKnown(String word) {
        return CounterMeaning.of(word).isPresent()
                || switch (word) {
                    case "port_xmit_data",
                            "port_rcv_data",
                            "port_xmit_packets",
                            "port_rcv_packets",
                            "sent_pkts",
                            "rcvd_pkts",
                            "tx_bytes_phy",
                            "rx_bytes_phy" -> true;
                    default -> false;
                };
    }

    /** Several words joined by underscores: a counter's name, and no heading of prose. */
    private static boolean isCounter(String word) {
        if (word.indexOf('_') <= 0 || word.length() > 64) {
            return false;
        }
        return word.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_');
    }

    /** The words of a row; bars of Markdown and of psql-like tables are no words. */
    private static List<String> cells(Line line) {
        if (line.body().indexOf('|') < 0) {
            return line.words();
        }
        return line.words().stream().filter(w -> !w.equals("|")).toList();
    }

    private static boolean isRuler(String text) {
        return text.length() > 2
                && text.chars().allMatch(c -> c == '-' || c == '|' || c == '+' || c == ':' || c == ' ' || c == '=');
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        header = List.of();
        kind = Kind.NONE;
    }
}
