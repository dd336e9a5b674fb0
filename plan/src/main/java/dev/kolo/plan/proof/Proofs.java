package dev.kolo.plan.proof;

import dev.kolo.fabric.topology.Fabric;
import dev.kolo.plan.Plan;
import dev.kolo.plan.relay.NicProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that a plan must show before it exists. */
public final class Proofs {
    private Proofs() {}

    /**
     * Checks a plan.
     *
     * @param plan the plan, as yet without proofs
     * @param fabric the facts that it was made from
     * @param profile how the relays' NICs are set; empty without relays in hardware
     */
    public static List<Proof> of(Plan plan, Fabric fabric, Optional<NicProfile> profile) {
        FrameWalker walker = walkerOf(plan);
        List<Proof> proofs = new ArrayList<>();
        proofs.add(AddressProofs.unique(plan));
        proofs.add(AddressProofs.networks(plan));
        proofs.add(OrderProof.of(plan));
        proofs.add(ReachProof.of(plan, walker));
        RelayProofs relays = new RelayProofs(plan, walker);
        proofs.add(relays.reciprocal());
        proofs.add(relays.confined());
        proofs.add(relays.tagsDecrease());
        proofs.add(ForeignProof.of(plan, fabric));
        proofs.add(BoundsProof.of(plan));
        proofs.add(profileProof(profile));
        proofs.add(ManagementProof.of(plan, fabric));
        return proofs;
    }

    /** A walker over a plan's own objects. */
    public static FrameWalker walkerOf(Plan plan) {
        return new FrameWalker(
                plan.hosts(),
                plan.links(),
                plan.addresses().segments(),
                plan.relays().objects());
    }

    private static Proof profileProof(Optional<NicProfile> profile) {
        return new Proof(
                "relay NICs have the profile",
                "hw-tc-offload on, hairpin_num_queues 4, flow_steering_mode hmfs, eswitch legacy, MTU 9000, RDMA MTU 4096"
                        + " and a RoCE v2 GID on every function that relayed frames pass",
                profile.map(NicProfile::cases).orElse(0),
                profile.stream()
                        .flatMap(p -> p.refusals().stream())
                        .map(f -> f.host() + " " + f.subject() + ": " + f.seen())
                        .toList(),
                profile.map(NicProfile::notObserved).orElse(List.of()));
    }
}
