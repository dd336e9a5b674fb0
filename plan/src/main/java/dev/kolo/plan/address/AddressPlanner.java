package dev.kolo.plan.address;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.Refusal;
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
 * Gives every link, and every plane of a switch, a network of its own: sound addresses stay, the others come from a pool that
 * no host uses.
 */
public final class AddressPlanner {
    private final Fabric fabric;
    private final List<PlannedLink> links;
    private final List<Rail> rails;
    private final PlanRequest request;
    private final UsedNetworks used;
    private final Set<Subnet> present = new HashSet<>();
    private final List<String> notes = new ArrayList<>();

    private AddressPlanner(Fabric fabric, List<PlannedLink> links, List<Rail> rails, PlanRequest request) {
        this.fabric = fabric;
        this.links = links;
        this.rails = rails;
        this.request = request;
        this.used = new UsedNetworks(fabric);
        fabric.functions().forEach(f -> present.addAll(f.subnets()));
    }

    /** What came of planning. */
    public sealed interface Outcome {
        /**
         * All links have addresses.
         *
         * @param plan the addresses
         * @param notes what an owner should know of them
         */
        record Planned(AddressPlan plan, List<String> notes) implements Outcome {}

        /**
         * They cannot have any.
         *
         * @param refusal why
         */
        record Refused(Finding refusal) implements Outcome {}
    }

    /**
     * Plans the addresses of links.
     *
     * @param fabric the fabric, for what is used already
     * @param links every link, along the cables, by cable then plane
     * @param rails the planes of a switch; none without one
     * @param request pools and prefix lengths
     */
    public static Outcome plan(Fabric fabric, List<PlannedLink> links, List<Rail> rails, PlanRequest request) {
        return new AddressPlanner(fabric, links, rails, request).run();
    }

    private Outcome run() {
        int asked = request.comparedPrefixLength().orElse(ComparedPrefix.NCCL_DEFAULT);
        if (asked < 1 || asked > ComparedPrefix.LONGEST) {
            return refused(
                    "NCCL_IB_SUBNET_PREFIX_LEN " + asked,
                    "1 to " + ComparedPrefix.LONGEST,
                    "No two addresses of a link look alike under it.",
                    "Choose a compared prefix length of at most " + ComparedPrefix.LONGEST + ".");
        }
        request.pools().stream()
                .filter(pool -> !Blocks.isPrivate(pool))
                .forEach(pool ->
                        notes.add("The pool " + pool + " lies outside the private ranges: the hosts no longer reach"
                                + " whoever has these addresses on the internet."));
        // Even when every address stays: a later plan with the same pool must not be the first to be refused.
        return foreignPool().orElseGet(() -> rails.isEmpty() ? onCables() : onSwitch());
    }

    private Outcome onCables() {
        KeptAddresses keeping = new KeptAddresses(fabric, request.readdress() ? List.of() : links, used);
        Map<Integer, LinkAddress> addresses = keeping.kept();
        int length = request.comparedPrefixLength()
                .orElseGet(() ->
                        ComparedPrefix.choose(List.copyOf(addresses.values())).orElse(ComparedPrefix.NCCL_DEFAULT));
        keeping.dropUnlike(length);
        keeping.reasons()
                .forEach((index, reason) ->
                        notes.add("The link " + links.get(index).a() + " - "
                                + links.get(index).b() + " gets new addresses: " + reason + "."));
        if (addresses.size() == links.size()) {
            return planned(addresses, List.of(), length);
        }
        Outcome outcome = allocated(new TreeMap<>(addresses), length);
        int tight = request.linkPrefixLength();
        boolean mayTighten = request.comparedPrefixLength().isEmpty() && tight > length && canCompare(addresses, tight);
        return outcome instanceof Outcome.Refused && mayTighten ? allocated(new TreeMap<>(addresses), tight) : outcome;
    }

    private static boolean canCompare(Map<Integer, LinkAddress> kept, int length) {
        return ComparedPrefix.isSound(length, List.copyOf(kept.values()));
    }

