package dev.kolo.plan.walk;

import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hosts, ports and cables as plan.json states them: its {@code hosts} and {@code links}, nothing else. This package knows
 * no class of the planner; it reads what a host would be given.
 *
 * @param ports every port, by host and netdev
 * @param cables the port at the other end
 * @param hosts host names in ring order
 */
record CablingText(Map<Place, Port> ports, Map<Place, Place> cables, List<String> hosts) {
    /** A netdev of a host. */
    record Place(String host, String netdev) {}

    /** A port: its netdev's MAC, and the address that the network profile gives it. */
    record Port(Place place, String device, int plane, String mac, String address, int prefixLength) {
        boolean sharesNetworkWith(String other) {
            int mask = prefixLength == 0 ? 0 : -1 << 32 - prefixLength;
            return (bits(address) & mask) == (bits(other) & mask);
        }

        private static int bits(String address) {
            int bits = 0;
            for (String part : address.split("\\.")) {
                bits = bits << 8 | Integer.parseInt(part);
            }
            return bits;
        }
    }

    static CablingText of(String planJson) {
        JsonObject root = (JsonObject) JsonReader.read(planJson).value().orElseThrow();
        Map<Place, Port> ports = new LinkedHashMap<>();
        List<String> hosts = new ArrayList<>();
        for (JsonObject host : root.array("hosts").map(JsonArray::objects).orElseThrow()) {
            String name = host.string("name").orElseThrow();
            hosts.add(name);
            for (JsonObject f : host.objects("functions")) {
                Place place = new Place(name, f.string("netdev").orElseThrow());
                Optional<String> address = f.string("address");
                if (address.isPresent()) {
                    ports.put(
                            place,
                            new Port(
                                    place,
                                    f.string("device").orElseThrow(),
                                    f.integer("plane").orElseThrow(),
                                    f.string("mac").orElseThrow(),
                                    address.get(),
                                    f.integer("prefixLength").orElseThrow()));
                }
            }
        }
        Map<Place, Place> cables = new HashMap<>();
        for (JsonObject link : root.objects("links")) {
            Place a = place(link.object("a").orElseThrow());
            Place b = place(link.object("b").orElseThrow());
            if (cables.put(a, b) != null || cables.put(b, a) != null) {
                throw new IllegalStateException("two cables in one port: " + a + " or " + b);
            }
        }
        return new CablingText(ports, cables, hosts);
    }

    private static Place place(JsonObject end) {
        return new Place(end.string("host").orElseThrow(), end.string("netdev").orElseThrow());
    }

    List<Port> portsOf(String host) {
        return ports.values().stream()
                .filter(p -> p.place().host().equals(host))
                .toList();
    }

    Optional<Port> portWith(String address) {
        return ports.values().stream().filter(p -> p.address().equals(address)).findFirst();
    }
}
