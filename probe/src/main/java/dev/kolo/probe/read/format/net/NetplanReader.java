package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Netplan files: YAML under "network:". What they ask for is configured, not live. */
public final class NetplanReader implements FormatReader {
    /** Longer files are not written by people. */
    private static final int MAX_LINES = 5000;

    private static final String[] SCALARS = {"mtu", "dhcp4", "dhcp6", "link-local", "optional", "accept-ra", "renderer"
    };

    private final List<Line> lines = new ArrayList<>();
    private int base;

    @Override
    public Claim begin(Line line, Scope scope) {
        if (!line.body().equals("network:")) {
            return Claim.NO;
        }
        base = line.indent();
        lines.clear();
        lines.add(line);
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        if (lines.isEmpty() || lines.size() > MAX_LINES) {
            return Claim.NO;
        }
        String text = line.body();
        if (line.indent() <= base && !text.startsWith("#")) {
            return Claim.NO;
        }
        lines.add(line);
        return Claim.READ;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        if (lines.isEmpty()) {
            return;
        }
        List<Line> block = List.copyOf(lines);
        lines.clear();
        YamlBlock yaml = YamlBlock.parse(block);
        yaml.problem().ifPresent(p -> scope.problem(block.get(Math.min(p.index(), block.size() - 1)), p.text()));
        Optional<YamlBlock.Node> network = yaml.root().field("network");
        if (network.isEmpty()) {
            return;
        }
        scope.understood("netplan");
        scope.facts().observe(Topic.NETWORK_CONFIG, Observation.PARTIAL);
        network.get()
                .field("renderer")
                .flatMap(YamlBlock.Node::scalar)
                .ifPresent(r -> scope.setting(
                        "netplan.renderer",
                        r,
                        Setting.Source.FILE,
                        network.get().field("renderer").get().evidence()));
        String file = scope.command().flatMap(c -> c.after("cat")).orElse("");
        for (String section : new String[] {"ethernets", "bonds", "bridges", "vlans"}) {
            network.get()
                    .field(section)
                    .ifPresent(s -> s.fields().forEach((name, node) -> netdev(name, node, file, scope)));
        }
    }

    private static void netdev(String id, YamlBlock.Node node, String file, Scope scope) {
        String name = node.field("set-name")
                .or(() -> node.field("match").flatMap(m -> m.field("name")))
                .flatMap(YamlBlock.Node::scalar)
                .filter(n -> n.indexOf('*') < 0)
                .orElse(id);
        Evidence evidence = node.evidence();
        NetdevBuilder netdev = scope.facts().netdev(name, evidence);
        if (!file.isEmpty()) {
            netdev.feature("netplan.file", file);
        }
        for (String key : SCALARS) {
            node.field(key).ifPresent(v -> netdev.feature("netplan." + key, v.words()));
        }
        node.field("match")
                .flatMap(m -> m.field("macaddress"))
                .flatMap(YamlBlock.Node::scalar)
                .flatMap(MacAddress::parse)
                .ifPresent(netdev::mac);
        node.field("addresses").ifPresent(addresses -> addresses.items().forEach(item -> address(item, netdev)));
        int index = 0;
        for (YamlBlock.Node route :
                node.field("routes").map(YamlBlock.Node::items).orElse(List.of())) {
            String to = route.field("to").flatMap(YamlBlock.Node::scalar).orElse("?");
            String via = route.field("via")
                    .flatMap(YamlBlock.Node::scalar)
                    .map(v -> " via " + v)
                    .orElse("");
            netdev.feature("netplan.route" + index++, to + via);
        }
    }

    /** "10.0.0.1/24", or the same as the key of options: {@code - "10.0.0.1/24": {label: …}}. */
    private static void address(YamlBlock.Node item, NetdevBuilder netdev) {
        item.scalar()
                .or(() -> item.fields().keySet().stream().findFirst())
                .flatMap(word -> AddressWords.configured(word, item.evidence()))
                .ifPresent(netdev::address);
    }
}