    /** Adds what is missing, from the pool that was asked for or a free one. */
    private Outcome allocated(TreeMap<Integer, LinkAddress> addresses, int comparedLength) {
        int blockLength = Math.min(request.linkPrefixLength(), comparedLength);
        int planes = 1 + links.stream().mapToInt(PlannedLink::plane).max().orElse(0);
        int perPlane = mostLinksOfAPlane();
        Optional<Outcome> unfit = unfitPools(planes, perPlane, blockLength);
        if (unfit.isPresent()) {
            return unfit.get();
        }
        Optional<Blocks> blocks = request.pools().isEmpty()
                ? Blocks.inFreeRange(
                        planes, perPlane, blockLength, s -> used.overlapping(s).isEmpty())
                : Optional.of(Blocks.of(request.pools(), planes, blockLength));
        if (blocks.isEmpty()) {
            return noFreeRange(planes * perPlane, blockLength);
        }
        Set<Subnet> taken = new HashSet<>();
        addresses.values().forEach(k -> taken.add(k.subnet()));
        Map<Integer, Integer> nextOfPlane = new HashMap<>();
        for (int i = 0; i < links.size(); i++) {
            PlannedLink link = links.get(i);
            int place = nextOfPlane.merge(link.plane(), 1, Integer::sum) - 1;
            if (!addresses.containsKey(i)) {
                Optional<Subnet> block = freeBlock(blocks.get(), link.plane(), place, comparedLength, addresses, taken);
                if (block.isEmpty()) {
                    return tooFew(blockLength, perPlane, planes);
                }
                taken.add(block.get());
                addresses.put(i, addressed(link, block.get(), comparedLength));
            }
        }
        return planned(addresses, request.pools().isEmpty() ? blocks.get().runs() : request.pools(), comparedLength);
    }

