package dev.kolo.plan.relay;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.PlanRequest.Relays;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides how many relays, in which groups, with which spread, and refuses what cannot be relayed. */
public final class RelayComposer {
    /** The largest ring in which every host can reach every other: the farthest hosts are seven relays apart. */
    public static final int LARGEST_FULL_RING = 2 * Relays.MOST + 3;

    private static final String WITHOUT_RELAYS = " was given without --relays: no path is relayed in this plan.";

    private final Fabric fabric;
    private final Shape.Kind shape;
    private final List<PlannedHost> hosts;
    private final List<PlannedLink> links;
    private final PlanRequest request;

    private RelayComposer(
            Fabric fabric, Shape.Kind shape, List<PlannedHost> hosts, List<PlannedLink> links, PlanRequest request) {
        this.fabric = fabric;
        this.shape = shape;
        this.hosts = hosts;
        this.links = links;
        this.request = request;
    }

    /** What came of it. */
    public sealed interface Outcome {
        /**
         * Relays, or none where none are wanted or needed.
         *
         * @param section what the plan says of them
         * @param profile how the relays' NICs are set, for the hardware backend
         * @param notes what an owner should know
         */
        record Planned(RelaySection section, Optional<NicProfile> profile, List<String> notes) implements Outcome {}

        /**
         * No relays, and so no plan.
         *
         * @param refusal why
         */
        record Refused(Finding refusal) implements Outcome {}
    }

    /**
     * Plans the relays of a fabric.
     *
     * @param fabric the facts, for the profile of the NICs
     * @param shape its shape
     * @param hosts hosts with their planned addresses, in rank order
     * @param links the links along the ranks
     * @param request what is asked
     */
    public static Outcome compose(
            Fabric fabric, Shape.Kind shape, List<PlannedHost> hosts, List<PlannedLink> links, PlanRequest request) {
        return new RelayComposer(fabric, shape, hosts, links, request).run();
    }

    private Outcome run() {
        boolean wanted = !(request.relays() instanceof Relays.Count(int count) && count == 0);
        boolean chain = shape == Shape.Kind.RING || shape == Shape.Kind.PATH;
        if (!wanted && request.groups().isEmpty()) {
            return request.form() == RelayForm.TAG ? none() : none("--relay-form" + WITHOUT_RELAYS);
        }
        if (!chain) {
            return request.groups().isEmpty()
                    ? none("No relays are needed: every pair of hosts shares a cable or a switch.")
                    : new Outcome.Refused(Refusal.of(
                            Code.RELAY_GROUP,
                            "--groups",
                            "the hosts make a " + shape.word(),
                            "a ring or path",
                            "Groups are runs of hosts along cables.",
                            "Leave --groups out."));
        }
        GroupFinder finder = new GroupFinder(fabric, hosts, links, shape == Shape.Kind.RING, request.planes());
        return switch (finder.find(request.groups())) {
            case GroupFinder.Outcome.Refused refused -> new Outcome.Refused(refused.refusal());
            case GroupFinder.Outcome.Found found ->
                wanted ? relayed(found.groups()) : none("--groups" + WITHOUT_RELAYS);
        };
    }

    private static Outcome none(String... notes) {
        return new Outcome.Planned(RelaySection.none(), Optional.empty(), List.of(notes));
    }

    private Outcome relayed(List<Group> groups) {
        int need = groups.stream().mapToInt(Group::relaysForAll).max().orElse(0);
        if (need == 0) {
            return none("No relays are needed: every pair of hosts shares a cable.");
        }
        Optional<Finding> unfit = outOfReach(groups, need)
                .or(this::markerMissing)
                .or(() -> unfitForm(groups))
                .or(() -> unseenIdentity(groups));
        if (unfit.isPresent()) {
            return new Outcome.Refused(unfit.get());
        }
        Optional<NicProfile> profile =
                request.backend() == Backend.HARDWARE ? Optional.of(NicProfile.of(fabric, groups)) : Optional.empty();
        Optional<Finding> unset = profile.flatMap(NicProfile::refusal);
        return unset.<Outcome>map(Outcome.Refused::new).orElseGet(() -> planned(groups, need, profile));
    }

    private int asked(int need) {
        return request.relays() instanceof Relays.Count(int count) ? Math.min(count, need) : need;
    }

    /** {@code auto} takes what reaches everyone, as long as that is not more than its authors have measured. */
    private Optional<Finding> outOfReach(List<Group> groups, int need) {
        if (request.relays() instanceof Relays.Count || need <= Relays.MOST_BY_ITSELF) {
            return Optional.empty();
        }
        Group worst = groups.stream()
                .max((x, y) -> Integer.compare(x.relaysForAll(), y.relaysForAll()))
                .orElseThrow();
        String what = (worst.closed() ? "a ring of " : "a path of ") + worst.size();
        boolean possible = need <= Relays.MOST;
        String seen = what + ", whose farthest hosts are " + need + " relays apart";
        return Optional.of(Refusal.of(
                Code.RELAY_REACH,
                "--relays auto",
                seen,
                "at most " + Relays.MOST_BY_ITSELF + " relays: a ring of up to 9, a path of up to 5",
                possible
                        ? "Each relay more takes room in the queues of all others, so that it is not taken unasked."
                        : "Frames count at most " + Relays.MOST + " relays, enough for a ring of up to "
                                + LARGEST_FULL_RING + " or a path of up to " + (Relays.MOST + 2) + ".",
                possible
                        ? "Give --relays " + need
                                + " to reach everyone, or fewer to reach near hosts only, or --groups."
                        : "Give --relays " + Relays.MOST + " to reach near hosts only, or --groups of at most "
                                + (Relays.MOST + 2) + " hosts each."));
    }

