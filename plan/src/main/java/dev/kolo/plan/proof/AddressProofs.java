package dev.kolo.plan.proof;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.address.LinkAddress;
import dev.kolo.plan.address.SegmentAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Proofs about addresses, read off the hosts and networks of a plan. */
final class AddressProofs {
    private AddressProofs() {}

    static Proof unique(Plan plan) {
        Map<Ipv4Address, String> holders = new HashMap<>();
        List<String> failures = new ArrayList<>();
        int cases = 0;
        for (PlannedHost host : plan.hosts()) {
            for (PlannedFunction function : host.functions()) {
                if (!function.linked()) {
                    continue;
                }
                String place = function.netdev() + " of " + host.name();
                cases++;
                if (function.address().isEmpty()) {
                    failures.add(place + " has no address");
                    continue;
                }
                String other = holders.put(function.address().get(), place);
                if (other != null) {
                    failures.add(function.address().get() + " is on " + other + " and on " + place);
                }
            }
            host.management().flatMap(PlannedHost.Management::address).ifPresent(address -> {
                String other = holders.put(address, "the management netdev of " + host.name());
                if (other != null) {
                    failures.add(address + " is on " + other + " and on the management netdev of " + host.name());
                }
            });
        }
        return new Proof(
                "addresses are unique",
                "every linked function has one address, and no other function or management netdev has it",
                cases,
                failures);
    }

    static Proof networks(Plan plan) {
        AddressPlan addresses = plan.addresses();
        int length = addresses.comparedPrefixLength();
        Map<Subnet, String> own = new HashMap<>();
        Map<Subnet, String> compared = new HashMap<>();
        List<String> failures = new ArrayList<>();
        for (LinkAddress link : addresses.links()) {
            String name = link.a() + " - " + link.b();
            boolean inside =
                    link.subnet().contains(link.addressA()) && link.subnet().contains(link.addressB());
            boolean alike = Subnet.of(link.addressA(), length).contains(link.addressB());
            if (!inside || !alike) {
                failures.add("the ends of " + name + " do not match: " + link.addressA() + ", " + link.addressB());
            }
            apart(own, link.subnet(), name, failures);
            apart(compared, Subnet.of(link.addressA(), length), name, failures);
        }
        for (SegmentAddress segment : addresses.segments()) {
            String name = "the switched network of plane " + segment.plane();
            segment.members().stream()
                    .filter(m -> !segment.subnet().contains(m.address()))
                    .forEach(
                            m -> failures.add(m.address() + " of " + m.function() + " is outside " + segment.subnet()));
            apart(own, segment.subnet(), name, failures);
        }
        failures.addAll(overlaps(own));
        return new Proof(
                "ends match and no two networks match",
                "both ends of every link lie in one network, and no two links in one or in overlapping ones, under their"
                        + " own prefix lengths and under the compared length " + length,
                addresses.links().size() + addresses.segments().size(),
                failures);
    }

    private static void apart(Map<Subnet, String> seen, Subnet subnet, String name, List<String> failures) {
        String other = seen.put(subnet, name);
        if (other != null) {
            failures.add(name + " and " + other + " share " + subnet);
        }
    }

    /** Networks that lie inside others; sorted, a wide one stands before those inside it. */
    private static List<String> overlaps(Map<Subnet, String> networks) {
        List<Subnet> sorted = networks.keySet().stream().sorted().toList();
        List<String> found = new ArrayList<>();
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i - 1).overlaps(sorted.get(i))) {
                found.add(sorted.get(i - 1) + " and " + sorted.get(i) + " overlap");
            }
        }
        return found;
    }
}
