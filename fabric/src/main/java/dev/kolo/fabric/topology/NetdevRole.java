package dev.kolo.fabric.topology;

import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import java.util.List;
import java.util.Optional;

/** Tells what other network a netdev belongs to, from its kind, its name and the default route. */
public final class NetdevRole {
    private static final List<String> TUNNELS =
            List.of("tun", "tap", "wg", "tailscale", "zt", "utun", "ppp", "nebula", "netbird");
    private static final List<String> VIRTUALS = List.of(
            "docker", "br-", "veth", "virbr", "cni", "flannel", "cali", "dummy", "vnet", "podman", "lxc", "lxd", "kube",
            "ifb", "sit", "gre", "erspan", "bond", "team", "macvlan", "ipvlan", "cilium");

    private NetdevRole() {}

    /** The role; empty when nothing speaks against its being part of a fabric. */
    public static Optional<ManagementNetdev.Role> of(Netdev netdev, NodeFacts facts) {
        Optional<ManagementNetdev.Role> named =
                ofName(netdev.name(), netdev.kind().orElse(""));
        if (named.isPresent()) {
            return named;
        }
        boolean isDefault = facts.routes().stream()
                .anyMatch(r -> r.isDefault()
                        && r.netdev().filter(netdev.name()::equals).isPresent());
        return isDefault ? Optional.of(ManagementNetdev.Role.DEFAULT_ROUTE) : Optional.empty();
    }

    /** The role that name and kind alone give; kind is empty when not known. */
    public static Optional<ManagementNetdev.Role> ofName(String name, String kind) {
        if (name.equals("lo") || kind.equals("loopback")) {
            return Optional.of(ManagementNetdev.Role.LOOPBACK);
        }
        if (name.startsWith("wl") || kind.equals("wireless")) {
            return Optional.of(ManagementNetdev.Role.WIRELESS);
        }
        if (kind.equals("tun") || kind.equals("wireguard") || startsWithAny(name, TUNNELS)) {
            return Optional.of(ManagementNetdev.Role.TUNNEL);
        }
        boolean virtualKind = !kind.isEmpty() && !kind.equals("ether") && !kind.equals("vlan");
        return virtualKind || startsWithAny(name, VIRTUALS)
                ? Optional.of(ManagementNetdev.Role.VIRTUAL)
                : Optional.empty();
    }

    private static boolean startsWithAny(String name, List<String> prefixes) {
        return prefixes.stream().anyMatch(name::startsWith);
    }
}
