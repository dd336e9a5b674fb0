package dev.kolo.fabric.topology;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What addresses claim: functions of two hosts in one subnet, each under its own prefix length, are a link; functions of
 * three or more hosts are a switched segment.
 *
 * <p>Ends whose prefix lengths differ but which lie in each other's network are a claim too: there is a cable, only
 * badly addressed, and the doctor says so.
 */
final class SubnetClaims {
    private final List<Link> links = new ArrayList<>();
    private final List<Segment> segments = new ArrayList<>();

    SubnetClaims(List<Function> functions) {
        TreeMap<Subnet, List<Function>> members = new TreeMap<>();
        for (Function function : functions) {
            for (Subnet subnet : function.subnets()) {
                members.computeIfAbsent(subnet, s -> new ArrayList<>()).add(function);
            }
        }
        Set<FunctionId> placed = new HashSet<>();
        members.forEach((subnet, inside) -> claim(subnet, inside, placed));
        claimUnequalPrefixes(members, placed);
    }

    List<Link> links() {
        return links;
    }

    List<Segment> segments() {
        return segments;
    }

    private void claim(Subnet subnet, List<Function> inside, Set<FunctionId> placed) {
        TreeSet<String> hosts = new TreeSet<>();
        inside.forEach(f -> hosts.add(f.host()));
        if (hosts.size() < 2) {
            return;
        }
        inside.forEach(f -> placed.add(f.id()));
        if (hosts.size() > 2) {
            segments.add(new Segment(
                    subnet.toString(),
                    inside.stream().map(Function::id).sorted().toList(),
                    Link.Basis.SUBNET));
            return;
        }
        pairUp(inside, hosts.first(), subnet);
    }

    /** One function of each host makes a link; with several on a side, those of one plane belong together. */
    private void pairUp(List<Function> inside, String firstHost, Subnet subnet) {
        List<Function> here = new ArrayList<>();
        List<Function> there = new ArrayList<>();
        inside.stream()
                .sorted(Comparator.comparingInt(Function::plane).thenComparing(Function::port))
                .forEach(f -> (f.host().equals(firstHost) ? here : there).add(f));
        List<Function> left = new ArrayList<>();
        for (Function function : here) {
            Function peer = there.stream()
                    .filter(t -> t.plane() == function.plane())
                    .findFirst()
                    .orElse(null);
            if (peer == null) {
                left.add(function);
            } else {
                there.remove(peer);
                addLink(function, peer, subnet, subnet);
            }
        }
        for (int i = 0; i < Math.min(left.size(), there.size()); i++) {
            addLink(left.get(i), there.get(i), subnet, subnet);
        }
    }

    private void claimUnequalPrefixes(SortedMap<Subnet, List<Function>> members, Set<FunctionId> placed) {
        List<Subnet> subnets = List.copyOf(members.keySet());
        for (int i = 0; i + 1 < subnets.size(); i++) {
            Subnet wide = subnets.get(i);
            // Sorted by network, those inside a wide one follow it at once; a bound keeps a /0 from costing a square.
            for (int j = i + 1; j < subnets.size() && j <= i + 8 && wide.overlaps(subnets.get(j)); j++) {
                joinAcross(
                        members.getOrDefault(wide, List.of()),
                        wide,
                        members.getOrDefault(subnets.get(j), List.of()),
                        subnets.get(j),
                        placed);
            }
        }
    }

    private void joinAcross(
            List<Function> here, Subnet hereNet, List<Function> there, Subnet thereNet, Set<FunctionId> placed) {
        for (Function a : here) {
            for (Function b : there) {
                boolean free = !placed.contains(a.id()) && !placed.contains(b.id());
                if (free && !a.host().equals(b.host()) && seeEachOther(a, hereNet, b, thereNet)) {
                    placed.add(a.id());
                    placed.add(b.id());
                    addLink(a, b, hereNet, thereNet);
                }
            }
        }
    }

    private static boolean seeEachOther(Function a, Subnet aNet, Function b, Subnet bNet) {
        return a.ipv4Addresses().stream().flatMap(x -> x.ipv4().stream()).anyMatch(bNet::contains)
                && b.ipv4Addresses().stream().flatMap(x -> x.ipv4().stream()).anyMatch(aNet::contains);
    }

    private void addLink(Function a, Function b, Subnet aNet, Subnet bNet) {
        List<Evidence> evidence = new ArrayList<>();
        evidenceIn(a, aNet, evidence);
        evidenceIn(b, bNet, evidence);
        links.add(new Link(a.id(), b.id(), Link.Basis.SUBNET, evidence));
    }

    private static void evidenceIn(Function function, Subnet subnet, List<Evidence> evidence) {
        for (NetAddress address : function.ipv4Addresses()) {
            if (address.subnet().filter(subnet::equals).isPresent()) {
                evidence.add(address.evidence());
            }
        }
    }
}
