package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.OptionalInt;

/**
 * {@code ping} over IPv4: how large the packets were and how many were lost. People ping with large packets
 * ({@code ping -M do -s 8972}) to learn whether jumbo frames pass.
 */
public final class PingReader implements FormatReader {
    private String target = "";
    private int bytes;

    @Override
    public Claim begin(Line line, Scope scope) {
        List<String> words = line.words();
        if (words.size() < 4 || !words.get(0).equals("PING") || !line.body().contains("bytes of data")) {
            return Claim.NO;
        }
        target = words.get(2).startsWith("(") ? inBrackets(words.get(2)) : words.get(1);
        bytes = size(words);
        if (Ipv4Address.parse(target).isEmpty() || bytes == 0) {
            target = "";
            return Claim.NO;
        }
        scope.understood("ping");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine() || target.isEmpty()) {
            return claim;
        }
        String text = line.body();
        if (text.contains("packets transmitted")) {
            percentLost(line.words()).ifPresent(lost -> remark(scope, lost, line.evidence()));
            target = "";
            return Claim.READ;
        }
        boolean known = text.startsWith("ping: ")
                || text.startsWith("From ")
                || text.startsWith("---")
                || text.contains(" bytes from ")
                || text.startsWith("rtt ");
        return known ? Claim.KNOWN : Claim.NO;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        target = "";
    }

    private void remark(Scope scope, int lost, Evidence evidence) {
        scope.remark(Remark.Kind.PING, target + " " + bytes + " " + lost, evidence);
    }

    /** "8972(9000)" stands for payload and the whole IP packet; the packet counts. */
    private static int size(List<String> words) {
        for (String word : words) {
            int open = word.indexOf('(');
            if (open > 0
                    && word.endsWith(")")
                    && Words.number(word.substring(0, open)).isPresent()) {
                return Words.number(word.substring(open + 1, word.length() - 1)).orElse(0);
            }
        }
        return 0;
    }

    private static String inBrackets(String word) {
        int close = word.indexOf(')');
        return close < 0 ? "" : word.substring(1, close);
    }

    /** The percentage before "packet loss"; fractions are cut off, so that 100 means all. */
    private static OptionalInt percentLost(List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).endsWith("%") && words.get(i + 1).equals("packet")) {
                String number = words.get(i).substring(0, words.get(i).length() - 1);
                int point = number.indexOf('.');
                return Words.number(point < 0 ? number : number.substring(0, point));
            }
        }
        return OptionalInt.empty();
    }
}
