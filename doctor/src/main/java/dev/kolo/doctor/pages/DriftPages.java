package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about drift: what changed on a host between two observations ({@code kolo doctor --since}). */
final class DriftPages {
    private static final String COMPARE = """
            kolo scan spark1 spark2 --out good.json     # while all is well
            kolo doctor spark1 spark2 --since good.json # later
        """;

    private static final String LIKE = "It needs two observations of one host. Two equal ones are silent.";

    private DriftPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.HOST_RESTARTED,
                        "A host was started anew between two observations",
                        "The boot id is another one, or the host has been up for less time than has passed.",
                        "Whatever was set by hand is gone: MTU, addresses, relays, hairpin queues. Counters began at 0, so that what they"
                                + " did before cannot be told.",
                        COMPARE,
                        "Let the host set everything at each start: `kolo plan` writes netplan files and a unit for that.",
                        "Info: it explains other changes.",
                        "Counters that were set back without a restart are DRIVER_RELOADED."),
                new Page(
                        Code.DRIVER_RELOADED,
                        "A driver was loaded again, or a function was reloaded",
                        "Counters of a device were set back to 0 although the host went on running.",
                        "Reloading drops every queue pair, route, filter and address of the function. Engines that ran then had to be"
                                + " started again.",
                        """
                            dmesg | grep -i mlx5
                        """,
                        "Look at the other findings for what did not come back. Reload functions only with the engine stopped.",
                        "Info: it explains other changes.",
                        "A counter of 32 bits that went past its end is no reload: others beside it go on counting."),
                new Page(
                        Code.FIRMWARE_CHANGED,
                        "Firmware or driver of a NIC changed",
                        "A device reports another firmware version, or another driver, than in the earlier observation.",
                        "Hosts of one fabric should run the same; a new version may have other defaults for steering and queues.",
                        """
                            ethtool -i NETDEV
                            cat /sys/class/infiniband/DEVICE/fw_ver
                        """,
                        "Bring all hosts to one version.",
                        "Warning. " + LIKE,
                        ""),
                new Page(
                        Code.DEVICE_GONE,
                        "A netdev or RDMA device is gone",
                        "The earlier observation shows it, the later one lists all devices and not this one; or it has another name now.",
                        "Whatever names it reaches nothing: NCCL_IB_HCA, netplan, relay rules.",
                        """
                            ip -br link
                            rdma link
                            dmesg | grep -i mlx5
                        """,
                        "Load the driver (`modprobe mlx5_ib`), seat the card, or correct the names where they are used.",
                        "Error. Only a list that is known to be complete shows that something is not there.",
                        "A port that is down is still listed: LINK_DRIFT."),
                new Page(
                        Code.CABLE_MOVED,
                        "A plug sits elsewhere than before",
                        "A port led to one port in the earlier observation and leads to another one now, as neighbours or LLDP show it.",
                        "Addresses and plans that were made for the old cables do not fit.",
                        """
                            ip neigh
                            lldpctl
                        """,
                        "Put the plugs back, or plan again for the cables as they are.",
                        "Warning. Cables that only addresses claim are not compared.",
                        "A cable that is gone is PORT_NO_LINK or LINK_DRIFT."),
                new Page(
                        Code.LINK_DRIFT,
                        "A link is slower, narrower or down, or was down in between",
                        "Speed, rate, state, or the width or speed of the PCIe slot differ from the earlier observation; or the driver"
                                + " counted that the link went down (link_downed, link_down_events_phy).",
                        "The slowest link sets the pace of the ring. A link that goes down now and then ends jobs.",
                        """
                            ethtool NETDEV
                            grep . /sys/class/infiniband/*/device/current_link_{width,speed}
                        """,
                        "Reseat the plug at both ends, then exchange the cable. For PCIe reseat the card and start the host anew.",
                        "Warning; info when the link is better than before. " + LIKE,
                        "Soft RoCE reports 2.5 Gb/s and virtual netdevs -1: no change, no finding."),
                new Page(
                        Code.ADDRESS_DRIFT,
                        "An address of the fabric is gone or changed",
                        "A fabric netdev had an IPv4 address, or prefix length, that it has no more.",
                        "The far end still expects the old one; plans and environments that name it are stale.",
                        """
                            ip -br addr
                        """,
                        "Put it back, and into netplan, so that it lasts. Or plan again with what stands now.",
                        "Warning. Only a complete list of a netdev's addresses shows that one is not there. Management addresses, which"
                                + " DHCP may change, are not judged.",
                        "An address that came in addition is DRIFT_APPEARED."),
                new Page(
                        Code.MTU_DRIFT,
                        "An MTU was reset",
                        "A fabric netdev's MTU, or a device's path MTU, differs from the earlier observation.",
                        "Smaller packets cost speed, and ends with different MTUs drop what is too large.",
                        """
                            ip -br link; ip link show dev NETDEV
                        """,
                        "`ip link set dev NETDEV mtu 9000` at all ends, and `mtu: 9000` in netplan.",
                        "Warning; info when it grew. " + LIKE,
                        "An MTU that always was small is MTU_SMALL."),
                new Page(
                        Code.RULES_GONE,
                        "Relay rules, routes or fixed neighbours vanished",
                        "The earlier observation shows them on netdevs of the fabric; the later one lists all and not these.",
                        "Frames for hosts that are not neighbours are dropped where the rule is missing.",
                        """
                            tc -s filter show dev NETDEV ingress
                            ip route show proto 82; ip neigh show nud permanent
                        """,
                        "Run the plan's up.sh again on this host, and let a unit do it at each start.",
                        "Warning. " + LIKE,
                        "What never was there is no drift: compare with the plan (`kolo plan --diff`)."),
                new Page(
                        Code.NIC_SETTING_DRIFT,
                        "A setting of a NIC or of the kernel changed",
                        "hairpin_queue_size, hairpin_num_queues, flow_steering_mode, eswitch mode, hw-tc-offload, pause, or ip_forward"
                                + " differ from the earlier observation.",
                        "Relays in hardware need them as planned, and bounds that were planned for other values do not hold.",
                        """
                            devlink dev param show pci/ADDRESS
                            ethtool -k NETDEV | grep hw-tc-offload
                        """,
                        "Set them again with the engine stopped, let a unit do it at each start, and plan again where the new value is"
                                + " meant.",
                        "Warning. " + LIKE,
                        ""),
                new Page(
                        Code.DRIFT_APPEARED,
                        "Something is there that was not before",
                        "A netdev, an RDMA device, an address or a rule of the fabric is new.",
                        "It may be meant. An address more can move GIDs and add links.",
                        COMPARE,
                        "Nothing, when it is meant.",
                        "Info.",
                        ""));
    }
}
