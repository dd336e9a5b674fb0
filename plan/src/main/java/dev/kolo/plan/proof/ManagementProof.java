package dev.kolo.plan.proof;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.ManagementNetdev;
import dev.kolo.plan.Names;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.address.UsedNetworks;
import dev.kolo.plan.relay.RelayObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Shows that the way to the LAN stays as it is: its netdev, its networks, the default route. */
final class ManagementProof {
    private ManagementProof() {}

    static Proof of(Plan plan, Fabric fabric) {
        List<String> failures = new ArrayList<>();
        List<String> unseen = new ArrayList<>();
        Set<String> touched = new HashSet<>();
        UsedNetworks used = new UsedNetworks(fabric);
        int cases = 0;
        for (RelayObject object : plan.relays().objects()) {
            touched.add(object.host() + " " + object.netdev());
        }
        plan.transit().forEach(r -> touched.add(r.host() + " " + r.netdev()));
        for (PlannedHost host : plan.hosts()) {
            for (PlannedFunction function : host.functions()) {
                if (function.linked()) {
                    touched.add(host.name() + " " + function.netdev());
                }
            }
            if (host.management().isEmpty()) {
                unseen.add(host.name());
            }
        }
        for (ManagementNetdev netdev : fabric.management()) {
            cases++;
            if (touched.contains(netdev.host() + " " + netdev.netdev().name())) {
                failures.add(
                        netdev.netdev().name() + " of " + netdev.host() + " is no fabric port and would be changed");
            }
        }
        Set<Subnet> networks = new HashSet<>();
        plan.addresses().links().forEach(l -> networks.add(l.subnet()));
        plan.addresses().segments().forEach(s -> networks.add(s.subnet()));
        for (Subnet subnet : networks.stream().sorted().toList()) {
            cases++;
            Optional<String> conflict = used.conflict(subnet);
            conflict.ifPresent(c -> failures.add(subnet + " overlaps " + c));
        }
        return new Proof(
                "management is untouched",
                "no object and no address of the plan is on a netdev outside the fabric, no network of it overlaps one that"
                        + " hosts use otherwise, and the plan has no default route",
                cases,
                failures,
                unseen.isEmpty() ? List.of() : List.of("the LAN netdev of " + Names.few(unseen)));
    }
}
