package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlannedLink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Gives every link a network of its own.
 *
 * <p>Addresses that are sound stay: both ends in one network under equal prefix lengths, which no other function and
 * nothing outside the fabric uses. The others get the block of their place along the cables in the pool, one run of
 * blocks a plane, so that adding a host later moves none of those before it.
 */
public final class AddressPlanner {
    /** Blocks reserved a plane, so that plane and cable can be read off an address. */
    private static final int SMALLEST_STRIDE = 256;

    private final Fabric fabric;
    private final List<PlannedLink> links;
    private final PlanRequest request;
    private final UsedNetworks used;
    private final Map<FunctionId, Function> functions = new HashMap<>();

    private AddressPlanner(Fabric fabric, List<PlannedLink> links, PlanRequest request) {
        this.fabric = fabric;
        this.links = links;
        this.request = request;
        this.used = new UsedNetworks(fabric);
        fabric.functions().forEach(f -> functions.put(f.id(), f));
    }

    /** What came of planning. */
    public sealed interface Outcome {
        /** All links have addresses. */
        record Planned(AddressPlan plan) implements Outcome {}

        /** They cannot have any. */
        record Refused(Finding refusal) implements Outcome {}
    }

    /**
     * Plans the addresses of links.
     *
     * @param fabric the fabric, for what is used already
     * @param links every link, along the cables, by cable then plane
     * @param request pool and prefix lengths
     */
    public static Outcome plan(Fabric fabric, List<PlannedLink> links, PlanRequest request) {
        return new AddressPlanner(fabric, links, request).run();
    }

    private Outcome run() {
        Map<Integer, LinkAddress> kept = keepSound();
        OptionalInt compared = comparedLength(kept);
        if (compared.isEmpty()) {
            return refused(
                    "NCCL_IB_SUBNET_PREFIX_LEN "
                            + request.comparedPrefixLength().orElse(0),
                    "1 to 31",
                    "No two addresses of a link look alike under it.",
                    "Choose a compared prefix length of at most 31.");
        }
        int length = compared.getAsInt();
        dropUnsound(kept, length);
        if (kept.size() == links.size()) {
            return planned(kept, Optional.empty(), length);
        }
        int blockLength = Math.min(request.linkPrefixLength(), length);
        int stride = strideOf(links);
        int planes = 1 + links.stream().mapToInt(PlannedLink::plane).max().orElse(0);
        Optional<Outcome> unfit =
                request.pools().stream().findFirst().flatMap(pool -> unfitPool(pool, blockLength, stride * planes));
        if (unfit.isPresent()) {
            return unfit.get();
        }
        Optional<Subnet> pool =
                request.pools().stream().findFirst().or(() -> freePool(blockLength, stride * planes, kept));
        if (pool.isEmpty()) {
            return refused(
                    "no free private range for " + stride * planes + " networks of /" + blockLength,
                    "a range that no host uses",
                    "The links cannot be given addresses.",
                    "Name one with --pool, e.g. --pool 10.200.0.0/15, or use --link-prefix 30.");
        }
        allocate(kept, pool.get(), blockLength, stride, length);
        return kept.size() == links.size()
                ? planned(kept, pool, length)
                : refused(
                        "pool " + pool.get() + " has too few free networks of /" + blockLength,
                        links.size() + " of them",
                        "Some links cannot be given addresses.",
                        "Give a larger pool, or --link-prefix 30.");
    }

    /** By index of the link: those whose present addresses can stay. */
    private Map<Integer, LinkAddress> keepSound() {
        Map<Subnet, Set<FunctionId>> holders = new HashMap<>();
        List<Subnet> all = new ArrayList<>();
        for (Function function : fabric.functions()) {
            for (Subnet subnet : function.subnets()) {
                if (holders.computeIfAbsent(subnet, s -> new HashSet<>()).isEmpty()) {
                    all.add(subnet);
                }
                holders.getOrDefault(subnet, Set.of()).add(function.id());
            }
        }
        all.sort(null);
        Set<Subnet> overlapping = overlappingNetworks(all);
        Map<Integer, LinkAddress> kept = new TreeMap<>();
        for (int i = 0; i < links.size(); i++) {
            int index = i;
            PlannedLink link = links.get(i);
            link.subnet()
                    .filter(s -> holders.getOrDefault(s, Set.of()).size() == 2)
                    .filter(s -> !overlapping.contains(s) && used.overlapping(s).isEmpty())
                    .flatMap(s -> present(link, s))
                    .ifPresent(address -> kept.put(index, address));
        }
        return kept;
    }

