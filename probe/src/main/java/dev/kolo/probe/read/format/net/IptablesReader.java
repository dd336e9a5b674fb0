package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;

/** The firewall's chains: {@code iptables -S}, {@code iptables -L} and {@code iptables-save}. */
public final class IptablesReader implements FormatReader {
    private String chain = "";
    private boolean showsPorts;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.startsWith("-P ") || text.startsWith("-A ") || text.startsWith("-N ")) {
            return rule(line.words(), text, line, scope);
        }
        if (text.startsWith("Chain ") && text.indexOf('(') > 0) {
            List<String> words = line.words();
            int policy = words.indexOf("(policy");
            chain = words.size() > 1 ? words.get(1) : "";
            showsPorts = false;
            if (policy == 2 && words.size() > 3) {
                policy(words.get(1), words.get(3).replace(")", ""), line, scope);
                return Claim.READ;
            }
            return text.contains("references)") ? known(scope) : Claim.NO;
        }
        if (text.startsWith(":") && text.endsWith("]") && text.indexOf('[') > 0) {
            List<String> words = line.words();
            if (words.size() == 3 && isVerdict(words.get(1))) {
                policy(words.get(0).substring(1), words.get(1), line, scope);
                return Claim.READ;
            }
        }
        return Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine()) {
            return claim;
        }
        String first = Words.first(line.text());
        List<String> words = line.words();
        if (first.equals("target") || first.equals("pkts")) {
            showsPorts = words.contains("in") && words.contains("out");
            return Claim.KNOWN;
        }
        int target = words.indexOf("ACCEPT");
        if (!chain.isEmpty() && target >= 0 && target <= 3) {
            listed(words, target, line, scope);
            return Claim.READ;
        }
        return isVerdict(first) || first.equals("COMMIT") ? Claim.KNOWN : Claim.NO;
    }

    /** A row of {@code iptables -L}; without {@code -v} it does not say for which ports it holds. */
    private void listed(List<String> words, int target, Line line, Scope scope) {
        StringBuilder rule = new StringBuilder("-A " + chain);
        if (showsPorts && target + 4 < words.size()) {
            String in = words.get(target + 3);
            String out = words.get(target + 4);
            rule.append(in.equals("*") || in.equals("any") ? "" : " -i " + in);
            rule.append(out.equals("*") || out.equals("any") ? "" : " -o " + out);
        } else {
            rule.append(" -m ports-not-shown");
        }
        scope.setting("firewall." + chain + ".rule", rule + " -j ACCEPT", Setting.Source.KERNEL, line.evidence());
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        chain = "";
    }

    private static Claim rule(List<String> words, String text, Line line, Scope scope) {
        if (words.size() < 2 || words.get(1).startsWith("-")) {
            return Claim.NO;
        }
        if (words.get(0).equals("-P") && words.size() == 3 && isVerdict(words.get(2))) {
            policy(words.get(1), words.get(2), line, scope);
            return Claim.READ;
        }
        if (words.get(0).equals("-A") && words.contains("-j")) {
            scope.setting("firewall." + words.get(1) + ".rule", text, Setting.Source.KERNEL, line.evidence());
            return known(scope);
        }
        return words.get(0).equals("-N") && words.size() == 2 ? known(scope) : Claim.NO;
    }

    private static void policy(String chain, String verdict, Line line, Scope scope) {
        scope.setting("firewall." + chain + ".policy", verdict, Setting.Source.KERNEL, line.evidence());
        known(scope);
    }

    private static Claim known(Scope scope) {
        scope.facts().observe(Topic.FIREWALL, Observation.PARTIAL);
        scope.understood("iptables");
        return Claim.READ;
    }

    private static boolean isVerdict(String word) {
        return word.equals("ACCEPT") || word.equals("DROP") || word.equals("REJECT") || word.equals("RETURN");
    }
}
