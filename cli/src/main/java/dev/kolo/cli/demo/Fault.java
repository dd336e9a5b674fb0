package dev.kolo.cli.demo;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Troubles that the demo plants in a sound virtual ring: each is one that people had on real machines. A fault knows how
 * it is repaired, as a hand or a command would do it, and which codes the doctor must report; the doctor knows nothing of
 * either.
 */
@SuppressWarnings("ImmutableEnumChecker") // its functions are lambdas that capture nothing
public enum Fault {
    SWAPPED_PLUGS(
            3,
            "on spark2 the plugs of port 0 and port 1 sit in each other's port",
            "on spark2, exchange the plugs of port 0 and port 1",
            ring -> ring.withPlugsSwapped(1),
            ring -> ring.withPlugsSwapped(1),
            Code.ENDS_IN_DIFFERENT_SUBNETS),
    SAME_INDEX(
            3,
            "spark2 is cabled and addressed the wrong way round: two cables join ports of the same number",
            "on spark2, exchange the plugs of port 0 and port 1, and their addresses with them",
            ring -> withAddressesTurned(ring.withPlugsSwapped(1), 1),
            ring -> withAddressesTurned(ring.withPlugsSwapped(1), 1),
            Code.CABLE_SAME_INDEX),
    UNPLUGGED(
            2,
            "the cable in port 0 of spark2 is not plugged in",
            "plug the cable in again",
            ring -> ring.withCables(ring.cables().stream()
                    .filter(c -> c.from(new Plug(1, 0)).isEmpty())
                    .toList()),
            ring -> ring.withCables(VirtualRing.healthy(ring.hosts().size()).cables()),
            Code.PORT_NO_LINK),
    SECOND_PLANE_UNADDRESSED(
            2,
            "nobody gave the second PCIe half of the cards addresses: half of the bandwidth lies idle",
            "give each function of the second plane its address and an MTU of 9000",
            ring -> changed(
                    ring, f -> f.plane() == 1 ? f.withAddresses(List.of()).withMtu(1500) : f),
            ring -> changed(
                    ring,
                    f -> f.plane() == 1
                            ? f.withAddresses(plannedAddresses(ring, f)).withMtu(9000)
                            : f),
            Code.UNADDRESSED),
    MTU(
            2,
            "spark2's port 0 has an MTU of 1500, the other end 9000",
            "on spark2, set the MTU of enp1s0f0np0 to 9000",
            ring -> ring.with(1, 0, 0, f -> f.withMtu(1500)),
            ring -> ring.with(1, 0, 0, f -> f.withMtu(9000)),
            Code.MTU_MISMATCH),
    DUPLICATE_SUBNET(
            4,
            "the cables spark1-spark2 and spark3-spark4 use one subnet",
            "give the cable spark3-spark4 a subnet of its own",
            ring -> withSubnetOfFirstCable(ring),
            ring -> changed(ring, f -> f.plane() == 0 ? f.withAddresses(plannedAddresses(ring, f)) : f),
            Code.DUPLICATE_SUBNET),
    TWINS(
            2,
            "both PCIe halves of the cable spark1-spark2 use one subnet",
            "give the second half of that cable a subnet of its own",
            ring -> withTwins(ring),
            ring -> changed(ring, f -> f.plane() == 1 ? f.withAddresses(plannedAddresses(ring, f)) : f),
            Code.TWINS_IN_ONE_SUBNET),
    WRONG_PREFIX(
            2,
            "one end of the cable spark1-spark2 has a /28 where the other has a /24",
            "on spark2, give the address the prefix length 24",
            ring -> withPrefixOfSecondEnd(ring, 28),
            ring -> withPrefixOfSecondEnd(ring, VirtualRing.PREFIX_LENGTH),
            Code.ENDS_IN_DIFFERENT_SUBNETS),
    PREFIX_MERGES(
            3,
            "each cable is a /30, but all of a plane lie in one /24, which is what NCCL compares",
            "on every rank, set NCCL_IB_SUBNET_PREFIX_LEN=30",
            ring -> changed(ring, f -> f.withAddresses(smallSubnets(ring, f))),
            ring -> everyHost(ring, h -> h.withEnvironment(List.of("NCCL_IB_SUBNET_PREFIX_LEN=30"))),
            Code.PREFIX_LEN_MERGES_CABLES),
    SPEED(
            3,
            "the cable spark1-spark2 came up at 100 Gb/s, all others at 200",
            "replace the cable spark1-spark2 by a 200 Gb/s one",
            ring -> withSpeedOfFirstCable(ring, 100),
            ring -> withSpeedOfFirstCable(ring, 200),
            Code.LINK_SPEED_MIXED),
    PORT_DOWN(
            2,
            "on spark2 one half of port 0 was never set up",
            "on spark2, run: ip link set enP2p1s0f0np0 up",
            ring -> ring.with(1, 1, 0, f -> f.withAdminUp(false)),
            ring -> ring.with(1, 1, 0, f -> f.withAdminUp(true)),
            Code.PORT_NO_LINK),
    GID_INDEX(
            2,
            "a stray 169.254 address on spark2 moves its GIDs from index 3 to 5",
            "on spark2, remove the 169.254 address from enp1s0f0np0",
            ring -> ring.with(1, 0, 0, f -> f.withAddresses(withLinkLocal(f))),
            ring -> ring.with(1, 0, 0, f -> f.withAddresses(withoutLinkLocal(f))),
            Code.GID_INDEX_DIFFERS),
    MISSING_GID(
            2,
            "the GID table of rocep1s0f0 on spark2 has no entry for its address",
            "on spark2, set the link of enp1s0f0np0 down and up again, so that the kernel fills the table",
            ring -> ring.with(1, 0, 0, f -> f.withGidsFollow(false)),
            ring -> ring.with(1, 0, 0, f -> f.withGidsFollow(true)),
            Code.GID_MISSING),
    MANAGEMENT_IN_FABRIC(
            2,
            "the LAN uses 10.10.0.0/24, and so does the cable spark1-spark2",
            "give the cable spark1-spark2 another subnet, 10.10.100.0/24",
            ring -> everyHost(ring, h -> h.withLan(new IpOnNetdev(Ipv4Address.of(10, 10, 0, 101 + h.index()), 24))),
            ring -> withFirstCableIn(ring, 100),
            Code.MANAGEMENT_IN_FABRIC_SUBNET);

