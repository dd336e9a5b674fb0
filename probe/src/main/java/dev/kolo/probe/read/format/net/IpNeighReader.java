package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Optional;

/** {@code ip neigh} ("10.10.0.11 dev enp1s0f0np0 lladdr 4c:… REACHABLE"), {@code arp -a} and {@code arp -n}. */
public final class IpNeighReader implements FormatReader {
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        if (text.indexOf(" dev ") > 0) {
            return neigh(line, scope, line.words());
        }
        if (text.indexOf("] on ") > 0 && text.indexOf(") at ") > 0 || text.indexOf(" ether ") > 0) {
            return arp(line, scope, line.words());
        }
        return Claim.NO;
    }

    private static Claim neigh(Line line, Scope scope, List<String> words) {
        Optional<IpAddress> address = Names.ip(words.get(0));
        Optional<String> netdev = Words.after(words, "dev");
        Optional<Neighbour.State> state = NeighbourStates.of(words.get(words.size() - 1));
        Optional<MacAddress> mac = Words.after(words, "lladdr").flatMap(MacAddress::parse);
        if (address.isEmpty() || netdev.isEmpty() || state.isEmpty() && mac.isEmpty()) {
            return Claim.NO;
        }
        add(
                scope,
                new Neighbour(
                        address.get(),
                        netdev.get(),
                        mac,
                        state.orElse(Neighbour.State.UNKNOWN),
                        Words.after(words, "proto"),
                        line.evidence()),
                "ip neigh");
        return Claim.READ;
    }

    private static Claim arp(Line line, Scope scope, List<String> words) {
        Optional<IpAddress> address;
        Optional<MacAddress> mac;
        String netdev = words.get(words.size() - 1);
        if (words.contains("at")) {
            String inside = words.size() > 1 ? words.get(1).replace("(", "").replace(")", "") : "";
            address = Names.ip(inside);
            mac = Words.after(words, "at").flatMap(MacAddress::parse);
        } else {
            address = Names.ip(words.get(0));
            mac = Words.after(words, "ether").flatMap(MacAddress::parse);
        }
        if (address.isEmpty() || mac.isEmpty() || !DeviceWords.canBeNetdev(netdev)) {
            return Claim.NO;
        }
        add(
                scope,
                new Neighbour(address.get(), netdev, mac, Neighbour.State.UNKNOWN, Optional.empty(), line.evidence()),
                "arp");
        return Claim.READ;
    }

    private static void add(Scope scope, Neighbour neighbour, String kind) {
        scope.facts().neighbour(neighbour);
        scope.facts().observe(Topic.NEIGHBOURS, Observation.PARTIAL);
        scope.understood(kind);
    }
}
