package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.LldpNeighbour;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code lldpctl} in plain text (stanzas under "Interface:  enp1s0f0np0, via: LLDP"), and {@code networkctl lldp}. */
public final class LldpReader implements FormatReader {
    private String netdev = "";
    private Evidence evidence = Evidence.NONE;
    private Optional<String> systemName = Optional.empty();
    private Optional<MacAddress> chassisMac = Optional.empty();
    private Optional<MacAddress> portMac = Optional.empty();
    private Optional<String> portName = Optional.empty();

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.equals("LLDP neighbors:")) {
            scope.understood("lldpctl");
            return Claim.KNOWN;
        }
        if (text.startsWith("Interface:") && text.indexOf("via:") > 0) {
            finish(scope);
            String name = Words.first(text.substring(10)).replace(",", "");
            if (!DeviceWords.canBeNetdev(name)) {
                return Claim.NO;
            }
            netdev = name;
            evidence = line.evidence();
            scope.understood("lldpctl");
            return Claim.READ;
        }
        boolean networkctl = scope.command()
                .filter(c -> c.program().equals("networkctl") && c.has("lldp"))
                .isPresent();
        return networkctl ? row(line.words(), line, scope) : Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        String text = line.body();
        if (claim.isMine() || netdev.isEmpty()) {
            return text.startsWith("---") ? Claim.KNOWN : claim;
        }
        if (text.startsWith("---")) {
            return Claim.KNOWN;
        }
        Optional<Words.KeyValue> pair = Words.split(text, ':');
        if (pair.isEmpty() || line.indent() == 0) {
            return Claim.NO;
        }
        String value = pair.get().value();
        switch (pair.get().key()) {
            case "SysName" -> systemName = name(value);
            case "ChassisID" -> chassisMac = mac(value);
            case "PortID" -> {
                portMac = mac(value);
                if (value.startsWith("ifname ")) {
                    portName = Optional.of(value.substring(7).strip());
                }
            }
            case "PortDescr" -> portName = portName.isPresent() ? portName : netdevName(value);
            default -> {
                return Claim.KNOWN;
            }
        }
        return Claim.READ;
    }

    static Optional<String> name(String value) {
        return value.isBlank() || value.equalsIgnoreCase("not received") || value.equals("n/a") || value.equals("-")
                ? Optional.empty()
                : Optional.of(value);
    }

    static Optional<String> netdevName(String value) {
        return DeviceWords.canBeNetdev(value) && value.indexOf(' ') < 0 ? Optional.of(value) : Optional.empty();
    }

    /** "mac 4c:bb:47:01:00:00". */
    private static Optional<MacAddress> mac(String value) {
        return value.startsWith("mac ") ? MacAddress.parse(value.substring(4).strip()) : Optional.empty();
    }

    /** A row of networkctl: the netdev first, MACs as they come, the first name that is no MAC is the system's. */
    private static Claim row(List<String> words, Line line, Scope scope) {
        if (words.size() < 3
                || !DeviceWords.canBeNetdev(words.get(0))
                || words.get(0).equals("LINK")) {
            return words.isEmpty() || !words.get(0).equals("LINK") ? Claim.NO : Claim.KNOWN;
        }
        List<MacAddress> macs = new ArrayList<>();
        Optional<String> system = Optional.empty();
        for (String word : words.subList(1, words.size())) {
            Optional<MacAddress> mac = MacAddress.parse(word);
            mac.ifPresent(macs::add);
            if (mac.isEmpty() && system.isEmpty() && Names.isHostLike(word)) {
                system = Optional.of(word);
            }
        }
        if (macs.isEmpty() && system.isEmpty()) {
            return Claim.NO;
        }
        String last = words.get(words.size() - 1);
        add(
                scope,
                new LldpNeighbour(
                        words.get(0),
                        system,
                        macs.isEmpty() ? Optional.empty() : Optional.of(macs.get(0)),
                        macs.size() < 2 ? Optional.empty() : Optional.of(macs.get(1)),
                        DeviceWords.isNetdev(last) ? Optional.of(last) : Optional.empty(),
                        line.evidence()));
        scope.understood("networkctl lldp");
        return Claim.READ;
    }

    static void add(Scope scope, LldpNeighbour neighbour) {
        scope.facts().lldp(neighbour);
        scope.facts().observe(Topic.LLDP, Observation.PARTIAL);
    }

    private void finish(Scope scope) {
        if (!netdev.isEmpty() && (systemName.isPresent() || portMac.isPresent() || chassisMac.isPresent())) {
            add(scope, new LldpNeighbour(netdev, systemName, chassisMac, portMac, portName, evidence));
        }
        netdev = "";
        systemName = Optional.empty();
        chassisMac = Optional.empty();
        portMac = Optional.empty();
        portName = Optional.empty();
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        finish(scope);
    }
}
