package dev.kolo.doctor.addresses;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Context;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The fabric's addresses grouped by overlapping network, whatever the prefix lengths. Sorting makes it cheap: networks
 * either lie inside each other or apart, so an open network only has to be remembered until its end.
 */
final class SubnetMap {
    private final List<Area> areas = new ArrayList<>();

    SubnetMap(Context context) {
        List<Member> members = new ArrayList<>();
        for (Function function : context.fabric().functions()) {
            for (NetAddress address : Addressing.routable(function)) {
                address.subnet()
                        .filter(s -> s.prefixLength() < 32)
                        .ifPresent(s -> members.add(new Member(function, address, s)));
            }
        }
        members.sort(Comparator.comparing(Member::subnet)
                .thenComparing(m -> m.function().id())
                .thenComparing(m -> m.address().toString()));
        List<Member> open = new ArrayList<>();
        for (Member member : members) {
            if (!open.isEmpty() && !open.getFirst().subnet().overlaps(member.subnet())) {
                areas.add(new Area(open));
                open = new ArrayList<>();
            }
            open.add(member);
        }
        if (!open.isEmpty()) {
            areas.add(new Area(open));
        }
    }

    List<Area> areas() {
        return areas;
    }

    /**
     * One address of one function.
     *
     * @param function whose
     * @param address which
     * @param subnet its network under its own prefix length
     */
    record Member(Function function, NetAddress address, Subnet subnet) {}

    /**
     * Addresses whose networks overlap; the first has the widest network.
     *
     * @param members in network order
     */
    record Area(List<Member> members) {
        Area {
            members = List.copyOf(members);
        }

        Subnet widest() {
            return members.getFirst().subnet();
        }

        List<Function> functions() {
            return members.stream().map(Member::function).distinct().toList();
        }

        List<String> hosts() {
            return members.stream().map(m -> m.function().host()).distinct().toList();
        }
    }
}