    /** Networks that overlap another one; sorted by network, a wide one stands before those inside it. */
    private static Set<Subnet> overlappingNetworks(List<Subnet> sorted) {
        Set<Subnet> overlapping = new HashSet<>();
        Subnet widest = null;
        for (Subnet subnet : sorted) {
            if (widest != null && widest.overlaps(subnet)) {
                overlapping.add(widest);
                overlapping.add(subnet);
            }
            boolean further = widest == null || Integer.compareUnsigned(lastOf(subnet), lastOf(widest)) > 0;
            widest = further ? subnet : widest;
        }
        return overlapping;
    }

    private static int lastOf(Subnet subnet) {
        return subnet.network().bits() | ~Subnet.mask(subnet.prefixLength());
    }

    /** The link with its present addresses; empty unless each end has exactly one address, and it is a lasting one. */
    private Optional<LinkAddress> present(PlannedLink link, Subnet subnet) {
        Optional<Ipv4Address> a = onlyAddress(link.a(), subnet);
        Optional<Ipv4Address> b = onlyAddress(link.b(), subnet);
        return a.isPresent() && b.isPresent() && !a.equals(b)
                ? Optional.of(new LinkAddress(link.a(), link.b(), link.plane(), subnet, a.get(), b.get(), true))
                : Optional.empty();
    }

    private Optional<Ipv4Address> onlyAddress(FunctionId id, Subnet subnet) {
        Function function = functions.get(id);
        if (function == null) {
            return Optional.empty();
        }
        List<NetAddress> addresses = function.ipv4Addresses();
        return addresses.size() == 1
                        && addresses.getFirst().subnet().filter(subnet::equals).isPresent()
                ? addresses.getFirst().ipv4()
                : Optional.empty();
    }

    private OptionalInt comparedLength(Map<Integer, LinkAddress> kept) {
        if (request.comparedPrefixLength().isPresent()) {
            int asked = request.comparedPrefixLength().get();
            return asked >= 1 && asked <= 31 ? OptionalInt.of(asked) : OptionalInt.empty();
        }
        OptionalInt chosen = ComparedPrefix.choose(List.copyOf(kept.values()));
        return chosen.isPresent() ? chosen : OptionalInt.of(ComparedPrefix.NCCL_DEFAULT);
    }

    /** Lets go of kept addresses that the compared length would not tell apart, later ones first. */
    private static void dropUnsound(Map<Integer, LinkAddress> kept, int length) {
        Set<Subnet> seen = new HashSet<>();
        kept.values()
                .removeIf(link -> !ComparedPrefix.endsMatch(length, link.addressA(), link.addressB())
                        || !seen.add(Subnet.of(link.addressA(), length)));
    }

    private int strideOf(List<PlannedLink> all) {
        int perPlane = (int) all.stream().filter(l -> l.plane() == 0).count();
        int stride = SMALLEST_STRIDE;
        while (stride < perPlane) {
            stride *= 2;
        }
        return !request.pools().isEmpty() ? Integer.highestOneBit(Math.max(1, 2 * perPlane - 1)) : stride;
    }

    private Optional<Outcome> unfitPool(Subnet pool, int blockLength, int blocks) {
        Optional<Subnet> taken = used.overlapping(pool);
        if (taken.isPresent()) {
            String whose = taken.get().equals(UsedNetworks.BENCHMARK)
                    ? "198.18.0.0/15, which local proxies use for fake DNS answers"
                    : taken.get() + ", which a host uses outside the fabric";
            return Optional.of(refused(
                    "pool " + pool + " overlaps " + whose,
                    "a range that no host uses",
                    "Fabric and other traffic would take each other's routes.",
                    "Choose another --pool, or leave it out."));
        }
        long room = blockLength < pool.prefixLength() ? 0 : 1L << blockLength - pool.prefixLength();
        if (room < blocks) {
            return Optional.of(refused(
                    "pool " + pool + " has " + room + " networks of /" + blockLength,
                    blocks + " of them",
                    "Some links cannot be given addresses.",
                    "Give a pool of at least /" + (blockLength - bits(blocks))
                            + (blockLength < 30 ? ", or --link-prefix 30." : ".")));
        }
        return Optional.empty();
    }

