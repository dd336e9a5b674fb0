package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Gives each rail of a switched fabric one network. A network that most of a rail's functions have already stays, and so do
 * the addresses in it; the others get free numbers of it.
 */
final class RailPlanner {
    private final Map<FunctionId, Function> functions = new HashMap<>();
    private final UsedNetworks used;
    private final Set<Subnet> taken = new HashSet<>();
    private final List<String> notes = new ArrayList<>();

    RailPlanner(Fabric fabric, UsedNetworks used) {
        this.used = used;
        fabric.functions().forEach(f -> functions.put(f.id(), f));
    }

    List<String> notes() {
        return notes;
    }

    /**
     * The network that a rail keeps; empty when it has none that can stay.
     *
     * @param rail the rail
     * @param readdress whether present networks are given up
     */
    Optional<Subnet> present(Rail rail, boolean readdress) {
        if (readdress) {
            return Optional.empty();
        }
        Map<Subnet, Integer> votes = new TreeMap<>();
        for (FunctionId member : rail.members()) {
            only(member).flatMap(NetAddress::subnet).ifPresent(s -> votes.merge(s, 1, Integer::sum));
        }
        Optional<Subnet> best = votes.entrySet().stream()
                .filter(e -> e.getKey().prefixLength() <= 30
                        && room(e.getKey()) >= rail.members().size())
                .max(Map.Entry.<Subnet, Integer>comparingByValue()
                        .thenComparing(
                                Map.Entry.<Subnet, Integer>comparingByKey().reversed()))
                .map(Map.Entry::getKey);
        if (best.isEmpty()) {
            return best;
        }
        Subnet subnet = best.get();
        Optional<String> conflict = used.conflict(subnet);
        if (conflict.isPresent()) {
            notes.add(subnet + " overlaps " + conflict.get() + ": plane " + rail.plane() + " gets another network.");
            return Optional.empty();
        }
        if (taken.stream().anyMatch(subnet::overlaps)) {
            notes.add(subnet + " is the network of another plane already: plane " + rail.plane()
                    + " gets one of its own.");
            return Optional.empty();
        }
        taken.add(subnet);
        return best;
    }

    private static long room(Subnet subnet) {
        return (1L << 32 - subnet.prefixLength()) - 2;
    }

    /** The one lasting address of a function. */
    private Optional<NetAddress> only(FunctionId id) {
        Function function = functions.get(id);
        if (function == null) {
            return Optional.empty();
        }
        List<NetAddress> addresses = function.ipv4Addresses().stream()
                .filter(a -> !a.address().isLinkLocal())
                .toList();
        return addresses.size() == 1 && !addresses.getFirst().dynamic().orElse(false)
                ? Optional.of(addresses.getFirst())
                : Optional.empty();
    }

    /** The addresses of a rail in its network. */
    SegmentAddress address(Rail rail, Subnet subnet, boolean readdress) {
        Map<FunctionId, Ipv4Address> kept = new LinkedHashMap<>();
        Set<Ipv4Address> held = new HashSet<>();
        if (!readdress) {
            for (FunctionId member : rail.members()) {
                only(member)
                        .filter(a -> a.subnet().filter(subnet::equals).isPresent())
                        .flatMap(NetAddress::ipv4)
                        .filter(ip -> isHost(ip, subnet) && held.add(ip))
                        .ifPresent(ip -> kept.put(member, ip));
            }
        }
        List<SegmentAddress.Member> members = new ArrayList<>();
        int next = 1;
        for (FunctionId member : rail.members()) {
            Ipv4Address address = kept.get(member);
            boolean isKept = address != null;
            while (address == null) {
                Ipv4Address candidate = subnet.network().plus(next++);
                address = held.add(candidate) ? candidate : null;
            }
            members.add(new SegmentAddress.Member(member, address, isKept));
        }
        return new SegmentAddress(rail.plane(), subnet, members);
    }

    private static boolean isHost(Ipv4Address address, Subnet subnet) {
        return !address.equals(subnet.network())
                && address.bits() != (subnet.network().bits() | ~Subnet.mask(subnet.prefixLength()));
    }
}
