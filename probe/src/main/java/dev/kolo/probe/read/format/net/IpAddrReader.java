package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.LinkStatistics;
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
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code ip addr}, {@code ip link} with any of {@code -d -s -o}: stanzas under "2: enp1s0f0np0: <BROADCAST,…> mtu …". */
public final class IpAddrReader implements FormatReader {
    private final List<NetdevBuilder> listed = new ArrayList<>();
    private @Nullable NetdevBuilder netdev;
    private @Nullable NetAddress lastAddress;
    private boolean fromLoopback;
    private boolean addressesSeen;
    private boolean addressListing;
    private boolean detailsSeen;
    private boolean openEnded;
    private boolean lifetimesSeen;
    private boolean statisticsNext;
    private boolean receiving;
    private long[] received = {};

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text().stripLeading();
        if (text.isEmpty()) {
            return Claim.NO;
        }
        if (text.charAt(0) >= '0' && text.charAt(0) <= '9') {
            return header(line, scope);
        }
        if (text.startsWith("inet ")) {
            return strayAddress(line, line.words(), scope);
        }
        return Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim header = begin(line, scope);
        NetdevBuilder current = netdev;
        if (header.isMine() || current == null) {
            return header;
        }
        if (line.indent() == 0 && !isDetail(line.words().get(0))) {
            return Claim.NO;
        }
        List<String> words = Words.of(line.text());
        return detail(words, line, current);
    }

    /** Forums take the indentation away; these words still say what they are. */
    private static boolean isDetail(String first) {
        return first.startsWith("link/") || first.equals("inet6") || first.equals("valid_lft");
    }

    private Claim header(Line line, Scope scope) {
        List<String> words = Words.of(line.text());
        String index = words.get(0);
        if (words.size() < 4
                || !index.endsWith(":")
                || Words.number(index.substring(0, index.length() - 1)).isEmpty()) {
            return Claim.NO;
        }
        String second = words.get(1);
        if (words.get(2).startsWith("inet")) {
            return oneLine(line, words, second, scope);
        }
        if (!second.endsWith(":") || !words.get(2).startsWith("<")) {
            return Claim.NO;
        }
        boolean links = words.contains("mode");
        if (listed.isEmpty()) {
            fromLoopback = words.get(2).contains("LOOPBACK");
        }
        NetdevBuilder current =
                scope.facts().netdev(LinkWords.name(second.substring(0, second.length() - 1)), line.evidence());
        netdev = current;
        listed.add(current);
        addressListing |= !links && words.contains("group");
        statisticsNext = false;
        openEnded = true;
        LinkWords.flags(words.get(2), current);
        Words.after(words, "mtu")
                .flatMap(w -> boxed(Words.longNumber(w)))
                .ifPresent(m -> current.mtu((int) Math.min(m, Integer.MAX_VALUE)));
        Words.after(words, "state").ifPresent(s -> current.state(LinkWords.state(s)));
        if (words.contains("link/ether")) {
            detail(words.subList(words.indexOf("link/ether"), words.size()), line, current);
        }
        if (links) {
            scope.facts().observe(Topic.LINKS, Observation.PARTIAL);
            scope.understood("ip link");
        } else {
            scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
            scope.understood("ip addr");
        }
        return Claim.READ;
    }

    /** "2: enP7s7    inet 192.168.50.168/24 brd … scope global enP7s7\ …": ip -o. */
    private Claim oneLine(Line line, List<String> words, String name, Scope scope) {
        if (!DeviceWords.canBeNetdev(name)) {
            return Claim.NO;
        }
        NetdevBuilder current = scope.facts().netdev(name, line.evidence());
        Claim claim = address(words.subList(2, words.size()), line, current);
        if (claim.isMine()) {
            scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
            scope.understood("ip -o addr");
        }
        return claim;
    }

    /** A line that grep left over: the label at its end names the netdev. */
    private Claim strayAddress(Line line, List<String> words, Scope scope) {
        NetdevBuilder current = netdev;
        if (current != null && (line.indent() > 0 || !words.contains("scope"))) {
            return address(words, line, current);
        }
        String label = words.get(words.size() - 1);
        int alias = label.indexOf(':');
        String name = alias > 0 ? label.substring(0, alias) : label;
        if (!words.contains("scope") || !DeviceWords.canBeNetdev(name)) {
            return Claim.NO;
        }
        scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
        scope.understood("ip addr");
        return address(words, line, scope.facts().netdev(name, line.evidence()));
    }

    private Claim detail(List<String> words, Line line, NetdevBuilder current) {
        String first = words.get(0);
        if (statisticsNext) {
            return statistics(words, current);
        }
        switch (first) {
            case "inet", "inet6" -> {
                return address(words, line, current);
            }
            case "valid_lft" -> {
                lifetime(words, current);
                return Claim.READ;
            }
            case "RX:", "TX:" -> {
                statisticsNext = true;
                receiving = first.equals("RX:");
                return Claim.KNOWN;
            }
            case "altname", "altname:", "vf", "alias" -> {
                return Claim.KNOWN;
            }
            default -> {}
        }
        if (first.startsWith("link/")) {
            link(first, words, current);
            return Claim.READ;
        }
        if (detailsSeen && LinkWords.kind(first)) {
            current.kind(first);
            return Claim.READ;
        }
        return detailsSeen && (words.contains("addrgenmode") || words.contains("numtxqueues")) ? Claim.KNOWN : Claim.NO;
    }

    private void link(String first, List<String> words, NetdevBuilder current) {
        openEnded = false;
        if (first.equals("link/loopback")) {
            current.kind("loopback");
        }
        if (words.size() > 1) {
            MacAddress.parse(words.get(1)).ifPresent(current::mac);
        }
        detailsSeen = words.contains("promiscuity");
        Words.after(words, "parentdev").flatMap(PciAddress::parse).ifPresent(current::pci);
        Words.after(words, "portname")
                .filter(p -> p.startsWith("p"))
                .map(p -> Words.number(p.substring(1)))
                .ifPresent(n -> n.ifPresent(current::portNumber));
    }

    private Claim address(List<String> words, Line line, NetdevBuilder current) {
        Optional<NetAddress> parsed = words.size() < 2
                ? Optional.empty()
                : AddressWords.live(words.get(1), AddressWords.dynamic(words), line.evidence());
        if (parsed.isEmpty()) {
            return Claim.NO;
        }
        addressesSeen = true;
        openEnded = true;
        current.address(parsed.get());
        lastAddress = parsed.get();
        return Claim.READ;
    }

    private void lifetime(List<String> words, NetdevBuilder current) {
        openEnded = false;
        lifetimesSeen = true;
        NetAddress address = lastAddress;
        if (address != null && words.size() > 1 && address.dynamic().isEmpty()) {
            current.address(new NetAddress(
                    address.address(),
                    address.prefixLength(),
                    address.origin(),
                    Optional.of(!words.get(1).equals("forever")),
                    address.evidence()));
        }
    }

    /** The numbers under "RX:  bytes packets errors dropped …". */
    private Claim statistics(List<String> words, NetdevBuilder current) {
        statisticsNext = false;
        long[] numbers = new long[4];
        for (int i = 0; i < 4; i++) {
            OptionalLong number = i < words.size() ? Words.longNumber(words.get(i)) : OptionalLong.empty();
            if (number.isEmpty()) {
                return Claim.NO;
            }
            numbers[i] = number.getAsLong();
        }
        if (receiving) {
            received = numbers;
        } else if (received.length == 4) {
            current.statistics(
                    new LinkStatistics(received[0], received[2], received[3], numbers[0], numbers[2], numbers[3]));
            received = new long[0];
        }
        return Claim.READ;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        boolean addresses = addressesSeen || addressListing;
        // A stanza ends with an address's lifetime, or with its MAC; old tools print no lifetimes at all.
        boolean complete = !openEnded || whole && !lifetimesSeen;
        for (int i = 0; addresses && i < listed.size(); i++) {
            if (complete || i < listed.size() - 1) {
                listed.get(i).addressesObserved();
            }
        }
        FactsBuilder facts = scope.facts();
        if (fromLoopback && complete && !listed.isEmpty()) {
            facts.observe(addresses ? Topic.ADDRESSES : Topic.LINKS, Observation.OBSERVED);
        }
        listed.clear();
        netdev = null;
        lastAddress = null;
        fromLoopback = false;
        addressesSeen = false;
        addressListing = false;
        detailsSeen = false;
        statisticsNext = false;
        lifetimesSeen = false;
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }
}
