package dev.kolo.doctor.addresses;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.ManagementNetdev;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One IPv4 address on two netdevs, of one host or of two, of which at least one belongs to the fabric. */
public final class DuplicateAddressCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        TreeMap<Ipv4Address, List<Holder>> holders = new TreeMap<>();
        for (Function function : context.fabric().functions()) {
            for (NetAddress address : function.ipv4Addresses()) {
                add(holders, new Holder(function.id(), address, true));
            }
        }
        for (ManagementNetdev other : context.fabric().management()) {
            if (other.role() == ManagementNetdev.Role.LOOPBACK || other.role() == ManagementNetdev.Role.VIRTUAL) {
                continue;
            }
            FunctionId id = new FunctionId(other.host(), other.netdev().name());
            other.netdev().addresses().forEach(a -> add(holders, new Holder(id, a, false)));
        }
        Map<Ipv4Address, List<Holder>> onOneHost = new TreeMap<>();
        holders.forEach((address, who) -> {
            long netdevs = who.stream().map(Holder::id).distinct().count();
            if (netdevs < 2 || who.stream().noneMatch(Holder::fabric)) {
                return;
            }
            if (who.stream().map(h -> h.id().host()).distinct().count() == 1) {
                onOneHost.put(address, who);
            } else {
                report(out, Map.of(address, who));
            }
        });
        if (!onOneHost.isEmpty()) {
            report(out, onOneHost);
        }
    }

    private static void add(Map<Ipv4Address, List<Holder>> holders, Holder holder) {
        holder.address()
                .ipv4()
                .filter(a -> !a.isLoopback())
                .ifPresent(
                        a -> holders.computeIfAbsent(a, x -> new ArrayList<>()).add(holder));
    }

    private static void report(Findings out, Map<Ipv4Address, List<Holder>> doubled) {
        List<Holder> all = doubled.values().stream().flatMap(List::stream).toList();
        List<String> hosts = all.stream().map(h -> h.id().host()).distinct().toList();
        List<String> seen = new ArrayList<>();
        doubled.forEach((address, who) -> seen.add(address + " on "
                + Phrase.list(who.stream()
                        .map(DuplicateAddressCheck::describe)
                        .distinct()
                        .toList())));
        Draft draft = out.report(Code.DUPLICATE_ADDRESS)
                .at(
                        hosts.size() == 1 ? hosts.getFirst() : "",
                        Phrase.list(
                                doubled.keySet().stream().map(Object::toString).toList()))
                .seen(String.join("; ", seen.subList(0, Math.min(4, seen.size())))
                        + (seen.size() > 4 ? "; and " + (seen.size() - 4) + " more" : ""))
                .wanted("every address on one netdev only")
                .consequence(
                        "a peer's packets reach whichever netdev answers first, and the RoCE connection is made with"
                                + " the wrong one")
                .fix("change the address of all but one of these netdevs, to a subnet that its own cable uses alone")
                .about(all.stream().map(Holder::id).toList());
        all.forEach(h -> draft.evidence(h.address().evidence()));
        draft.add();
    }

    private static String describe(Holder holder) {
        return holder.id() + (holder.address().origin() == NetAddress.Origin.CONFIGURED ? " (configured)" : "");
    }

    /**
     * A netdev that holds an address.
     *
     * @param id the netdev
     * @param address the address
     * @param fabric whether the netdev is a function of the fabric
     */
    private record Holder(FunctionId id, NetAddress address, boolean fabric) {}
}
