package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about what the planner refuses, relays aside. */
final class PlanPages {
    private PlanPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.PLAN_HOST_COUNT,
                        "More or fewer hosts than can be planned",
                        "A pair has 2 hosts, a path or ring 3 to 256, a switched fabric 3 to 254 (one /24 a plane). Transit routes"
                                + " are planned for at most 16 hosts, since every host gets a route to every network of the others.",
                        "Nothing larger has been planned or walked, so no proof stands behind it.",
                        """
                            kolo plan --shape ring --hosts 8
                        """,
                        "Give a number within the limits, or plan a part of the hosts. Two hosts are a pair.",
                        "Error, a refusal of the planner.",
                        ""),
                new Page(
                        Code.PLAN_NAME_UNFIT,
                        "A name that does not belong in a script",
                        "A host, netdev or device name holds something other than letters, digits, dots, hyphens and underscores,"
                                + " is too long, or is missing.",
                        "The names of a plan stand in shell scripts, configuration files and paths on every host. All of them are"
                                + " quoted there, and yet a host called $(reboot) is a forgery or a mistake.",
                        """
                            hostname
                            ip -br link
                        """,
                        "Rename the host or netdev, put each host's files into a folder of its name, or correct the facts.",
                        "Error, a refusal of the planner.",
                        ""),
                new Page(
                        Code.PLAN_OVER_MANAGEMENT,
                        "The way to the LAN is a port of the fabric",
                        "The default route of a host leaves by a function that a cable of the fabric, or its switch, joins.",
                        "Planning would change its addresses and MTU, and with them the way by which the host is reached. A plan"
                                + " never touches the default route, its netdev or its network.",
                        """
                            ip route show default
                        """,
                        "Connect the host to the LAN by another netdev (the RJ45 port of a Spark), let the default route leave"
                                + " there, scan and plan again.",
                        "Error, a refusal of the planner.",
                        "MANAGEMENT_IN_FABRIC_SUBNET is about two netdevs in one network."),
                new Page(
                        Code.PLANES_MIXED,
                        "Addresses join two different planes",
                        "A function of one PCIe half shares its network with a function of the other half at the far end of the"
                                + " cable.",
                        "Traffic of one half arrives at the other, so that neither the load of a half nor NCCL's choice of devices is"
                                + " what it seems, and a relayed frame would leave its plane.",
                        """
                            ip -br -4 addr               # on both hosts: which function has which network?
                        """,
                        "Exchange the addresses of the two halves on one of the hosts, or let the planner give new ones"
                                + " (--readdress).",
                        "Error, a refusal of the planner.",
                        "Exchanged plugs move both halves of a port together."),
                new Page(
                        Code.PLAN_KEEP_APART,
                        "Nothing would be left for NCCL",
                        "--keep-apart gives the first plane to the wire and the others to NCCL, and a host has linked functions on"
                                + " one plane only.",
                        "NCCL would have no device at all.",
                        """
                            ip -br link                  # which functions are up?
                        """,
                        "Bring the second plane up, or leave --keep-apart out: then wire and NCCL share functions.",
                        "Error, a refusal of the planner.",
                        "WIRE_SHARES_NCCL_FUNCTIONS is only the trade, not a fault."),
                new Page(
                        Code.PLAN_PROOF_FAILED,
                        "A plan that does not hold",
                        "Before a plan exists, every frame is walked through its routes, neighbour entries, filters and cables, and"
                                + " its addresses, order, bounds and places are checked. One of these proofs failed; the finding"
                                + " names it and what it found.",
                        "A plan that does not hold on paper would not hold on the hosts, so it is not written. The usual cause is"
                                + " a route, a permanent neighbour entry or a filter preference that somebody else holds on a host.",
                        """
                            ip route show; ip neigh show nud permanent
                            tc filter show dev NETDEV ingress
                        """,
                        "Remove what is not Kolo's if it is not needed, or choose another --pool, and plan again. When nothing foreign"
                                + " is named, report it: the planner has made a mistake and caught it.",
                        "Error, a refusal of the planner.",
                        ""));
    }
}
