package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about cables and plugs. */
final class CablePages {
    private CablePages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.PORT_NO_LINK,
                        "A port that the fabric needs has no link",
                        "The port is down although the wanted shape needs it, or although its address claims a neighbour. Both"
                                + " halves of a port share one cable, so they usually go down together.",
                        "The two hosts at the ends of this cable cannot reach each other directly. A ring becomes a path.",
                        """
                            ip -br link                 # NO-CARRIER: no signal; DOWN without NO-CARRIER: switched off
                            ibstat                      # Physical state Polling: no signal; Disabled: switched off
                            ethtool NETDEV | grep 'Link detected'
                        """,
                        """
                        No signal: seat the plug at both ends, then try another cable. Switched off: set it up, and have netplan or
                        NetworkManager do so at boot:
                            sudo ip link set dev NETDEV up
                        """,
                        "Error when nothing passes the cable. Warning when one half works and the other is down, and for a lone"
                                + " host whose addressed port is dark. Info on a pair that works over another cable.",
                        "A port that is down and has no address is healthy on a pair: one cable is enough. \"Rate: 40\" of a port"
                                + " that is down means nothing."),
                new Page(
                        Code.CABLE_MISSING,
                        "A cable is missing, or sits elsewhere",
                        "Either the cables make a path and one more would close the wanted ring, or two addresses claim a cable"
                                + " over which the neighbour was asked for and did not answer (FAILED in the neighbour table).",
                        "The hosts at its ends have no direct way to each other; RoCE cannot be routed through a third host.",
                        """
                            ping -c1 -I NETDEV PEER_ADDRESS
                            ip neigh show dev NETDEV    # FAILED: nobody there has that address
                        """,
                        "Plug the cable that the finding names, or look at both ends of the one that should be there. Then ping across"
                                + " it and scan again.",
                        "Error. Likely, not certain, when only a failed neighbour entry tells: the far host may be off.",
                        "Plugs in the wrong ports look alike from one end; ENDS_IN_DIFFERENT_SUBNETS names the exchange where the"
                                + " MACs show it."),
                new Page(
                        Code.ENDS_IN_DIFFERENT_SUBNETS,
                        "The two ends of a cable lie in different subnets",
                        "MACs or LLDP show which ports a cable joins, and the addresses of these ports are not in one subnet. Most"
                                + " often two plugs of one host sit in each other's port; the doctor tries exchanges on paper and"
                                + " names the one after which every cable fits.",
                        "RoCE takes the subnet for the link. Packets leave by a cable that does not lead to the peer: errno 110, or a"
                                + " TCP connection that works one way round by luck, since Linux answers ARP for any of its addresses"
                                + " on any netdev.",
                        """
                            ip neigh                    # on both hosts: which MAC is seen on which netdev
                            ip -br link                 # whose MAC is that?
                        Trust the pair of netdev and MAC, not the address beside it.
                        """,
                        "Exchange the plugs that the finding names. Or leave the plugs and exchange the addresses of those ports. If"
                                + " no exchange helps, give the named end an address in the other end's subnet.",
                        "Error. Likely when only stale neighbour entries show the cable, or when the addresses merely fit no other"
                                + " host. Warning when the ends only differ in their prefix length.",
                        "errno 110 also comes from a dead link (PORT_NO_LINK) and from cables of equal port numbers"
                                + " (CABLE_SAME_INDEX). A longer timeout mends none of them."),
                new Page(
                        Code.CABLE_SAME_INDEX,
                        "A cable joins two ports of the same number",
                        "Three or more hosts, and a cable from port 0 to port 0, or 1 to 1. Stock NCCL takes the same device index"
                                + " at both ends of a channel and corrects one end from the subnet; here both would need it.",
                        "Part of the channels over these cables fails with ibv_modify_qp errno 110, or an internal error, or"
                                + " silence.",
                        """
                            ip -br addr                 # which port of which host shares a subnet with which
                        Draw it: every cable must run from a port 0 to a port 1.
                        """,
                        "Exchange the two plugs of the host that the finding names, and their addresses with them. Or use an NCCL build"
                                + " whose listener advertises every device of a rank.",
                        "Error with stock NCCL and NCCL_IB_MERGE_NICS=0, or when nothing is known of NCCL. Info when merging is on"
                                + " everywhere (NCCL_IB_MERGE_NICS=1) or the log shows a patched listener. Likely when addresses"
                                + " alone show the cable.",
                        "On a pair every cabling is fine. Do not blame the cable, NCCL_IB_TIMEOUT or NCCL_CROSS_NIC."),
                new Page(
                        Code.CABLE_DOUBLED,
                        "Two cables between the same two hosts",
                        "Two hosts are joined by more than one cable.",
                        "Both cables share the card's PCIe lanes, so the second adds no bandwidth. In a ring its two ports are"
                                + " missing elsewhere.",
                        """
                            ip -br addr                 # two subnets shared by the same two hosts (planes apart)
                        """,
                        "Use the second cable where the shape lacks one. On a pair there is nothing to do.",
                        "Warning with three or more hosts, info on a pair.",
                        "The two halves of one cable are two links but one cable."),
                new Page(
                        Code.CABLES_DISAGREE,
                        "A description of the cables and the machines disagree",
                        "Somebody wrote a list of cables, and the machines show another cable on one of these ports.",
                        "Whoever acts on the list moves the wrong plug. The machines are believed here.",
                        """
                            ip neigh; ip -br link       # on both hosts
                        """,
                        "Look at the plugs; then correct the list or the cable.",
                        "Warning.",
                        ""),
                new Page(
                        Code.LINK_SPEED_MIXED,
                        "Links of different speed",
                        "Not all links that are up run at the same speed.",
                        "A collective waits for its slowest link.",
                        """
                            ethtool NETDEV | grep -i speed
                            ibstat | grep -E 'CA |Rate'
                        """,
                        """
                        Use one kind of cable everywhere and let both ends negotiate:
                            sudo ethtool -s NETDEV speed 200000 autoneg on
                        """,
                        "Warning.",
                        "The rate of a port that is down, and soft RoCE's 2.5 Gb/s, mean nothing."),
                new Page(
                        Code.LINK_DEGRADED,
                        "A link that carries less than it should",
                        "A function's PCIe link is slower than the card's own maximum, or has fewer lanes than the other functions"
                                + " of the fabric; or a bandwidth test on a 200 Gb/s link stays far below one half's share.",
                        "That half of the port carries less than its share. Known symptom: the link says 200 Gb/s and"
                                + " ib_write_bw measures 8 to 25.",
                        """
                            cat /sys/class/infiniband/DEVICE/device/{current,max}_link_{speed,width}
                            ib_write_bw -d DEVICE        # about 98 to 111 Gb/s for one half of a Spark's port
                        """,
                        "Shut down, unplug from power for a minute, start again. If it stays, compare BIOS and firmware with a host"
                                + " that works.",
                        "Warning. From a bandwidth test (messages of 64 KiB and more): certain at 25 Gb/s and below, likely below 70."
                                + " Without such a test the state with full PCIe width and 13 Gb/s cannot be seen.",
                        "A Spark wires four lanes to each half though the card could have sixteen: that is no fault."),
                new Page(
                        Code.ONE_CABLE_TWO_FUNCTIONS,
                        "Several RDMA devices are one card",
                        "RDMA devices share one system image GUID. On a Spark one card with two ports shows four devices: each"
                                + " port has one for each PCIe half.",
                        "Counting cards or cables by device gives twice as many as there are.",
                        """
                            ibstat | grep -E 'CA |System image GUID'
                        """,
                        "Nothing to do.",
                        "Info.",
                        "Two devices of one port are not two cables and not a bond."));
    }
}
