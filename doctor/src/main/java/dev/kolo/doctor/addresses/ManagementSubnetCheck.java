package dev.kolo.doctor.addresses;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.ManagementNetdev;
import dev.kolo.fabric.topology.ManagementNetdev.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Management or container networks that overlap a fabric subnet: the host then sends fabric traffic over the LAN. */
public final class ManagementSubnetCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        TreeMap<Subnet, List<Clash>> clashes = new TreeMap<>();
        List<SubnetMap.Area> areas = new SubnetMap(context).areas();
        for (ManagementNetdev other : context.fabric().management()) {
            for (NetAddress address : other.netdev().addresses()) {
                boolean counts = other.role() != Role.LOOPBACK
                        && !address.address().isLinkLocal()
                        && address.subnet().isPresent()
                        && address.subnet().get().prefixLength() < 32;
                if (counts) {
                    find(areas, other, address, clashes);
                }
            }
        }
        clashes.forEach((subnet, all) -> report(out, subnet, all));
    }

    private static void find(
            List<SubnetMap.Area> areas, ManagementNetdev other, NetAddress address, Map<Subnet, List<Clash>> clashes) {
        Subnet own = address.subnet().orElseThrow();
        // The LAN is one network for all hosts; a container bridge concerns its own host only.
        boolean everywhere =
                other.role() == Role.DEFAULT_ROUTE || other.role() == Role.OTHER || other.role() == Role.WIRELESS;
        for (SubnetMap.Area area : areas) {
            if (!area.widest().overlaps(own)) {
                continue;
            }
            for (SubnetMap.Member member : area.members()) {
                boolean concerned = everywhere || member.function().host().equals(other.host());
                if (concerned && member.subnet().overlaps(own)) {
                    clashes.computeIfAbsent(own, s -> new ArrayList<>()).add(new Clash(other, address, member));
                }
            }
        }
    }

    private static void report(Findings out, Subnet subnet, List<Clash> clashes) {
        Map<String, String> others = new LinkedHashMap<>();
        Map<String, String> functions = new LinkedHashMap<>();
        for (Clash clash : clashes) {
            String netdev = name(clash.other());
            others.put(netdev, netdev + " " + clash.address());
            functions.put(
                    clash.member().function().id().toString(),
                    clash.member().function().id() + " " + clash.member().address());
        }
        List<String> hosts =
                clashes.stream().map(c -> c.other().host()).distinct().toList();
        Draft draft = out.report(Code.MANAGEMENT_IN_FABRIC_SUBNET)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.list(others.keySet()))
                .seen(Phrase.list(others.values()) + "; " + Phrase.list(functions.values()))
                .wanted("management and fabric in networks that do not overlap")
                .consequence(
                        "the kernel has two routes to " + subnet + ": traffic for a fabric neighbour can leave by the"
                                + " management network, and ssh by a cable")
                .fix("move the fabric links out of " + subnet + " (the management network usually cannot move)");
        clashes.forEach(c -> draft.evidence(c.address().evidence())
                .evidence(c.member().address().evidence()));
        draft.add();
    }

    private static String name(ManagementNetdev other) {
        return other.host().isEmpty()
                ? other.netdev().name()
                : other.host() + ":" + other.netdev().name();
    }

    /**
     * A management address and a fabric address in overlapping networks.
     *
     * @param other the management netdev
     * @param address its address
     * @param member the fabric side
     */
    private record Clash(ManagementNetdev other, NetAddress address, SubnetMap.Member member) {}
}
