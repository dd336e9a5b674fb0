package dev.kolo.probe.read;

import dev.kolo.fabric.facts.NodeFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What tells one machine from another, whatever they are called: the MACs of its physical netdevs and the GUIDs of its
 * RDMA devices, each under the device's name.
 */
final class Identity {
    private static final String[] MADE_UP = {
        "docker", "br", "veth", "virbr", "tap", "tun", "dummy", "cni", "flannel", "cali", "vxlan"
    };

    private final Map<String, String> marks = new LinkedHashMap<>();

    /** The identity that facts show; empty when they name neither MAC nor GUID. */
    static Identity of(NodeFacts facts) {
        Identity identity = new Identity();
        facts.netdevs()
                .forEach(n -> n.mac()
                        .filter(m -> !m.isZero() && n.kind().isEmpty() && !isMadeUp(n.name()))
                        .ifPresent(m -> identity.marks.put(n.name() + " has the MAC", m.toString())));
        facts.rdmaDevices()
                .forEach(d -> d.nodeGuid()
                        .filter(g -> g.bits() != 0)
                        .ifPresent(g -> identity.marks.put(d.name() + " has the node GUID", g.toString())));
        return identity;
    }

    /** Virtual netdevs get a new MAC at each start. */
    private static boolean isMadeUp(String netdev) {
        for (String stem : MADE_UP) {
            if (netdev.startsWith(stem)) {
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        return marks.isEmpty();
    }

    /** Each device with its mark, "enp1s0f0np0 has the MAC" to the MAC, in source order. */
    Map<String, String> marks() {
        return marks;
    }

    /** Takes in what another part of the same machine shows. */
    void add(Identity other) {
        other.marks.forEach(marks::putIfAbsent);
    }

    /** Marks that both have and that are equal. */
    int agreements(Identity other) {
        return (int) marks.entrySet().stream()
                .filter(e -> e.getValue().equals(other.marks.get(e.getKey())))
                .count();
    }

    /** The first device that both have with different marks. */
    Optional<String> difference(Identity other) {
        return marks.entrySet().stream()
                .filter(e -> differs(e, other))
                .findFirst()
                .map(e -> e.getKey() + " " + e.getValue() + " and " + other.marks.get(e.getKey()));
    }

    /** True when more devices differ than agree: emulated machines may share the MAC of a management netdev. */
    boolean contradicts(Identity other) {
        long differences =
                marks.entrySet().stream().filter(e -> differs(e, other)).count();
        return differences > agreements(other);
    }

    private static boolean differs(Map.Entry<String, String> mark, Identity other) {
        String theirs = other.marks.get(mark.getKey());
        return theirs != null && !theirs.equals(mark.getValue());
    }
}
