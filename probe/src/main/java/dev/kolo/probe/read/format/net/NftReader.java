package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** {@code nft list ruleset}: policy and rules of the chains that forward, in the words of {@code iptables -S}. */
public final class NftReader implements FormatReader {
    private static final Set<String> PLAIN = Set.of("counter", "packets", "bytes", "accept");

    private String chain = "";
    private boolean forwards;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        boolean table = text.startsWith("table ip ") || text.startsWith("table inet ") || text.startsWith("table ip6 ");
        if (table && text.endsWith("{")) {
            scope.understood("nft");
            return Claim.READ;
        }
        if (text.startsWith("chain ") && text.endsWith("{")) {
            chain = text.substring(6, text.length() - 1).strip();
            forwards = chain.equals("FORWARD") || chain.startsWith("DOCKER");
            scope.understood("nft");
            return Claim.READ;
        }
        return Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine()) {
            return claim;
        }
        String text = line.body();
        if (text.equals("}")) {
            chain = "";
            forwards = false;
            return Claim.KNOWN;
        }
        if (chain.isEmpty()) {
            return Claim.NO;
        }
        int hook = text.indexOf("hook forward ");
        int policy = text.indexOf("policy ");
        if (text.startsWith("type filter ") && hook > 0) {
            // A chain may have any name; what counts is where it hangs.
            forwards = true;
            if (policy > 0) {
                String verdict =
                        text.substring(policy + 7).replace(";", "").strip().toUpperCase(Locale.ROOT);
                keep("policy", verdict, line, scope);
            }
            return Claim.READ;
        }
        if (forwards && (text.endsWith(" accept") || text.equals("accept"))) {
            keep("rule", rule(line.words()), line, scope);
            return Claim.READ;
        }
        return Claim.KNOWN;
    }

    private static String rule(List<String> words) {
        StringBuilder rule = new StringBuilder("-A FORWARD");
        boolean other = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if ((word.equals("iifname") || word.equals("oifname")) && i + 1 < words.size()) {
                rule.append(word.startsWith("i") ? " -i " : " -o ")
                        .append(words.get(++i).replace("\"", ""));
            } else {
                other |= !PLAIN.contains(word) && !word.matches("[0-9]+");
            }
        }
        return rule + (other ? " -m more" : "") + " -j ACCEPT";
    }

    private static void keep(String what, String value, Line line, Scope scope) {
        scope.setting("firewall.FORWARD." + what, value, Setting.Source.KERNEL, line.evidence());
        scope.facts().observe(Topic.FIREWALL, Observation.PARTIAL);
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        chain = "";
        forwards = false;
    }
}
