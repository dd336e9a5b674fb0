package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.format.net.AddressWords;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Addresses as people list them: "enp1s0f0np0 10.10.0.10/24", "n0 enp1s0f0np0 10.41.13.1/30   n1 enp1s0f1np1
 * 10.41.13.2/30", a cable's number in front, a remark behind.
 */
public final class AddressListReader implements FormatReader {
    /** One address with its netdev and, where the line says it, its host. */
    private record Entry(Optional<String> host, String netdev, NetAddress address) {}

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.indexOf('/') < 0 || text.indexOf('.') < 0 || text.length() > 1000) {
            return Claim.NO;
        }
        int colon = text.indexOf(": ");
        Optional<String> owner = colon > 0 ? numberedHost(text.substring(0, colon)) : Optional.empty();
        List<Entry> entries =
                owner.isPresent() ? entries(Words.of(text.substring(colon + 2)), line) : entries(line.words(), line);
        for (Entry entry : entries) {
            Scope host = entry.host.or(() -> owner).map(scope::host).orElse(scope);
            host.facts().netdev(entry.netdev, line.evidence()).address(entry.address);
            host.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
        }
        if (entries.isEmpty()) {
            return Claim.NO;
        }
        scope.understood("list of addresses");
        return Claim.READ;
    }

    /** "Spark 1" before a colon. */
    private static Optional<String> numberedHost(String before) {
        List<String> words = Words.of(before);
        boolean numbered = words.size() == 2
                && Words.number(words.get(1)).isPresent()
                && Names.isSurelyHost(words.get(0) + words.get(1));
        return numbered ? Optional.of(before) : Optional.empty();
    }

    /** The entries of a line that holds nothing else; empty when anything does not fit. */
    private static List<Entry> entries(List<String> all, Line line) {
        List<String> words = all.stream().filter(w -> !w.equals("=")).toList();
        List<Entry> entries = new ArrayList<>();
        int i = words.size() > 3 && isLabel(words.get(0)) ? 1 : 0;
        while (i < words.size()) {
            String word = words.get(i);
            if (!entries.isEmpty() && (word.startsWith("(") || word.startsWith("#"))) {
                break;
            }
            if (!entries.isEmpty() && isArrow(word)) {
                i++;
                continue;
            }
            Optional<NetAddress> second = address(words, i + 1, line);
            Optional<NetAddress> third = address(words, i + 2, line);
            if (second.isPresent() && isNetdev(word)) {
                entries.add(new Entry(Optional.empty(), netdev(word), second.get()));
                i += 2;
            } else if (third.isPresent() && Names.isHostLike(host(word)) && isNetdev(words.get(i + 1))) {
                entries.add(new Entry(Optional.of(host(word)), netdev(words.get(i + 1)), third.get()));
                i += 3;
            } else {
                return List.of();
            }
        }
        return entries;
    }

    private static Optional<NetAddress> address(List<String> words, int index, Line line) {
        if (index >= words.size()) {
            return Optional.empty();
        }
        String word = words.get(index);
        word = word.endsWith(",") || word.endsWith(";") ? word.substring(0, word.length() - 1) : word;
        return AddressWords.live(word, Optional.empty(), line.evidence())
                .filter(a -> a.prefixLength().isPresent())
                .filter(a -> a.subnet().isEmpty()
                        || a.prefixLength().getAsInt() >= 31
                        || !a.subnet().get().network().equals(a.address()));
    }

    /** A cable's number or name in front of a row. */
    private static boolean isLabel(String word) {
        String bare = word.endsWith(":") || word.endsWith(".") ? word.substring(0, word.length() - 1) : word;
        bare = bare.startsWith("c") || bare.startsWith("C") || bare.startsWith("#") ? bare.substring(1) : bare;
        return Words.number(bare).isPresent();
    }

    private static boolean isArrow(String word) {
        return switch (word) {
            case "<->", "<-->", "--", "-", "->", "↔", "→", "to", "and", "|" -> true;
            default -> false;
        };
    }

    private static String netdev(String word) {
        return word.endsWith(":") || word.endsWith("=") ? word.substring(0, word.length() - 1) : word;
    }

    private static String host(String word) {
        return word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
    }

    private static boolean isNetdev(String word) {
        String name = netdev(word);
        return DeviceWords.isNetdev(name)
                || DeviceWords.canBeNetdev(name)
                        && name.chars().anyMatch(Character::isDigit)
                        && Names.ip(name).isEmpty()
                        && name.indexOf('.') < 0
                        && name.indexOf('=') < 0;
    }
}