    private int mostLinksOfAPlane() {
        Map<Integer, Integer> counts = new HashMap<>();
        links.forEach(link -> counts.merge(link.plane(), 1, Integer::sum));
        return counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** The block of a place, or the next one that neither a host uses nor a link has, before or after this plan. */
    private Optional<Subnet> freeBlock(
            Blocks blocks,
            int plane,
            int place,
            int comparedLength,
            Map<Integer, LinkAddress> addresses,
            Set<Subnet> taken) {
        long count = blocks.perPlane();
        for (long tries = 0; tries < count; tries++) {
            Subnet block = blocks.block(plane, (place + tries) % count);
            boolean free = !taken.contains(block)
                    && present.stream().noneMatch(block::overlaps)
                    && addresses.values().stream().noneMatch(k -> clashes(k, block, comparedLength));
            if (free) {
                return Optional.of(block);
            }
        }
        return Optional.empty();
    }

    private static boolean clashes(LinkAddress link, Subnet block, int comparedLength) {
        return link.subnet().overlaps(block)
                || Subnet.of(link.addressA(), comparedLength).overlaps(block);
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

    private Outcome onSwitch() {
        RailPlanner planner = new RailPlanner(fabric, used);
        List<Optional<Subnet>> networks = new ArrayList<>();
        rails.forEach(rail -> networks.add(planner.present(rail, request.readdress())));
        int most = rails.stream().mapToInt(r -> r.members().size()).max().orElse(0);
        int blockLength = Math.min(24, 32 - Blocks.bits(most + 2));
        int planes = 1 + rails.stream().mapToInt(Rail::plane).max().orElse(0);
        int perPlane = rails.size();
        Optional<Outcome> unfit = networks.stream().allMatch(Optional::isPresent)
                ? Optional.empty()
                : unfitPools(planes, perPlane, blockLength);
        if (unfit.isPresent()) {
            return unfit.get();
        }
        Optional<Blocks> blocks = request.pools().isEmpty()
                ? Blocks.inFreeRange(
                        planes, perPlane, blockLength, s -> used.overlapping(s).isEmpty())
                : Optional.of(Blocks.of(request.pools(), planes, blockLength));
        Set<Subnet> taken = new HashSet<>();
        networks.forEach(n -> n.ifPresent(taken::add));
        List<SegmentAddress> segments = new ArrayList<>();
        Map<Integer, Integer> nextOfPlane = new HashMap<>();
        for (int i = 0; i < rails.size(); i++) {
            Rail rail = rails.get(i);
            int place = nextOfPlane.merge(rail.plane(), 1, Integer::sum) - 1;
            Optional<Subnet> subnet = networks.get(i)
                    .or(() -> blocks.flatMap(b -> freeBlock(b, rail.plane(), place, blockLength, Map.of(), taken)));
            if (subnet.isEmpty()) {
                return noFreeRange(rails.size(), blockLength);
            }
            taken.add(subnet.get());
            segments.add(planner.address(rail, subnet.get(), request.readdress()));
        }
        notes.addAll(planner.notes());
        return switched(segments, networks.stream().allMatch(Optional::isPresent) ? Optional.empty() : blocks);
    }

    private Outcome switched(List<SegmentAddress> segments, Optional<Blocks> blocks) {
        OptionalInt compared = request.comparedPrefixLength()
                .map(OptionalInt::of)
                .orElseGet(() -> ComparedPrefix.chooseFor(segments.stream()
                        .map(s -> s.members().stream()
                                .map(SegmentAddress.Member::address)
                                .toList())
                        .toList()));
        return new Outcome.Planned(
                new AddressPlan(
                        List.of(),
                        segments,
                        blocks.map(b -> request.pools().isEmpty() ? b.runs() : request.pools())
                                .orElse(List.of()),
                        request.linkPrefixLength(),
                        compared.orElse(ComparedPrefix.NCCL_DEFAULT)),
                List.copyOf(notes));
    }

    /** A pool that overlaps what is used for something else, or reserved. */
    private Optional<Outcome> foreignPool() {
        for (Subnet pool : request.pools()) {
            Optional<String> conflict = used.conflict(pool);
            if (conflict.isPresent()) {
                return Optional.of(refused(
                        "pool " + pool + " overlaps " + conflict.get(),
                        "a range that no host uses for anything else",
                        "Fabric and other traffic would take each other's routes.",
                        "Choose another --pool, or leave it out."));
            }
        }
        return Optional.empty();
    }

    private Optional<Outcome> unfitPools(int planes, int perPlane, int blockLength) {
        if (request.pools().size() > 1 && request.pools().size() < planes) {
            return Optional.of(refused(
                    request.pools().size() + " pools",
                    "one pool, or one for each of the " + planes + " planes",
                    "Some planes have no pool.",
                    "Give one --pool for all, or " + planes + " separated by commas."));
        }
        if (!request.pools().isEmpty()
                && Blocks.of(request.pools(), planes, blockLength).perPlane() < perPlane) {
            return Optional.of(tooFew(blockLength, perPlane, planes));
        }
        return Optional.empty();
    }

    private Outcome tooFew(int blockLength, int perPlane, int planes) {
        int length = blockLength - Blocks.bits(perPlane) - (request.pools().size() > 1 ? 0 : Blocks.bits(planes));
        return refused(
                "pool "
                        + String.join(
                                ", ",
                                request.pools().stream().map(Subnet::toString).toList())
                        + " has too few free networks of /" + blockLength,
                perPlane + " for each of " + planes + " planes",
                "Some links cannot be given addresses.",
                "Give a pool of at least /" + Math.max(1, length)
                        + (request.linkPrefixLength() == 24 ? ", or --link-prefix 30." : "."));
    }

    private Outcome noFreeRange(int networks, int blockLength) {
        return refused(
                "no free private range for " + networks + " networks of /" + blockLength,
                "a range that no host uses",
                "The links cannot be given addresses.",
                "Name one with --pool, e.g. --pool 100.64.0.0/15, or use --link-prefix 30 with --prefix-len 30.");
    }

    private Outcome planned(Map<Integer, LinkAddress> addresses, List<Subnet> pools, int comparedLength) {
        return new Outcome.Planned(
                new AddressPlan(
                        List.copyOf(new TreeMap<>(addresses).values()),
                        List.of(),
                        pools,
                        request.linkPrefixLength(),
                        comparedLength),
                List.copyOf(notes));
    }

    private static Outcome refused(String seen, String wanted, String consequence, String fix) {
        return new Outcome.Refused(Refusal.of(Code.PLAN_NO_ADDRESSES, "addresses", seen, wanted, consequence, fix));
    }
}
