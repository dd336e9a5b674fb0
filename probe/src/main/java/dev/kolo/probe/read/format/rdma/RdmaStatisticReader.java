package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * {@code rdma statistic show}: "link rocep1s0f0/1 rx_write_requests 0 … out_of_sequence 5 …", all on one line, or wrapped by
 * whoever pasted it.
 */
public final class RdmaStatisticReader implements FormatReader {
    private String device = "";

    @Override
    public Claim begin(Line line, Scope scope) {
        List<String> words = line.words();
        if (words.size() < 4 || !words.get(0).equals("link")) {
            return Claim.NO;
        }
        String subject = words.get(1);
        int slash = subject.indexOf('/');
        OptionalInt port = slash > 0 ? Words.number(subject.substring(slash + 1)) : OptionalInt.empty();
        if (port.isEmpty() || Words.counter(words.get(3)).isEmpty() || !isName(words.get(2))) {
            return Claim.NO;
        }
        device = subject.substring(0, slash);
        scope.facts().rdmaDevice(device, line.evidence()).port(port.getAsInt());
        scope.understood("rdma statistic");
        return pairs(words.subList(2, words.size()), line, scope);
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        List<String> words = line.words();
        boolean goesOn = !claim.isMine()
                && !device.isEmpty()
                && words.size() > 1
                && isName(words.get(0))
                && Words.counter(words.get(1)).isPresent();
        return goesOn ? pairs(words, line, scope) : claim;
    }

    private Claim pairs(List<String> words, Line line, Scope scope) {
        RdmaDeviceBuilder builder = scope.facts().rdmaDevice(device, line.evidence());
        for (int i = 0; i + 1 < words.size(); i += 2) {
            OptionalLong value = Words.counter(words.get(i + 1));
            if (value.isEmpty() || !isName(words.get(i))) {
                break;
            }
            builder.counter(words.get(i), value.getAsLong());
        }
        scope.facts().observe(Topic.COUNTERS, Observation.PARTIAL);
        return Claim.READ;
    }

    /** A counter's name: small letters, digits and underscores. */
    static boolean isName(String word) {
        if (word.length() < 3 || word.length() > 64 || word.charAt(0) < 'a' || word.charAt(0) > 'z') {
            return false;
        }
        return word.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_');
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        device = "";
    }
}
