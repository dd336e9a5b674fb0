package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code ip -br addr} and {@code ip -br link}: a row a netdev, "enp1s0f0np0  UP  10.10.0.10/24 fe80::…/64". */
public final class IpBriefReader implements FormatReader {
    private boolean fromLoopback;
    private boolean first = true;

    @Override
    public Claim begin(Line line, Scope scope) {
        return row(line, scope, false);
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        return row(line, scope, true);
    }

    private Claim row(Line line, Scope scope, boolean inTable) {
        List<String> words = Words.of(line.text());
        if (words.size() < 2 || !isState(words.get(1))) {
            return Claim.NO;
        }
        String name = LinkWords.name(words.get(0));
        if (!DeviceWords.canBeNetdev(name)) {
            return Claim.NO;
        }
        Optional<MacAddress> mac = words.size() > 2 ? MacAddress.parse(words.get(2)) : Optional.empty();
        List<NetAddress> addresses = addresses(words, line);
        if (mac.isEmpty() && addresses.isEmpty() && !(words.size() == 2 && (inTable || DeviceWords.isNetdev(name)))) {
            return Claim.NO;
        }
        NetdevBuilder netdev = scope.facts().netdev(name, line.evidence());
        netdev.state(LinkWords.state(words.get(1)));
        if (first) {
            fromLoopback = name.equals("lo");
            first = false;
        }
        if (mac.isPresent()) {
            mac.ifPresent(netdev::mac);
            if (words.size() > 3 && words.get(3).startsWith("<")) {
                LinkWords.flags(words.get(3), netdev);
            }
            scope.facts().observe(Topic.LINKS, fromLoopback ? Observation.OBSERVED : Observation.PARTIAL);
            scope.understood("ip -br link");
            return Claim.READ;
        }
        if (name.equals("lo")) {
            netdev.kind("loopback");
        }
        addresses.forEach(netdev::address);
        netdev.addressesObserved();
        scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
        scope.understood("ip -br addr");
        return Claim.READ;
    }

    /** Addresses end where something else begins: somebody's remark. */
    private static List<NetAddress> addresses(List<String> words, Line line) {
        List<NetAddress> addresses = new ArrayList<>();
        for (int i = 2; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("metric") || word.equals("peer")) {
                i++;
                continue;
            }
            Optional<NetAddress> address = AddressWords.live(word, Optional.empty(), line.evidence());
            if (address.isEmpty()) {
                break;
            }
            addresses.add(address.get());
        }
        return addresses;
    }

    private static boolean isState(String word) {
        return switch (word) {
            case "UP", "DOWN", "UNKNOWN", "LOWERLAYERDOWN", "NOTPRESENT", "DORMANT", "TESTING" -> true;
            default -> false;
        };
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        if (fromLoopback) {
            scope.facts().observe(Topic.ADDRESSES, Observation.OBSERVED);
        }
        fromLoopback = false;
        first = true;
    }
}
