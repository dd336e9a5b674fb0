package dev.kolo.plan;

import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.lanes.Pairing;
import dev.kolo.fabric.lanes.PairingLimits;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.lanes.RankRecord;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.address.AddressPlanner;
import dev.kolo.plan.address.Rail;
import dev.kolo.plan.cabling.CablingCheck;
import dev.kolo.plan.cabling.PlannedCables;
import dev.kolo.plan.cabling.Rails;
import dev.kolo.plan.cabling.RankOrder;
import dev.kolo.plan.engine.EnginePlanner;
import dev.kolo.plan.engine.EngineSection;
import dev.kolo.plan.proof.Proof;
import dev.kolo.plan.proof.Proofs;
import dev.kolo.plan.relay.NicProfile;
import dev.kolo.plan.relay.RelayComposer;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.wire.WirePlanner;
import dev.kolo.plan.wire.WireSection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a fabric and a request into a plan, step by step; each step may refuse, and a plan that fails one of its proofs is
 * refused as well.
 */
public final class Planner {
    private final Fabric fabric;
    private final PlanRequest request;
    private final boolean invented;
    private final Shape shape;
    private final PlannedCables cables;
    private final List<PlannedLink> bare;

    private Planner(Fabric fabric, PlanRequest request, boolean invented, Shape shape) {
        this.fabric = fabric;
        this.invented = invented;
        this.shape = shape;
        this.request = withoutWholeGroup(request, shape.hosts().size());
        this.cables = new PlannedCables(fabric);
        int planes = request.planes().orElse(Integer.MAX_VALUE);
        this.bare = cables.along(shape).stream()
                .filter(link -> link.plane() < planes)
                .toList();
    }

    /** Plans a fabric. */
    public static PlanOutcome plan(Fabric fabric, PlanRequest request) {
        return plan(fabric, request, false);
    }

    /**
     * Plans a fabric that may have been invented from a wish.
     *
     * @param fabric the fabric
     * @param request what is asked
     * @param invented whether names, MACs and devices were made up
     */
    public static PlanOutcome plan(Fabric fabric, PlanRequest request, boolean invented) {
        return switch (RankOrder.of(fabric, request.shape())) {
            case RankOrder.Refused refused -> new PlanOutcome.Refused(refused.refusal());
            case RankOrder.Ordered ordered -> new Planner(fabric, request, invented, ordered.shape()).checked();
        };
    }

    /** One group of all hosts is the same as no groups. */
    private static PlanRequest withoutWholeGroup(PlanRequest request, int world) {
        boolean whole = request.groups().equals(List.of(new RankRange(0, world - 1)));
        return whole ? request.with().groups(List.of()).build() : request;
    }

    private PlanOutcome checked() {
        Optional<Finding> unfit = NameCheck.firstUnfit(fabric, shape.hosts())
                .or(() -> request.readdress() ? Optional.empty() : CablingCheck.misplaced(fabric))
                .or(() -> CablingCheck.lost(fabric, request.shape()))
                .or(this::unlinked)
                .or(this::overManagement)
                .or(this::tooManyTransitRoutes);
        return unfit.<PlanOutcome>map(PlanOutcome.Refused::new).orElseGet(this::addressed);
    }

    /** Cables that somebody described between hosts of which nothing else is known make a shape, but no plan. */
    private Optional<Finding> unlinked() {
        boolean nothing = shape.kind() != Shape.Kind.SWITCHED && bare.isEmpty();
        return nothing
                ? Optional.of(Refusal.of(
                        Code.PLAN_NO_ADDRESSES,
                        "ports",
                        "no function of any host is known",
                        "the netdevs or RDMA devices of every host",
                        "There is nothing to give an address to.",
                        "Add the output of `ip -j addr` and `rdma link` of every host, or run `kolo scan`."))
                : Optional.empty();
    }

