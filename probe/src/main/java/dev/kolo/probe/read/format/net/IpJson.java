package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.LinkStatistics;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonNumber;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.JsonOrigin;
import dev.kolo.probe.read.format.JsonShape;
import dev.kolo.probe.read.format.Scope;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code ip -j addr} and {@code ip -j [-s] [-d] link}: a list of objects with an ifname and flags. */
public final class IpJson implements JsonShape {
    /** What the kernel calls a lifetime without end. */
    private static final long FOREVER = 4_294_967_295L;

    @Override
    public Claim read(Json value, JsonOrigin origin, Scope scope) {
        Optional<JsonArray> array = value.asArray();
        if (array.isEmpty()) {
            return Claim.NO;
        }
        List<JsonObject> rows = array.get().objects();
        if (rows.stream().noneMatch(r -> r.has("ifname") && r.has("flags"))) {
            return Claim.NO;
        }
        boolean addresses = false;
        boolean loopback = false;
        for (int i = 0; i < rows.size(); i++) {
            JsonObject row = rows.get(i);
            boolean complete = origin.whole() || i < rows.size() - 1;
            addresses |= row.has("addr_info");
            loopback |= row.string("ifname").filter("lo"::equals).isPresent();
            netdev(row, complete, origin, scope);
        }
        Topic topic = addresses ? Topic.ADDRESSES : Topic.LINKS;
        scope.facts().observe(topic, loopback && origin.whole() ? Observation.OBSERVED : Observation.PARTIAL);
        scope.understood(addresses ? "ip -j addr" : "ip -j link");
        return Claim.READ;
    }

    private static void netdev(JsonObject row, boolean complete, JsonOrigin origin, Scope scope) {
        Optional<String> name = row.string("ifname");
        if (name.isEmpty()) {
            return;
        }
        Evidence evidence = origin.evidence(row, words(row));
        NetdevBuilder netdev = scope.facts().netdev(name.get(), evidence);
        List<String> flags = row.strings("flags");
        if (row.has("flags")) {
            netdev.adminUp(flags.contains("UP"));
        }
        if (flags.contains("LOWER_UP") || flags.contains("NO-CARRIER")) {
            netdev.carrier(flags.contains("LOWER_UP"));
        }
        row.integer("mtu").ifPresent(netdev::mtu);
        row.string("operstate").ifPresent(s -> netdev.state(LinkWords.state(s)));
        row.string("address").flatMap(MacAddress::parse).ifPresent(netdev::mac);
        if (row.string("link_type").filter("loopback"::equals).isPresent()) {
            netdev.kind("loopback");
        }
        row.object("linkinfo").flatMap(l -> l.string("info_kind")).ifPresent(netdev::kind);
        row.string("parentdev").flatMap(PciAddress::parse).ifPresent(netdev::pci);
        row.string("phys_port_name").flatMap(IpJson::port).ifPresent(netdev::portNumber);
        row.object("stats64").or(() -> row.object("stats")).ifPresent(s -> statistics(s, netdev));
        if (row.has("addr_info")) {
            for (JsonObject info : row.objects("addr_info")) {
                address(info, origin).ifPresent(netdev::address);
            }
            if (complete) {
                netdev.addressesObserved();
            }
        }
    }

    private static Optional<Integer> port(String name) {
        var number = dev.kolo.probe.read.text.Words.number(name.startsWith("p") ? name.substring(1) : name);
        return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
    }

    private static Optional<NetAddress> address(JsonObject info, JsonOrigin origin) {
        Optional<String> local = info.string("local");
        if (local.isEmpty()) {
            return Optional.empty();
        }
        String word = local.get()
                + (info.integer("prefixlen").isPresent()
                        ? "/" + info.integer("prefixlen").getAsInt()
                        : "");
        OptionalLong lifetime = info.get("valid_life_time")
                .flatMap(Json::asNumber)
                .map(JsonNumber::asLong)
                .orElse(OptionalLong.empty());
        Optional<Boolean> dynamic = info.bool("dynamic");
        if (dynamic.isEmpty() && lifetime.isPresent()) {
            dynamic = Optional.of(lifetime.getAsLong() != FOREVER);
        }
        String shown = info.string("family").orElse("inet") + " " + word
                + info.string("scope").map(s -> " scope " + s).orElse("");
        return AddressWords.live(word, dynamic, origin.evidence(info, shown));
    }

    private static void statistics(JsonObject stats, NetdevBuilder netdev) {
        Optional<JsonObject> rx = stats.object("rx");
        Optional<JsonObject> tx = stats.object("tx");
        if (rx.isPresent() && tx.isPresent()) {
            netdev.statistics(new LinkStatistics(
                    number(rx.get(), "bytes"),
                    number(rx.get(), "errors"),
                    number(rx.get(), "dropped"),
                    number(tx.get(), "bytes"),
                    number(tx.get(), "errors"),
                    number(tx.get(), "dropped")));
        }
    }

    private static long number(JsonObject object, String name) {
        return object.wholeNumber(name).orElse(0);
    }

    /** The netdev in the words of plain ip, which people read more easily than JSON. */
    private static String words(JsonObject row) {
        StringBuilder out = new StringBuilder();
        row.integer("ifindex").ifPresent(i -> out.append(i).append(": "));
        out.append(row.string("ifname").orElse("")).append(":");
        if (row.has("flags")) {
            out.append(" <").append(String.join(",", row.strings("flags"))).append('>');
        }
        row.integer("mtu").ifPresent(m -> out.append(" mtu ").append(m));
        row.string("operstate").ifPresent(s -> out.append(" state ").append(s));
        return out.toString();
    }
}
