package dev.kolo.fabric.topology;

import dev.kolo.fabric.facts.Netdev;

/**
 * A netdev that is no part of the fabric: the LAN, Wi-Fi, a VPN, a bridge.
 *
 * @param host host name
 * @param netdev the netdev
 * @param role what it is
 */
public record ManagementNetdev(String host, Netdev netdev, Role role) {
    /** What kind of other network. */
    public enum Role {
        /** It carries the default route. */
        DEFAULT_ROUTE,
        WIRELESS,
        /** A tunnel or VPN (tun, wg, tailscale). */
        TUNNEL,
        /** A bridge, veth or other virtual netdev, as container engines make them. */
        VIRTUAL,
        LOOPBACK,
        /** A physical netdev without RDMA. */
        OTHER
    }
}
