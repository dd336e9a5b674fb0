package dev.kolo.cli.demo;

import dev.kolo.fabric.address.Ipv6Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.fabric.json.JsonWriter.Layout;
import java.util.List;
import java.util.Optional;

/** What iproute2 would print on a virtual host, in the JSON form of version 6. */
final class IpText {
    /** Seconds that stand for "for ever". */
    private static final long FOREVER = 4294967295L;

    private static final long LEASE_SECONDS = 86_400;
    private static final MacAddress NO_MAC = new MacAddress(0);
    private static final MacAddress BROADCAST = new MacAddress(0xffff_ffff_ffffL);

    private final VirtualRing ring;
    private final VirtualHost host;

    /** A netdev as ip shows it. */
    private record Shown(
            int index,
            String name,
            String type,
            MacAddress mac,
            int mtu,
            boolean up,
            boolean carrier,
            boolean virtual) {}

    IpText(VirtualRing ring, VirtualHost host) {
        this.ring = ring;
        this.host = host;
    }

    /** {@code ip -j addr show}. */
    String addresses() {
        JsonWriter json = new JsonWriter(Layout.COMPACT).beginArray();
        link(json, loopback(), false);
        json.name("addr_info").beginArray();
        inet(json, "127.0.0.1", 8, "host", "lo", false);
        inet6(json, "::1", 128, "host");
        json.end().end();
        link(json, lan(), false);
        json.name("addr_info").beginArray();
        inet(json, host.lan().address().toString(), host.lan().prefixLength(), "global", LAN, true);
        inet6(json, Ipv6Address.linkLocalOf(lan().mac()).toString(), 64, "link");
        json.end().end();
        for (VirtualFunction function : host.functions()) {
            link(json, shown(function), false);
            json.name("addr_info").beginArray();
            for (IpOnNetdev address : function.addresses()) {
                String scope = address.address().isLinkLocal() ? "link" : "global";
                inet(json, address.address().toString(), address.prefixLength(), scope, function.netdev(), false);
            }
            if (ring.hasCarrier(function)) {
                inet6(json, Ipv6Address.linkLocalOf(function.mac()).toString(), 64, "link");
            }
            json.end().end();
        }
        return json.end().text();
    }

    /** {@code ip -j -s -d link show}. */
    String links() {
        JsonWriter json = new JsonWriter(Layout.COMPACT).beginArray();
        link(json, loopback(), true);
        statistics(json);
        link(json, lan(), true);
        json.field("parentbus", "pci").field("parentdev", "0007:01:00.0");
        statistics(json);
        for (VirtualFunction function : host.functions()) {
            link(json, shown(function), true);
            json.field("phys_port_name", "p" + function.port());
            json.field("parentbus", "pci").field("parentdev", function.pci().toString());
            statistics(json);
        }
        return json.end().text();
    }

    /** {@code ip -j -4 route show table main}. */
    String routes() {
        JsonWriter json = new JsonWriter(Layout.COMPACT).beginArray();
        json.beginObject()
                .field("dst", "default")
                .field("gateway", host.router().toString());
        json.field("dev", LAN).field("protocol", "dhcp");
        json.field("prefsrc", host.lan().address().toString());
        json.field("metric", 100).name("flags").beginArray().end().end();
        for (VirtualFunction function : host.functions()) {
            for (IpOnNetdev address : function.addresses()) {
                if (function.adminUp()) {
                    route(json, address, function.netdev(), ring.hasCarrier(function));
                }
            }
        }
        route(json, host.lan(), LAN, true);
        return json.end().text();
    }

    private static void route(JsonWriter json, IpOnNetdev address, String netdev, boolean carrier) {
        json.beginObject().field("dst", address.subnet().toString()).field("dev", netdev);
        json.field("protocol", "kernel").field("scope", "link");
        json.field("prefsrc", address.address().toString());
        json.name("flags").beginArray();
        if (!carrier) {
            json.string("linkdown");
        }
        json.end().end();
    }