    private static int bits(int count) {
        return 32 - Integer.numberOfLeadingZeros(Math.max(1, count) - 1);
    }

    /** The first private range of the needed size that nothing overlaps. */
    private Optional<Subnet> freePool(int blockLength, int blocks, Map<Integer, LinkAddress> kept) {
        int length = blockLength - bits(blocks);
        if (length < 9) {
            return Optional.empty();
        }
        Subnet[] ranges = {
            Subnet.of(Ipv4Address.of(10, 0, 0, 0), 8),
            Subnet.of(Ipv4Address.of(172, 16, 0, 0), 12),
            Subnet.of(Ipv4Address.of(192, 168, 0, 0), 16)
        };
        for (Subnet range : ranges) {
            int skip = range.prefixLength() == 8 ? 40 << 16 : 0;
            int size = 1 << 32 - length;
            int end = 1 << 32 - range.prefixLength();
            for (int offset = skip / size * size; offset + size <= end && offset >= 0; offset += size) {
                Subnet candidate = Subnet.of(range.network().plus(offset), length);
                boolean free = used.overlapping(candidate).isEmpty()
                        && kept.values().stream().noneMatch(k -> k.subnet().overlaps(candidate))
                        && isFreeOfFabric(candidate);
                if (free) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.empty();
    }

    /** Present fabric addresses that are given up are avoided too, so that old and new never mix while they change. */
    private boolean isFreeOfFabric(Subnet candidate) {
        return fabric.functions().stream().flatMap(f -> f.subnets().stream()).noneMatch(candidate::overlaps);
    }

    private void allocate(
            Map<Integer, LinkAddress> kept, Subnet pool, int blockLength, int stride, int comparedLength) {
        int blockSize = 1 << 32 - blockLength;
        long blocks = 1L << blockLength - pool.prefixLength();
        Set<Subnet> taken = new HashSet<>();
        kept.values().forEach(k -> taken.add(Subnet.of(k.subnet().network(), blockLength)));
        Map<Integer, Integer> nextOfPlane = new HashMap<>();
        for (int i = 0; i < links.size(); i++) {
            PlannedLink link = links.get(i);
            int cable = nextOfPlane.merge(link.plane(), 1, Integer::sum) - 1;
            if (kept.containsKey(i)) {
                continue;
            }
            long slot = (long) link.plane() * stride + cable;
            for (long tries = 0; tries < blocks; tries++) {
                Subnet block = Subnet.of(pool.network().plus((int) ((slot + tries) % blocks) * blockSize), blockLength);
                if (taken.add(block)
                        && kept.values().stream().noneMatch(k -> k.subnet().overlaps(block))) {
                    kept.put(i, addressed(link, block, comparedLength));
                    break;
                }
            }
        }
    }

    /** Ends at .1 and .2, which look alike under any compared length to 30; /31 has only .0 and .1. */
    private LinkAddress addressed(PlannedLink link, Subnet block, int comparedLength) {
        int first = request.linkPrefixLength() == 31 ? 0 : comparedLength == 31 ? 2 : 1;
        Subnet subnet = Subnet.of(block.network(), request.linkPrefixLength());
        return new LinkAddress(
                link.a(),
                link.b(),
                link.plane(),
                subnet,
                subnet.network().plus(first),
                subnet.network().plus(first + 1),
                false);
    }

    private Outcome planned(Map<Integer, LinkAddress> addresses, Optional<Subnet> pool, int comparedLength) {
        return new Outcome.Planned(new AddressPlan(
                List.copyOf(new TreeMap<>(addresses).values()),
                List.of(),
                pool.stream().toList(),
                request.linkPrefixLength(),
                comparedLength));
    }

    private static Outcome refused(String seen, String wanted, String consequence, String fix) {
        return new Outcome.Refused(new Finding(
                Code.PLAN_NO_ADDRESSES,
                Code.PLAN_NO_ADDRESSES.usualSeverity(),
                "",
                "addresses",
                seen,
                wanted,
                consequence,
                fix,
                List.of(),
                Finding.Confidence.CERTAIN));
    }
}
