package dev.kolo.plan;

import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.engine.EngineSection;
import dev.kolo.plan.proof.Proof;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.wire.WireSection;
import java.util.List;

/**
 * What a fabric will run as. A plan exists only with all its proofs holding.
 *
 * @param shape its shape; never {@code none}
 * @param invented whether hosts, names and MACs were made up from a wish
 * @param hosts its hosts in rank order
 * @param links every link, along the ring or path, by cable then plane; none on a switch
 * @param addresses the addresses of all links and switched segments
 * @param lanes what pairing gives the ranks without relays: lanes for each pair with a shared cable, or why not
 * @param wire what the wire runs: its lanes, relayed ones included, schedules and devices
 * @param relays relayed paths
 * @param engine what each rank of an engine must have in its environment
 * @param transit kernel routes between hosts without a common cable, for TCP alone; empty unless asked for
 * @param proofs what was checked
 * @param notes what an owner should know, one sentence each: trade-offs, labels, bisection
 */
public record Plan(
        Shape.Kind shape,
        boolean invented,
        List<PlannedHost> hosts,
        List<PlannedLink> links,
        AddressPlan addresses,
        PairingResult lanes,
        WireSection wire,
        RelaySection relays,
        EngineSection engine,
        List<TransitRoute> transit,
        List<Proof> proofs,
        List<String> notes) {
    /** Schema name of the JSON form. */
    public static final String SCHEMA = "kolo.plan/1";

    /** MTU in bytes of every fabric netdev: room for RoCE packets of 4,096 bytes with their headers. */
    public static final int MTU_BYTES = 9000;

    public Plan {
        hosts = List.copyOf(hosts);
        links = List.copyOf(links);
        transit = List.copyOf(transit);
        proofs = List.copyOf(proofs);
        notes = List.copyOf(notes);
    }

    /** The same plan with what was checked about it. */
    Plan withProofs(List<Proof> checked) {
        return new Plan(shape, invented, hosts, links, addresses, lanes, wire, relays, engine, transit, checked, notes);
    }

    /** The host names in rank order. */
    public List<String> order() {
        return hosts.stream().map(PlannedHost::name).toList();
    }
}
