package dev.kolo.doctor.drift;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.plan.relay.Owned;
import java.util.List;

/** What is there now and was not before: devices, addresses of the fabric, rules. */
public final class AppearedCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (Pair pair : Pair.of(context)) {
            Changes fresh = new Changes(pair.host());
            devices(pair, fresh);
            addresses(pair, fresh);
            rules(pair, fresh);
            if (!fresh.isEmpty()) {
                fresh.draft(out, Code.DRIFT_APPEARED)
                        .consequence("it may be meant; an address more can move GIDs and add links")
                        .fix("nothing, when it is meant")
                        .add();
            }
        }
    }

    private static void devices(Pair pair, Changes fresh) {
        if (pair.before().hasObserved(Topic.LINKS) || pair.before().hasObserved(Topic.ADDRESSES)) {
            for (Netdev is : pair.after().netdevs()) {
                boolean renamed = pair.before().netdevs().stream()
                        .anyMatch(n -> n.mac().isPresent() && n.mac().equals(is.mac()));
                if (is.kind().isEmpty()
                        && !renamed
                        && pair.before().netdev(is.name()).isEmpty()) {
                    appeared(fresh, "the netdev " + is.name(), is.evidence());
                }
            }
        }
        if (pair.before().hasObserved(Topic.RDMA_PORTS)) {
            for (RdmaDevice is : pair.after().rdmaDevices()) {
                if (pair.before().rdmaDevice(is.name()).isEmpty()) {
                    appeared(fresh, "the RDMA device " + is.name(), is.evidence());
                }
            }
        }
    }

    private static void addresses(Pair pair, Changes fresh) {
        pair.netdevs((was, is) -> {
            if (!pair.isFabric(is.name()) || !was.addressesObserved()) {
                return;
            }
            List<NetAddress> old = was.addresses().stream()
                    .filter(a ->
                            a.origin() == NetAddress.Origin.LIVE && a.ipv4().isPresent())
                    .toList();
            List<NetAddress> now = is.addresses().stream()
                    .filter(a ->
                            a.origin() == NetAddress.Origin.LIVE && a.ipv4().isPresent())
                    .toList();
            // An address that took another's place is told by ADDRESS_DRIFT.
            boolean anyLost = old.stream()
                    .anyMatch(o -> now.stream().noneMatch(n -> n.address().equals(o.address())));
            if (!anyLost) {
                now.stream()
                        .filter(n -> old.stream().noneMatch(o -> o.address().equals(n.address())))
                        .forEach(n -> appeared(fresh, "the address " + n + " on " + is.name(), n.evidence()));
            }
        });
    }

    private static void rules(Pair pair, Changes fresh) {
        if (pair.before().hasObserved(Topic.FILTERS)) {
            pair.after().filters().stream()
                    .filter(f -> pair.isFabric(f.netdev()))
                    .filter(f -> pair.before().filters().stream()
                            .noneMatch(g -> g.netdev().equals(f.netdev())
                                    && g.hook().equals(f.hook())
                                    && g.protocol().equals(f.protocol())
                                    && g.preference() == f.preference()))
                    .forEach(f -> appeared(
                            fresh, "the " + f.hook() + " rule " + f.protocol() + " on " + f.netdev(), f.evidence()));
        }
        if (pair.before().hasObserved(Topic.ROUTES)) {
            pair.after().routes().stream()
                    .filter(Owned::is)
                    .filter(r -> pair.before().routes().stream()
                            .noneMatch(g -> g.destination().equals(r.destination())
                                    && g.netdev().equals(r.netdev())))
                    .forEach(r -> appeared(fresh, "the route to " + r.destination(), r.evidence()));
        }
    }

    private static void appeared(Changes fresh, String what, Evidence is) {
        fresh.add(what, what + " is new", "not there", Evidence.NONE, is);
    }
}