    /** {@code ip -j -4 neigh show}. */
    String neighbours() {
        JsonWriter json = new JsonWriter(Layout.COMPACT).beginArray();
        json.beginObject().field("dst", host.router().toString()).field("dev", LAN);
        json.field("lladdr", "02:00:c0:a8:01:01");
        json.name("state").beginArray().string("REACHABLE").end().end();
        for (NeighbourTables.Entry entry : NeighbourTables.of(ring, host)) {
            json.beginObject().field("dst", entry.address().toString());
            json.field("dev", entry.netdev());
            Optional<MacAddress> mac = entry.mac();
            if (mac.isPresent()) {
                json.field("lladdr", mac.get().toString());
            }
            json.name("state").beginArray().string(entry.state()).end().end();
        }
        return json.end().text();
    }

    // ---- parts ---------------------------------------------------------------------------------------------------

    /** The RJ45 socket's netdev on a Spark. */
    static final String LAN = "enP7s7";

    private static Shown loopback() {
        return new Shown(1, "lo", "loopback", NO_MAC, 65_536, true, true, true);
    }

    private Shown lan() {
        return new Shown(2, LAN, "ether", lanMac(host), 1500, true, true, false);
    }

    static MacAddress lanMac(VirtualHost host) {
        return new MacAddress(0x4cbb_47a0_0000L + 0x100L * (host.index() + 1));
    }

    private Shown shown(VirtualFunction function) {
        return new Shown(
                function.ifindex(),
                function.netdev(),
                "ether",
                function.mac(),
                function.mtu(),
                function.adminUp(),
                ring.hasCarrier(function),
                false);
    }

    /** Opens a netdev's object and writes what addr and link have in common. */
    private static void link(JsonWriter json, Shown netdev, boolean withMode) {
        json.beginObject().field("ifindex", netdev.index()).field("ifname", netdev.name());
        json.name("flags").beginArray();
        flags(netdev).forEach(json::string);
        json.end();
        json.field("mtu", netdev.mtu());
        json.field("qdisc", netdev.virtual() ? "noqueue" : "mq");
        json.field("operstate", netdev.virtual() ? "UNKNOWN" : netdev.carrier() ? "UP" : "DOWN");
        if (withMode) {
            json.field("linkmode", "DEFAULT");
        }
        json.field("group", "default").field("txqlen", 1000);
        json.field("link_type", netdev.type());
        json.field("address", netdev.mac().toString());
        json.field("broadcast", (netdev.virtual() ? NO_MAC : BROADCAST).toString());
    }

    private static List<String> flags(Shown netdev) {
        if (netdev.virtual()) {
            return List.of("LOOPBACK", "UP", "LOWER_UP");
        }
        if (!netdev.up()) {
            return List.of("BROADCAST", "MULTICAST");
        }
        return netdev.carrier()
                ? List.of("BROADCAST", "MULTICAST", "UP", "LOWER_UP")
                : List.of("NO-CARRIER", "BROADCAST", "MULTICAST", "UP");
    }

    private static void inet(
            JsonWriter json, String address, int prefixLength, String scope, String label, boolean leased) {
        json.beginObject().field("family", "inet").field("local", address);
        json.field("prefixlen", prefixLength).field("scope", scope);
        if (leased) {
            json.field("dynamic", true).field("noprefixroute", true);
        }
        json.field("label", label);
        lifetime(json, leased ? LEASE_SECONDS : FOREVER);
    }

    private static void inet6(JsonWriter json, String address, int prefixLength, String scope) {
        json.beginObject().field("family", "inet6").field("local", address);
        json.field("prefixlen", prefixLength).field("scope", scope);
        lifetime(json, FOREVER);
    }

    private static void lifetime(JsonWriter json, long seconds) {
        json.field("valid_life_time", seconds);
        json.field("preferred_life_time", seconds).end();
    }

    /** A fresh netdev's counters; closes the netdev's object. */
    private static void statistics(JsonWriter json) {
        json.name("stats64").beginObject().name("rx").beginObject();
        for (String counter : List.of("bytes", "packets", "errors", "dropped", "over_errors", "multicast")) {
            json.field(counter, 0);
        }
        json.end().name("tx").beginObject();
        for (String counter : List.of("bytes", "packets", "errors", "dropped", "carrier_errors", "collisions")) {
            json.field(counter, 0);
        }
        json.end().end().end();
    }
}
