package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** NetworkManager's tables ({@code nmcli device}, {@code nmcli connection show}) and {@code nmcli device show}. */
public final class NmcliReader implements FormatReader {
    private static final Set<String> COLUMNS = Set.of(
            "DEVICE",
            "TYPE",
            "STATE",
            "CONNECTION",
            "NAME",
            "UUID",
            "AUTOCONNECT",
            "FILENAME",
            "ACTIVE",
            "IP4-CONNECTIVITY",
            "IP6-CONNECTIVITY",
            "DBUS-PATH",
            "CON-UUID",
            "CON-PATH",
            "TIMESTAMP",
            "AUTOCONNECT-PRIORITY",
            "READONLY");

    /** Where each column of the table begins. */
    private final Map<String, Integer> columns = new LinkedHashMap<>();

    private @Nullable NetdevBuilder netdev;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        if (text.startsWith("GENERAL.DEVICE:")) {
            String name = text.substring(15).strip();
            if (!DeviceWords.canBeNetdev(name)) {
                return Claim.NO;
            }
            columns.clear();
            netdev = scope.facts().netdev(name, line.evidence());
            scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
            scope.understood("nmcli device show");
            return Claim.READ;
        }
        if (text.indexOf("DEVICE") < 0) {
            return Claim.NO;
        }
        List<String> words = line.words();
        if (words.size() < 3 || !words.contains("DEVICE") || !words.contains("TYPE") || !COLUMNS.containsAll(words)) {
            return Claim.NO;
        }
        columns.clear();
        netdev = null;
        int from = 0;
        for (String word : words) {
            int at = text.indexOf(word, from);
            columns.put(word, at);
            from = at + word.length();
        }
        scope.understood(columns.containsKey("NAME") ? "nmcli connection show" : "nmcli device");
        return Claim.KNOWN;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim header = begin(line, scope);
        if (header.isMine()) {
            return header;
        }
        if (!columns.isEmpty()) {
            return row(line, scope);
        }
        NetdevBuilder current = netdev;
        Optional<Words.KeyValue> pair = Words.split(line.text(), ':');
        return current == null || pair.isEmpty() ? Claim.NO : attribute(pair.get(), line, current);
    }

    private Claim row(Line line, Scope scope) {
        String device = cell(line.text(), "DEVICE");
        String type = cell(line.text(), "TYPE");
        if (type.isEmpty() || type.indexOf(' ') >= 0) {
            return Claim.NO;
        }
        if (!DeviceWords.canBeNetdev(device)) {
            return device.equals("--") ? Claim.KNOWN : Claim.NO;
        }
        NetdevBuilder current = scope.facts().netdev(device, line.evidence());
        kind(type).ifPresent(current::kind);
        for (String column : new String[] {"STATE", "CONNECTION", "NAME", "AUTOCONNECT", "FILENAME"}) {
            String value = cell(line.text(), column);
            if (!value.isEmpty() && !value.equals("--")) {
                String key = column.equals("NAME") ? "connection" : column.toLowerCase(java.util.Locale.ROOT);
                current.feature("nmcli." + key, value);
            }
        }
        scope.facts().observe(Topic.NETWORK_CONFIG, Observation.PARTIAL);
        return Claim.READ;
    }

    /** The cell of a row; rows are padded to the header's columns. */
    private String cell(String text, String column) {
        Integer from = columns.get(column);
        if (from == null || from >= text.length()) {
            return "";
        }
        int to = text.length();
        for (int start : columns.values()) {
            if (start > from) {
                to = Math.min(to, start);
            }
        }
        return text.substring(from, to).strip();
    }

    private static Optional<String> kind(String type) {
        return switch (type) {
            case "wifi", "wifi-p2p", "802-11-wireless" -> Optional.of("wireless");
            case "ethernet", "802-3-ethernet" -> Optional.empty();
            default -> Optional.of(type);
        };
    }

    private static Claim attribute(Words.KeyValue pair, Line line, NetdevBuilder netdev) {
        String key = pair.key();
        if (key.startsWith("IP4.ADDRESS[") || key.startsWith("IP6.ADDRESS[")) {
            AddressWords.live(pair.value(), Optional.empty(), line.evidence()).ifPresent(netdev::address);
            return Claim.READ;
        }
        switch (key) {
            case "GENERAL.HWADDR" -> MacAddress.parse(pair.value()).ifPresent(netdev::mac);
            case "GENERAL.MTU" -> Words.number(pair.value()).ifPresent(netdev::mtu);
            case "GENERAL.TYPE" -> kind(pair.value()).ifPresent(netdev::kind);
            case "GENERAL.CONNECTION" -> netdev.feature("nmcli.connection", pair.value());
            case "GENERAL.STATE" -> netdev.feature("nmcli.state", pair.value());
            case "WIRED-PROPERTIES.CARRIER" -> netdev.carrier(pair.value().equals("on"));
            default -> {
                return key.startsWith("IP4.") || key.startsWith("IP6.") || key.startsWith("GENERAL.")
                        ? Claim.KNOWN
                        : Claim.NO;
            }
        }
        return Claim.READ;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        columns.clear();
        netdev = null;
    }
}