    private final int fewestHosts;
    private final String story;
    private final String repair;
    private final UnaryOperator<VirtualRing> plant;
    private final UnaryOperator<VirtualRing> heal;
    private final Code code;

    Fault(
            int fewestHosts,
            String story,
            String repair,
            UnaryOperator<VirtualRing> plant,
            UnaryOperator<VirtualRing> heal,
            Code code) {
        this.fewestHosts = fewestHosts;
        this.story = story;
        this.repair = repair;
        this.plant = plant;
        this.heal = heal;
        this.code = code;
    }

    /** The word that users type: {@code swapped-plugs}. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** The fault of a word; underscores and case do not matter. */
    public static Optional<Fault> ofWord(String word) {
        for (Fault fault : values()) {
            if (fault.word().equalsIgnoreCase(word.replace('_', '-'))) {
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }

    /** The fault that the demo shows unless it is told otherwise: the most common one that this size can have. */
    public static Fault usual(int hosts) {
        return hosts >= SWAPPED_PLUGS.fewestHosts ? SWAPPED_PLUGS : SECOND_PLANE_UNADDRESSED;
    }

    /** Fewest hosts with which the fault can happen. */
    public int fewestHosts() {
        return fewestHosts;
    }

    /** What is wrong, one sentence without a full stop. */
    public String story() {
        return story;
    }

    /** What is done to repair it, one sentence without a full stop. */
    public String repair() {
        return repair;
    }

    /** The code that the doctor must report. */
    public Code code() {
        return code;
    }

    /** Plants it in a sound ring. */
    public VirtualRing plant(VirtualRing sound) {
        return plant.apply(sound);
    }

    /** Repairs it in a ring that has it. */
    public VirtualRing heal(VirtualRing faulty) {
        return heal.apply(faulty);
    }

    // ---- what the faults are made of -----------------------------------------------------------------------------

    private static VirtualRing changed(VirtualRing ring, UnaryOperator<VirtualFunction> change) {
        VirtualRing result = ring;
        for (VirtualHost host : ring.hosts()) {
            for (VirtualFunction function : host.functions()) {
                result = result.with(host.index(), function.plane(), function.port(), change);
            }
        }
        return result;
    }

    private static VirtualRing everyHost(VirtualRing ring, UnaryOperator<VirtualHost> change) {
        return new VirtualRing(ring.hosts().stream().map(change).toList(), ring.cables());
    }

    private static VirtualRing withFirstCableIn(VirtualRing ring, int third) {
        VirtualCable cable = ring.cables().getFirst();
        return ring.with(cable.a().host(), 0, cable.a().port(), f -> f.withAddresses(first(third, 10, 24)))
                .with(cable.b().host(), 0, cable.b().port(), f -> f.withAddresses(first(third, 11, 24)));
    }

    private static List<IpOnNetdev> plannedAddresses(VirtualRing ring, VirtualFunction function) {
        return VirtualRing.healthy(ring.hosts().size())
                .hosts()
                .get(function.host())
                .function(function.plane(), function.port())
                .addresses();
    }

    private static VirtualRing withAddressesTurned(VirtualRing ring, int host) {
        VirtualHost before = ring.hosts().get(host);
        VirtualRing result = ring;
        for (VirtualFunction function : before.functions()) {
            List<IpOnNetdev> other =
                    before.function(function.plane(), 1 - function.port()).addresses();
            result = result.with(host, function.plane(), function.port(), f -> f.withAddresses(other));
        }
        return result;
    }

    private static VirtualRing withSubnetOfFirstCable(VirtualRing ring) {
        VirtualCable third = ring.cables().get(2);
        return ring.with(third.a().host(), 0, third.a().port(), f -> f.withAddresses(first(0, 12, 24)))
                .with(third.b().host(), 0, third.b().port(), f -> f.withAddresses(first(0, 13, 24)));
    }

    private static VirtualRing withTwins(VirtualRing ring) {
        VirtualCable cable = ring.cables().getFirst();
        return ring.with(cable.a().host(), 1, cable.a().port(), f -> f.withAddresses(first(0, 20, 24)))
                .with(cable.b().host(), 1, cable.b().port(), f -> f.withAddresses(first(0, 21, 24)));
    }

    private static VirtualRing withPrefixOfSecondEnd(VirtualRing ring, int prefixLength) {
        Plug end = ring.cables().getFirst().b();
        return ring.with(end.host(), 0, end.port(), f -> f.withAddresses(first(0, 11, prefixLength)));
    }

    private static List<IpOnNetdev> first(int third, int fourth, int prefixLength) {
        return List.of(new IpOnNetdev(Ipv4Address.of(10, 10, third, fourth), prefixLength));
    }

    /** Cable c of a plane as the c-th /30 of one /24. */
    private static List<IpOnNetdev> smallSubnets(VirtualRing ring, VirtualFunction function) {
        for (int c = 0; c < ring.cables().size(); c++) {
            VirtualCable cable = ring.cables().get(c);
            if (cable.from(function.plug()).isPresent()) {
                int last = 4 * c + (cable.a().equals(function.plug()) ? 1 : 2);
                return List.of(new IpOnNetdev(Ipv4Address.of(10, 10 + function.plane(), 0, last), 30));
            }
        }
        return List.of();
    }

    private static VirtualRing withSpeedOfFirstCable(VirtualRing ring, int gbps) {
        List<VirtualCable> cables = new ArrayList<>(ring.cables());
        cables.set(0, new VirtualCable(cables.getFirst().a(), cables.getFirst().b(), gbps));
        return ring.withCables(cables);
    }

    private static List<IpOnNetdev> withLinkLocal(VirtualFunction function) {
        List<IpOnNetdev> addresses = new ArrayList<>(function.addresses());
        addresses.addFirst(new IpOnNetdev(Ipv4Address.of(169, 254, 42, 7), 16));
        return addresses;
    }

    private static List<IpOnNetdev> withoutLinkLocal(VirtualFunction function) {
        return function.addresses().stream()
                .filter(a -> !a.address().isLinkLocal())
                .toList();
    }
}