    /** A fabric function that carries the default route would be changed, and with it the way to the host. */
    private Optional<Finding> overManagement() {
        Set<FunctionId> linked = new HashSet<>();
        bare.forEach(l -> {
            linked.add(l.a());
            linked.add(l.b());
        });
        Rails.of(fabric, shape).forEach(rail -> linked.addAll(rail.members()));
        for (NodeFacts facts : fabric.inventory().hosts()) {
            for (Route route : facts.routes()) {
                Optional<FunctionId> way = route.netdev().map(n -> new FunctionId(facts.host(), n));
                if (route.isDefault() && way.filter(linked::contains).isPresent()) {
                    return Optional.of(Refusal.at(
                            facts.host(),
                            Code.PLAN_OVER_MANAGEMENT,
                            way.get().name(),
                            "the default route of " + facts.host() + " leaves by "
                                    + way.get().name() + ", a port of the fabric",
                            "a default route by a netdev outside the fabric",
                            "A plan would change the way by which the host is reached.",
                            "Give the host another way to the LAN, e.g. its RJ45 port, and move the default route there.",
                            List.of(route.evidence())));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Finding> tooManyTransitRoutes() {
        return request.transitRoutes() && shape.hosts().size() > TransitPlanner.MOST_HOSTS
                ? Optional.of(Refusal.of(
                        Code.PLAN_HOST_COUNT,
                        "--transit-routes",
                        shape.hosts().size() + " hosts",
                        "at most " + TransitPlanner.MOST_HOSTS,
                        "Every host would get a route to every network of the others.",
                        "Leave --transit-routes out; the LAN carries TCP."))
                : Optional.empty();
    }

    private PlanOutcome addressed() {
        int planes = request.planes().orElse(Integer.MAX_VALUE);
        List<Rail> rails = Rails.of(fabric, shape).stream()
                .filter(rail -> rail.plane() < planes)
                .toList();
        return switch (AddressPlanner.plan(fabric, bare, rails, request)) {
            case AddressPlanner.Outcome.Refused refused -> new PlanOutcome.Refused(refused.refusal());
            case AddressPlanner.Outcome.Planned planned -> relayed(planned.plan(), planned.notes());
        };
    }

    private PlanOutcome relayed(AddressPlan addresses, List<String> addressNotes) {
        List<PlannedHost> hosts = PlannedHosts.of(fabric, shape, addresses);
        List<PlannedLink> links = PlannedLink.withSubnets(bare, addresses);
        Optional<Finding> unfit = NameCheck.firstUnfitManagement(hosts).or(() -> keptApartWithoutPlane(hosts));
        if (unfit.isPresent()) {
            return new PlanOutcome.Refused(unfit.get());
        }
        return switch (RelayComposer.compose(fabric, shape.kind(), hosts, links, request)) {
            case RelayComposer.Outcome.Refused refused -> new PlanOutcome.Refused(refused.refusal());
            case RelayComposer.Outcome.Planned relays -> {
                PlanNotes notes = new PlanNotes(invented, cables.notes(), addressNotes, relays.notes());
                yield whole(hosts, links, addresses, relays.section(), relays.profile(), notes);
            }
        };
    }

    private Optional<Finding> keptApartWithoutPlane(List<PlannedHost> hosts) {
        if (!request.keepApart()) {
            return Optional.empty();
        }
        return hosts.stream()
                .filter(h -> h.functions().stream().noneMatch(f -> f.linked() && h.half(f) > 0))
                .findFirst()
                .map(h -> Refusal.at(
                        h.name(),
                        Code.PLAN_KEEP_APART,
                        "--keep-apart",
                        h.name() + " has linked functions on one plane only",
                        "two planes: one for the wire, one for NCCL",
                        "Nothing would be left for NCCL.",
                        "Bring the second plane up, or leave --keep-apart out.",
                        List.of()));
    }

    private PlanOutcome whole(
            List<PlannedHost> hosts,
            List<PlannedLink> links,
            AddressPlan addresses,
            RelaySection relays,
            Optional<NicProfile> profile,
            PlanNotes notes) {
        List<RankRecord> records = PlannedRecords.of(hosts, request.keepApart());
        PairingResult lanes = Pairing.pair(records, PairingLimits.DEFAULT);
        WireSection wire = WirePlanner.plan(shape.kind(), hosts, links, records, lanes, relays, request);
        EnginePlanner.Input input =
                new EnginePlanner.Input(fabric, shape.kind(), hosts, links, addresses, wire, relays, request);
        return switch (EnginePlanner.plan(input)) {
            case EnginePlanner.Outcome.Refused refused -> new PlanOutcome.Refused(refused.refusal());
            case EnginePlanner.Outcome.Planned engine -> {
                EngineSection section = engine.section();
                List<TransitRoute> transit = request.transitRoutes()
                        ? TransitPlanner.plan(hosts, addresses.links(), shape.kind() == Shape.Kind.RING)
                        : List.of();
                List<String> written =
                        notes.write(shape.kind(), hosts, addresses, lanes, wire, relays, section, transit);
                yield proven(
                        new Plan(
                                shape.kind(),
                                invented,
                                hosts,
                                links,
                                addresses,
                                lanes,
                                wire,
                                relays,
                                section,
                                transit,
                                List.of(),
                                written),
                        profile);
            }
        };
    }

    private PlanOutcome proven(Plan plan, Optional<NicProfile> profile) {
        List<Proof> proofs = Proofs.of(plan, fabric, profile);
        List<String> failed = new ArrayList<>();
        for (Proof proof : proofs) {
            if (!proof.holds()) {
                failed.add(proof.name() + ": " + String.join("; ", proof.failures()));
            }
        }
        if (failed.isEmpty()) {
            return new PlanOutcome.Planned(plan.withProofs(proofs));
        }
        return new PlanOutcome.Refused(Refusal.of(
                Code.PLAN_PROOF_FAILED,
                "proofs",
                String.join(" | ", failed),
                "every proof of a plan holds",
                "A plan that does not hold on paper would not hold on the hosts, so it is not written.",
                "Look at what the proof names; remove what is not Kolo's, or choose another --pool. `kolo doctor` on the same"
                        + " input says more."));
    }
}
