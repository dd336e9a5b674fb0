package dev.kolo.plan;

import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.cabling.RankOrder;
import dev.kolo.plan.engine.EngineSection;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.wire.WireSection;
import java.util.ArrayList;
import java.util.List;

/** Collects what an owner should know of a plan, one sentence or two a matter, the weightiest first. */
final class PlanNotes {
    static final String INVENTED = "Names, MACs, devices and the LAN are invented: this plan is for no real hosts.";

    private final List<String> notes = new ArrayList<>();

    PlanNotes(boolean invented, List<String> cables, List<String> addresses, List<String> relays) {
        if (invented) {
            notes.add(INVENTED);
        }
        notes.addAll(cables);
        notes.addAll(addresses);
        notes.addAll(relays);
    }

    List<String> write(
            Shape.Kind shape,
            List<PlannedHost> hosts,
            AddressPlan addresses,
            PairingResult lanes,
            WireSection wire,
            RelaySection relays,
            EngineSection engine,
            List<TransitRoute> transit) {
        if (shape == Shape.Kind.RING && hosts.size() > 3 && relays.relays() == 0) {
            notes.add("Without relays a ring of " + hosts.size() + " runs neighbour schedules on the wire and NCCL as a"
                    + " ring only: whatever sends between opposite ranks (pipeline stages, all-to-all, DCP) fails.");
        }
        if (shape == Shape.Kind.SWITCHED) {
            notes.add("Switched: one network a plane, at most " + RankOrder.MOST_SWITCHED_HOSTS + " hosts, no relays.");
        }
        wire.groups().stream()
                .filter(g -> g.schedules().isEmpty())
                .forEach(g -> notes.add("Ranks " + g.first() + "-" + g.last() + ": " + g.said()));
        notices(lanes).forEach(f -> notes.add(f.seen() + " (" + f.code() + "): " + f.consequence()));
        if (addresses.comparedPrefixLength() != dev.kolo.plan.address.ComparedPrefix.NCCL_DEFAULT
                && shape != Shape.Kind.SWITCHED) {
            notes.add("NCCL must compare addresses with prefix length " + addresses.comparedPrefixLength()
                    + " here: its own 24 does not tell these cables apart.");
        }
        if (hosts.size() > 2 && !wire.lanes().lanes().isEmpty()) {
            notes.add(
                    "For more than two ranks the wire stays off under `auto` beside an engine's NCCL, until a receipt for"
                            + " this world and shape shows cold prompts not slower.");
        }
        engine.label().ifPresent(label -> notes.add("Label: " + label + "."));
        engine.absence().ifPresent(notes::add);
        List<String> unmanaged = hosts.stream()
                .filter(h -> h.management().isEmpty())
                .map(PlannedHost::name)
                .toList();
        if (!unmanaged.isEmpty() && engine.absence().isEmpty()) {
            notes.add("The LAN netdev of " + Names.few(unmanaged) + " was not observed: NCCL_SOCKET_IFNAME,"
                    + " GLOO_SOCKET_IFNAME and the host address must be set by hand there.");
        }
        if (!transit.isEmpty()) {
            notes.add("Transit routes carry TCP between hosts without a common cable; the hosts in between must forward"
                    + " (net.ipv4.ip_forward=1), and their IpForwDatagrams moves.");
        }
        return List.copyOf(notes);
    }

    private static List<Finding> notices(PairingResult lanes) {
        return switch (lanes) {
            case PairingResult.EveryPair every -> every.notices();
            case PairingResult.NeighboursOnly only -> only.notices();
            case PairingResult.Refused _ -> List.of();
        };
    }
}
