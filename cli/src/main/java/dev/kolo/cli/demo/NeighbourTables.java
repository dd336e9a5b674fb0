package dev.kolo.cli.demo;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.Subnet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The neighbour tables that Linux would hold after each host has tried to reach every peer that its addresses name. As on
 * real kernels (recorded from a ring with two plugs swapped), a host answers ARP for any of its addresses on any netdev,
 * so that the MAC beside an address may belong to another port than the address does; and who asks is remembered.
 */
final class NeighbourTables {
    private NeighbourTables() {}

    /**
     * One entry.
     *
     * @param address whose
     * @param netdev on which netdev
     * @param mac the MAC that answered; empty for FAILED
     * @param state as {@code ip neigh} prints it
     */
    record Entry(Ipv4Address address, String netdev, Optional<MacAddress> mac, String state) {}

    /** The table of one host. */
    static List<Entry> of(VirtualRing ring, VirtualHost host) {
        List<Entry> entries = new ArrayList<>();
        for (VirtualFunction function : host.functions()) {
            Map<Ipv4Address, Entry> table = new LinkedHashMap<>();
            asked(ring, function).forEach(e -> table.put(e.address(), e));
            heard(ring, function).forEach(e -> {
                Entry known = table.get(e.address());
                if (known == null || known.mac().isEmpty()) {
                    table.put(e.address(), e);
                }
            });
            entries.addAll(table.values());
        }
        return entries;
    }

    /** Peers in the function's own subnets: reachable when the host at the other end of the cable answers for them. */
    private static List<Entry> asked(VirtualRing ring, VirtualFunction function) {
        List<Entry> entries = new ArrayList<>();
        if (!function.adminUp()) {
            return entries;
        }
        Optional<VirtualFunction> far = farEnd(ring, function);
        for (Ipv4Address peer : peers(ring, function)) {
            boolean answers = far.filter(f -> answersFor(ring.hosts().get(f.host()), peer))
                    .isPresent();
            entries.add(
                    answers
                            ? new Entry(peer, function.netdev(), far.map(VirtualFunction::mac), "REACHABLE")
                            : new Entry(peer, function.netdev(), Optional.empty(), "FAILED"));
        }
        return entries;
    }

    /** The far end's own questions, for addresses of this host: the kernel notes who asked. */
    private static List<Entry> heard(VirtualRing ring, VirtualFunction function) {
        List<Entry> entries = new ArrayList<>();
        Optional<VirtualFunction> far = farEnd(ring, function);
        if (far.isEmpty()) {
            return entries;
        }
        VirtualHost host = ring.hosts().get(function.host());
        for (IpOnNetdev own : far.get().addresses()) {
            boolean asks = peers(ring, far.get()).stream()
                    .anyMatch(peer -> own.subnet().contains(peer) && answersFor(host, peer));
            if (asks) {
                entries.add(new Entry(
                        own.address(), function.netdev(), Optional.of(far.get().mac()), "STALE"));
            }
        }
        return entries;
    }

    private static Optional<VirtualFunction> farEnd(VirtualRing ring, VirtualFunction function) {
        return ring.hasCarrier(function) ? ring.wired(function).filter(VirtualFunction::adminUp) : Optional.empty();
    }

    private static boolean answersFor(VirtualHost host, Ipv4Address address) {
        return host.allAddresses().stream().anyMatch(a -> a.address().equals(address));
    }

    /** Fabric addresses of other hosts that lie in a subnet of the function, link-local ones left out. */
    private static List<Ipv4Address> peers(VirtualRing ring, VirtualFunction function) {
        List<Subnet> subnets = function.addresses().stream()
                .filter(a -> !a.address().isLinkLocal())
                .map(IpOnNetdev::subnet)
                .toList();
        return ring.hosts().stream()
                .filter(h -> h.index() != function.host())
                .flatMap(h -> h.functions().stream())
                .flatMap(f -> f.addresses().stream())
                .map(IpOnNetdev::address)
                .filter(a -> subnets.stream().anyMatch(s -> s.contains(a)))
                .distinct()
                .toList();
    }
}
