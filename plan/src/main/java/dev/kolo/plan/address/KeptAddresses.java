package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.PlannedLink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Tells which links can stay as they are addressed, and why the others cannot. A link stays when each end has exactly one
 * lasting address, both in one network under equal prefix lengths, which nothing outside the fabric uses and no other link
 * keeps. Of several links in one network the first stays: the others move away from it.
 */
final class KeptAddresses {
    private final List<PlannedLink> links;
    private final UsedNetworks used;
    private final Map<FunctionId, Function> functions = new HashMap<>();
    private final Map<Subnet, Set<FunctionId>> holders = new HashMap<>();
    private final Set<FunctionId> ends = new HashSet<>();
    private final Set<Subnet> overlapping;
    private final Map<Subnet, PlannedLink> keeper = new HashMap<>();
    private final Map<Integer, LinkAddress> kept = new TreeMap<>();
    private final Map<Integer, String> reasons = new TreeMap<>();

    KeptAddresses(Fabric fabric, List<PlannedLink> links, UsedNetworks used) {
        this.links = links;
        this.used = used;
        List<Subnet> all = new ArrayList<>();
        for (Function function : fabric.functions()) {
            functions.put(function.id(), function);
            for (Subnet subnet : function.subnets()) {
                if (!holders.containsKey(subnet)) {
                    all.add(subnet);
                }
                holders.computeIfAbsent(subnet, s -> new HashSet<>()).add(function.id());
            }
        }
        links.forEach(link -> {
            ends.add(link.a());
            ends.add(link.b());
        });
        all.sort(null);
        overlapping = overlappingNetworks(all);
        // The first plane has the first claim: a second plane's template is what usually reuses its networks.
        IntStream.range(0, links.size())
                .boxed()
                .sorted(Comparator.comparingInt(i -> links.get(i).plane()))
                .forEach(this::examine);
    }

    /** By index of the link: those whose present addresses stay. Changing it changes what is kept. */
    Map<Integer, LinkAddress> kept() {
        return kept;
    }

    /** By index of the link: why a link that has addresses gets new ones. */
    Map<Integer, String> reasons() {
        return reasons;
    }

    /** Lets go of kept addresses that the compared length would not tell apart, later ones first. */
    void dropUnlike(int length) {
        Set<Subnet> seen = new HashSet<>();
        kept.entrySet().removeIf(entry -> {
            LinkAddress link = entry.getValue();
            boolean sound = ComparedPrefix.endsMatch(length, link.addressA(), link.addressB())
                    && seen.add(Subnet.of(link.addressA(), length));
            if (!sound) {
                reasons.put(
                        entry.getKey(),
                        link.subnet() + " cannot be told from another link's network under the compared length "
                                + length);
            }
            return !sound;
        });
    }

    private void examine(int index) {
        PlannedLink link = links.get(index);
        List<NetAddress> atA = addressesOf(link.a());
        List<NetAddress> atB = addressesOf(link.b());
        if (atA.isEmpty() && atB.isEmpty()) {
            return;
        }
        Optional<String> trouble = endTrouble(link, atA, atB);
        if (trouble.isEmpty()) {
            Subnet subnet = atA.getFirst().subnet().orElseThrow();
            trouble = networkTrouble(link, subnet);
            if (trouble.isEmpty()) {
                keeper.put(subnet, link);
                kept.put(
                        index,
                        new LinkAddress(
                                link.a(),
                                link.b(),
                                link.plane(),
                                subnet,
                                atA.getFirst().ipv4().orElseThrow(),
                                atB.getFirst().ipv4().orElseThrow(),
                                true));
            }
        }
        trouble.ifPresent(reason -> reasons.put(index, reason));
    }

    private List<NetAddress> addressesOf(FunctionId id) {
        Function function = functions.get(id);
        return function == null
                ? List.of()
                : function.ipv4Addresses().stream()
                        .filter(a -> !a.address().isLinkLocal())
                        .toList();
    }

    private static Optional<String> endTrouble(PlannedLink link, List<NetAddress> atA, List<NetAddress> atB) {
        Optional<String> single = singleTrouble(link.a(), atA).or(() -> singleTrouble(link.b(), atB));
        if (single.isPresent()) {
            return single;
        }
        NetAddress a = atA.getFirst();
        NetAddress b = atB.getFirst();
        if (!a.subnet().equals(b.subnet())) {
            return Optional.of("its ends lie in different networks, " + a + " and " + b);
        }
        return a.ipv4().equals(b.ipv4()) ? Optional.of("both ends have the same address, " + a) : Optional.empty();
    }

    /** What keeps the addresses of one end from staying, whatever the other end has. */
    private static Optional<String> singleTrouble(FunctionId end, List<NetAddress> addresses) {
        if (addresses.isEmpty()) {
            return Optional.of(end.name() + " of " + end.host() + " has no address");
        }
        if (addresses.size() > 1) {
            return Optional.of(end.name() + " of " + end.host() + " has several addresses, " + addresses.get(0)
                    + " and " + addresses.get(1));
        }
        NetAddress address = addresses.getFirst();
        if (address.subnet().filter(s -> s.prefixLength() < 32).isEmpty()) {
            return Optional.of(address + " of " + end.host() + " has no prefix that a neighbour could share");
        }
        if (address.dynamic().orElse(false)) {
            return Optional.of(address + " of " + end.host() + " is leased and will not last");
        }
        return address.ipv4()
                .filter(ip -> isNetworkOrBroadcast(ip, address.subnet().orElseThrow()))
                .map(ip -> address + " of " + end.host() + " is its network's own or broadcast address");
    }

    private static boolean isNetworkOrBroadcast(Ipv4Address address, Subnet subnet) {
        return subnet.prefixLength() < 31 && (address.equals(subnet.network()) || address.bits() == lastOf(subnet));
    }

    private Optional<String> networkTrouble(PlannedLink link, Subnet subnet) {
        Optional<String> foreign = used.conflict(subnet);
        if (foreign.isPresent()) {
            return Optional.of(subnet + " overlaps " + foreign.get());
        }
        if (overlapping.contains(subnet)) {
            return Optional.of(subnet + " overlaps another network of the fabric");
        }
        PlannedLink first = keeper.get(subnet);
        if (first != null) {
            return Optional.of(subnet + " is the network of " + first.a() + " - " + first.b()
                    + ": every cable and plane needs its own");
        }
        return holders.getOrDefault(subnet, Set.of()).stream()
                .filter(f -> !f.equals(link.a()) && !f.equals(link.b()) && !ends.contains(f))
                .sorted()
                .findFirst()
                .map(f -> subnet + " is also on " + f + ", which is no end of a planned link");
    }

    /** Networks that overlap another one; sorted by network, a wide one stands before those inside it. */
    private static Set<Subnet> overlappingNetworks(List<Subnet> sorted) {
        Set<Subnet> found = new HashSet<>();
        Subnet widest = null;
        for (Subnet subnet : sorted) {
            if (widest != null && widest.overlaps(subnet)) {
                found.add(widest);
                found.add(subnet);
            }
            boolean further = widest == null || Integer.compareUnsigned(lastOf(subnet), lastOf(widest)) > 0;
            widest = further ? subnet : widest;
        }
        return found;
    }

    private static int lastOf(Subnet subnet) {
        return subnet.network().bits() | ~Subnet.mask(subnet.prefixLength());
    }
}