    private Optional<Finding> markerMissing() {
        if (request.backend() == Backend.KERNEL || request.marker().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(Refusal.of(
                Code.RELAY_MARKER_MISSING,
                "--backend hardware",
                "no --marker",
                "the path on the hosts of the program that tags RDMA packets",
                "RDMA packets of a NIC bypass the kernel, so that only a marker process can tag them.",
                "Build and install the marker on every host and give --marker PATH; or plan with --backend kernel for NICs"
                        + " whose packets pass the kernel."));
    }

    private Optional<Finding> unfitForm(List<Group> groups) {
        if (request.form() == RelayForm.TAG) {
            return Optional.empty();
        }
        Group only = groups.getFirst();
        String seen = groups.size() > 1 || !only.closed() || only.size() != FlowLabelPlanner.HOSTS
                ? String.join(
                        ", ",
                        groups.stream()
                                .map(g -> (g.closed() ? "a ring of " : "a path of ") + g.size())
                                .toList())
                : only.planes() != FlowLabelPlanner.PLANES
                        ? "a ring of four on " + only.planes() + " plane" + (only.planes() == 1 ? "" : "s")
                        : request.backend() == Backend.KERNEL
                                ? "--backend kernel"
                                : request.keepApart() ? "--keep-apart" : "";
        return seen.isEmpty()
                ? Optional.empty()
                : Optional.of(Refusal.of(
                        Code.RELAY_FORM,
                        "--relay-form flow-label",
                        seen,
                        "one ring of four on two planes that the wire uses both, hardware backend",
                        "This form tells relayed frames by one flow label, which leaves room for one relay only.",
                        "Use --relay-form tag."));
    }

    /** What objects name must have been seen: MACs always, RDMA devices for the hardware's marker. */
    private Optional<Finding> unseenIdentity(List<Group> groups) {
        for (Group group : groups) {
            for (Group.Member member : group.members()) {
                List<PlannedFunction> all = new ArrayList<>(member.up());
                all.addAll(member.down());
                for (PlannedFunction function : all) {
                    boolean noMac = function.mac()
                            .filter(m -> !m.isZero() && !m.isGroup())
                            .isEmpty();
                    boolean noDevice = request.backend() == Backend.HARDWARE
                            && function.device().isEmpty();
                    if (noMac || noDevice) {
                        return Optional.of(Refusal.at(
                                member.host(),
                                Code.RELAY_NIC_PROFILE,
                                function.netdev(),
                                noMac ? "no MAC was observed" : "no RDMA device was observed",
                                noMac ? "its MAC" : "the name of its RDMA device",
                                noMac
                                        ? "Rules of relays name the MAC of the next port."
                                        : "The marker is told which device to watch.",
                                "Add the output of `" + (noMac ? "ip -j addr" : "rdma link; ibstat") + "` of "
                                        + member.host() + ".",
                                List.of()));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Outcome planned(List<Group> groups, int need, Optional<NicProfile> profile) {
        int relays = asked(need);
        List<RelayPlan> plans = new ArrayList<>();
        List<Bounds> bounds = new ArrayList<>();
        List<Bounds> published = new ArrayList<>();
        for (Group group : groups) {
            RelayPlan byPlane = planOf(group, relays, RelayPlan.Spread.BY_PLANE);
            Bounds publishedBounds = Bounds.of(byPlane);
            RelayPlan best = byPlane;
            Bounds bestBounds = publishedBounds;
            if (request.form() == RelayForm.TAG) {
                RelayPlan alternating = planOf(group, relays, RelayPlan.Spread.ALTERNATING);
                Bounds alternatingBounds = Bounds.of(alternating);
                if (alternatingBounds.worstLoad() < publishedBounds.worstLoad()) {
                    best = alternating;
                    bestBounds = alternatingBounds;
                }
            }
            plans.add(best);
            bounds.add(bestBounds);
            published.add(publishedBounds);
        }
        RelayQueue queue = RelayQueue.of(request.backend(), profile);
        RelaySection section = new RelaySection(
                relays,
                request.backend(),
                request.form(),
                request.backend() == Backend.HARDWARE ? request.marker() : Optional.empty(),
                groups.stream().allMatch(g -> g.relaysForAll() <= relays),
                plans,
                bounds,
                published,
                queue.size(),
                queue.known());
        return new Outcome.Planned(section, profile, RelayNotes.of(section, need, request, queue));
    }

    private RelayPlan planOf(Group group, int relays, RelayPlan.Spread spread) {
        int lanePlanes = request.keepApart() ? 1 : group.planes();
        return request.form() == RelayForm.FLOW_LABEL
                ? FlowLabelPlanner.plan(group)
                : RelayPlanner.plan(group, relays, spread, lanePlanes);
    }
}
