package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.format.net.AddressWords;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A netdev's state in a person's words: "enP2p1s0f0np0: link detected 200G, no IPv4, mtu 1500, GID index 3 all-zero". */
public final class StatedStateReader implements FormatReader {
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        int colon = text.indexOf(": ");
        if (colon <= 0 || colon > 20 || text.length() > 500 || !DeviceWords.isNetdev(text.substring(0, colon))) {
            return Claim.NO;
        }
        String name = text.substring(0, colon);
        String[] phrases = text.substring(colon + 2).split("[,;]", -1);
        int understood = 0;
        for (String phrase : phrases) {
            understood += isKnown(Words.of(phrase.toLowerCase(Locale.ROOT))) ? 1 : 0;
        }
        if (understood == 0 || understood * 2 < phrases.length) {
            return Claim.NO;
        }
        NetdevBuilder netdev = scope.facts().netdev(name, line.evidence());
        for (String phrase : phrases) {
            apply(Words.of(phrase.toLowerCase(Locale.ROOT)), netdev, line, scope);
        }
        scope.understood("stated port state");
        return Claim.READ;
    }

    private static boolean isKnown(List<String> words) {
        if (words.isEmpty()) {
            return false;
        }
        return switch (words.get(0)) {
            case "link", "mtu", "gid", "ipv4", "speed" -> words.size() > 1;
            case "no" ->
                words.size() > 1
                        && (words.get(1).startsWith("ip")
                                || words.get(1).equals("link")
                                || words.get(1).startsWith("address")
                                || words.get(1).equals("carrier"));
            case "up", "down" -> words.size() == 1;
            default -> words.size() == 1 && AddressWords.isWithPrefix(words.get(0));
        };
    }

    private static void apply(List<String> words, NetdevBuilder netdev, Line line, Scope scope) {
        if (!isKnown(words)) {
            return;
        }
        String last = words.get(words.size() - 1);
        switch (words.get(0)) {
            case "link" -> {
                boolean up = words.contains("detected") && !words.contains("not") || words.contains("up");
                netdev.state(
                        up
                                ? LinkState.UP
                                : words.contains("down") || words.contains("not") ? LinkState.DOWN : LinkState.UNKNOWN);
                speed(last).ifPresent(netdev::speedMbps);
            }
            case "speed" -> speed(last).ifPresent(netdev::speedMbps);
            case "up" -> netdev.state(LinkState.UP);
            case "down" -> netdev.state(LinkState.DOWN);
            case "mtu" -> Words.number(words.get(1)).ifPresent(netdev::mtu);
            case "gid" -> {
                if (words.size() > 3 && words.get(1).equals("index")) {
                    netdev.feature("gid_index_" + words.get(2), last);
                }
            }
            case "no" -> {
                if (words.get(1).equals("link") || words.get(1).equals("carrier")) {
                    netdev.state(LinkState.DOWN);
                } else if (!words.get(1).equals("ipv6")) {
                    netdev.addressesObserved();
                    scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
                }
            }
            default -> {
                AddressWords.live(last, Optional.empty(), line.evidence()).ifPresent(netdev::address);
                scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
            }
        }
    }

    /** "200g", "200gb/s", "200000mb/s": megabits a second. */
    private static Optional<Integer> speed(String word) {
        int end = 0;
        while (end < word.length() && Character.isDigit(word.charAt(end))) {
            end++;
        }
        var number = Words.number(word.substring(0, end));
        if (number.isEmpty() || end == word.length() || number.getAsInt() > 1_000_000) {
            return Optional.empty();
        }
        return switch (word.charAt(end)) {
            case 'g' -> number.getAsInt() <= 2000 ? Optional.of(number.getAsInt() * 1000) : Optional.empty();
            case 'm' -> Optional.of(number.getAsInt());
            default -> Optional.empty();
        };
    }
}
