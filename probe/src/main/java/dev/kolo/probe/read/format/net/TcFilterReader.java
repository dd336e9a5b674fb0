package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code tc -s filter show}: "filter protocol [34997] pref 11 flower chain 0 handle 0x1", keys and actions below it. */
public final class TcFilterReader implements FormatReader {
    private List<String> header = List.of();
    private Evidence evidence = Evidence.NONE;
    private final Map<String, String> keys = new TreeMap<>();
    private final List<TcFilter.Action> actions = new ArrayList<>();
    private String actionKind = "";
    private final Map<String, String> actionAttributes = new TreeMap<>();
    private long packets = -1;
    private long drops = -1;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (!text.startsWith("filter ") || text.indexOf(" pref ") < 0) {
            return Claim.NO;
        }
        finish(scope);
        header = line.words();
        evidence = line.evidence();
        scope.facts().observe(Topic.FILTERS, Observation.PARTIAL);
        scope.understood("tc filter");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine() || header.isEmpty() || line.indent() == 0) {
            return claim;
        }
        List<String> words = line.words();
        String first = words.get(0);
        if (first.equals("action") && words.size() > 3 && words.get(1).equals("order")) {
            finishAction();
            action(words);
        } else if (first.equals("key") && words.size() > 6 && words.get(1).startsWith("#")) {
            pedit(words);
        } else if (first.equals("Sent")) {
            sent(words);
        } else if (actionKind.isEmpty() && words.size() <= 2) {
            keys.put(first, words.size() == 2 ? words.get(1) : "true");
        } else if (first.equals("in_hw")) {
            keys.put("in_hw", "true");
        } else {
            return actionKind.isEmpty() ? Claim.NO : Claim.KNOWN;
        }
        return Claim.READ;
    }

    /** "action order 3: mirred (Egress Redirect to device enp1s0f1np1) stolen". */
    private void action(List<String> words) {
        actionKind = words.get(3);
        for (int i = 4; i < words.size(); i++) {
            String word = words.get(i).replace("(", "").replace(")", "");
            switch (word) {
                case "Egress", "Ingress" -> actionAttributes.put("direction", word.toLowerCase(java.util.Locale.ROOT));
                case "Redirect", "Mirror" ->
                    actionAttributes.put("mirred_action", word.toLowerCase(java.util.Locale.ROOT));
                case "device" -> {
                    if (i + 1 < words.size()) {
                        actionAttributes.put("to_dev", words.get(++i).replace(")", ""));
                    }
                }
                case "pipe", "stolen", "pass", "drop", "continue" -> actionAttributes.put("control", word);
                default -> {}
            }
        }
    }

    /** "key #0  at eth+4: val 00010000 mask 0000ffff". */
    private void pedit(List<String> words) {
        String key = "key" + words.get(1).substring(1);
        String place = words.get(3).replace(":", "");
        int plus = place.indexOf('+');
        actionAttributes.put(key + ".htype", plus < 0 ? "" : place.substring(0, plus));
        actionAttributes.put(key + ".offset", place.substring(plus + 1));
        Words.after(words, "val").ifPresent(v -> actionAttributes.put(key + ".val", TcJson.hex(v)));
        Words.after(words, "mask").ifPresent(m -> actionAttributes.put(key + ".mask", TcJson.hex(m)));
        actionAttributes.put(key + ".cmd", words.contains("add") ? "add" : "set");
    }

    /** "Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0)". */
    private void sent(List<String> words) {
        int pkt = words.indexOf("pkt");
        packets = pkt > 0 ? Words.longNumber(words.get(pkt - 1)).orElse(-1) : -1;
        int dropped = words.indexOf("(dropped");
        drops = dropped > 0 && dropped + 1 < words.size()
                ? Words.longNumber(words.get(dropped + 1).replace(",", "")).orElse(-1)
                : -1;
    }

    private void finishAction() {
        if (!actionKind.isEmpty()) {
            actions.add(new TcFilter.Action(actionKind, actionAttributes, packets, drops));
        }
        actionKind = "";
        actionAttributes.clear();
        packets = -1;
        drops = -1;
    }

    /** A header without keys and actions is the summary row that tc prints before the filters of a preference. */
    private void finish(Scope scope) {
        finishAction();
        if (!header.isEmpty() && (!keys.isEmpty() || !actions.isEmpty())) {
            int kind = header.indexOf("pref") + 2;
            scope.facts()
                    .filter(new TcFilter(
                            Words.after(header, "dev").orElseGet(() -> TcJson.netdev(scope)),
                            TcJson.hook(Words.after(header, "parent").orElse(""), scope, header.contains("egress")),
                            TcJson.protocol(Words.after(header, "protocol").orElse("all")),
                            Words.after(header, "pref")
                                    .map(p -> Words.number(p).orElse(0))
                                    .orElse(0),
                            kind < header.size() ? header.get(kind) : "",
                            Words.after(header, "handle").orElse(""),
                            keys,
                            actions,
                            evidence));
        }
        header = List.of();
        keys.clear();
        actions.clear();
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        finish(scope);
    }
}
