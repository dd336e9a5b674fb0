package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.LinkStatistics;
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
import org.jspecify.annotations.Nullable;

/** {@code ifconfig}: stanzas under "enp1s0f0np0: flags=4163&lt;UP,…&gt;  mtu 9000". */
public final class IfconfigReader implements FormatReader {
    private final List<NetdevBuilder> listed = new ArrayList<>();
    private @Nullable NetdevBuilder netdev;
    private boolean loopback;
    private boolean openEnded;
    private final long[] counters = new long[6];

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        int flags = text.indexOf(": flags=");
        if (flags <= 0 || !DeviceWords.canBeNetdev(text.substring(0, flags).strip())) {
            return Claim.NO;
        }
        String name = text.substring(0, flags).strip();
        int alias = name.indexOf(':');
        NetdevBuilder current = scope.facts().netdev(alias > 0 ? name.substring(0, alias) : name, line.evidence());
        netdev = current;
        listed.add(current);
        openEnded = true;
        int open = text.indexOf('<', flags);
        int close = text.indexOf('>', Math.max(0, open));
        List<String> words = open > 0 && close > open
                ? List.of(text.substring(open + 1, close).split(","))
                : List.of();
        boolean up = words.contains("UP");
        boolean running = words.contains("RUNNING");
        current.adminUp(up).carrier(running).state(running ? LinkState.UP : LinkState.DOWN);
        loopback |= words.contains("LOOPBACK");
        if (words.contains("LOOPBACK")) {
            current.kind("loopback");
        }
        Words.after(line.words(), "mtu").map(Words::number).ifPresent(m -> m.ifPresent(current::mtu));
        scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
        scope.understood("ifconfig");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim header = begin(line, scope);
        NetdevBuilder current = netdev;
        if (header.isMine() || current == null) {
            return header;
        }
        List<String> words = Words.of(line.text());
        switch (words.get(0)) {
            case "inet" -> ipv4(words, line.evidence(), current);
            case "inet6" -> ipv6(words, line.evidence(), current);
            case "ether" -> {
                if (words.size() > 1) {
                    MacAddress.parse(words.get(1)).ifPresent(current::mac);
                }
            }
            case "RX", "TX" -> statistics(words, current);
            default -> {
                return words.get(0).equals("loop")
                                || words.get(0).equals("unspec")
                                || words.get(0).startsWith("device")
                        ? Claim.KNOWN
                        : Claim.NO;
            }
        }
        return Claim.READ;
    }

    private static void ipv4(List<String> words, Evidence evidence, NetdevBuilder netdev) {
        String word = words.size() > 1 ? words.get(1).replace("addr:", "") : "";
        Optional<Ipv4Address> mask = Words.after(words, "netmask").flatMap(Ipv4Address::parse);
        String text = word + mask.map(m -> "/" + Integer.bitCount(m.bits())).orElse("");
        AddressWords.live(text, Optional.empty(), evidence).ifPresent(netdev::address);
    }

    private static void ipv6(List<String> words, Evidence evidence, NetdevBuilder netdev) {
        String word = words.size() > 1 ? words.get(1) : "";
        String text = word + Words.after(words, "prefixlen").map(p -> "/" + p).orElse("");
        AddressWords.live(text, Optional.empty(), evidence).ifPresent(netdev::address);
    }

    /** "RX packets 10  bytes 800 (800.0 B)" and "RX errors 0  dropped 0 …". */
    private void statistics(List<String> words, NetdevBuilder current) {
        int base = words.get(0).equals("RX") ? 0 : 3;
        Words.after(words, "bytes").map(Words::longNumber).ifPresent(v -> counters[base] = v.orElse(0));
        Words.after(words, "errors").map(Words::longNumber).ifPresent(v -> counters[base + 1] = v.orElse(0));
        Words.after(words, "dropped").map(Words::longNumber).ifPresent(v -> counters[base + 2] = v.orElse(0));
        if (base == 3 && words.contains("errors")) {
            openEnded = false;
            current.statistics(
                    new LinkStatistics(counters[0], counters[1], counters[2], counters[3], counters[4], counters[5]));
        }
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        boolean complete = whole || !openEnded;
        for (int i = 0; i < listed.size(); i++) {
            if (complete || i < listed.size() - 1) {
                listed.get(i).addressesObserved();
            }
        }
        if (loopback && complete) {
            // Without -a, netdevs that are down are missing.
            scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
        }
        listed.clear();
        netdev = null;
        loopback = false;
    }
}
