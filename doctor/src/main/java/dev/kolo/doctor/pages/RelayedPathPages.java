package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about relayed paths as hosts have them: rules, routes, neighbour entries, markers. */
final class RelayedPathPages {
    private RelayedPathPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.RELAY_FOREIGN,
                        "Somebody else's object stands in a place of the plan",
                        "A route, neighbour entry or filter sits where the plan has one of its own, and bears none of Kolo's marks: routes and neighbour entries of protocol 82, filters of preferences 11 to 17 and 20 in Kolo's very form.",
                        "It takes the frames that the relay should take, or keeps up.sh from starting. Kolo neither changes nor removes what it did not make.",
                        """
                            tc -s filter show dev NETDEV ingress
                            ip route show; ip neigh show nud permanent
                        """,
                        """
                        Ask whose it is. Move it to another preference or address, or remove it, and then run up.sh:
                            sudo tc filter del dev NETDEV ingress pref 11
                        """,
                        "Error. Said only with a plan: without one nobody knows which places are taken.",
                        "ORPHANED_RULES bear Kolo's marks and belong to an older plan."),
                new Page(
                        Code.RELAY_MISSING,
                        "A relay lacks a rule",
                        "Frames with a relay's tag (Ethernet types 0x88b5 to 0x88bb) are sent to a port that has no rule for them. With a plan: a filter of the plan is not there. Without one the doctor walks a frame of each sender from port to port over the rules that the hosts show.",
                        "Tagged frames that match nothing are dropped; no CPU forwards them. The hosts behind this relay cannot be reached.",
                        """
                            tc -s filter show dev NETDEV ingress
                            systemctl status kolo-fabric.service
                        """,
                        """
                        Settings vanish at a reboot; the unit puts them back. By hand, on the host:
                            sudo sh /usr/local/lib/kolo-fabric/up.sh
                        """,
                        "Error.",
                        "A filter that is there and not in hardware is RELAY_IN_SOFTWARE."),
                new Page(
                        Code.RELAY_WRONG,
                        "A relay's rule sends frames astray",
                        "The rule redirects to another port, writes another MAC than that of the port at the other end of the cable, or leaves a wrong Ethernet type.",
                        "The next port drops the frames. That happens after a NIC, a plug or a name has changed.",
                        """
                            tc -j -s filter show dev NETDEV ingress     # pedit offsets 0 and 4: MAC, 12: type; mirred: port
                            ip -br link                                 # MACs at the other end
                        """,
                        """
                        Plan again with what the hosts show now. Then on the host:
                            sudo sh /usr/local/lib/kolo-fabric/down.sh
                            sudo sh up.sh                               # of the new plan
                        """,
                        "Error.",
                        ""),
                new Page(
                        Code.ROUTE_MISSING,
                        "A far host has no route",
                        "The plan, or a rule that tags frames, names an address that no cable of this host leads to, and the host has no /32 route of protocol 82 out of the port that leads there, or one by another port or source.",
                        "Packets for that host leave by the default route or not at all; queue pairs over the relayed path do not come up.",
                        """
                            ip route show proto 82
                            ip -o route get ADDRESS
                        """,
                        """
                        The finding names the command. All at once, on the host:
                            sudo sh /usr/local/lib/kolo-fabric/up.sh
                        """,
                        "Error.",
                        "Hosts with a common cable need no such route."),
                new Page(
                        Code.NEIGHBOUR_WRONG,
                        "A far host's frames carry the wrong MAC",
                        "The permanent neighbour entry of a far address is absent, learnt instead of permanent, or names another MAC than that of the next port.",
                        "Frames for the far host are addressed to a port that is not there, and the next NIC drops them. ARP cannot help: the far host is not on this cable.",
                        """
                            ip neigh show nud permanent
                            ip -br link       # on the neighbour: the MAC of the port at the other end
                        """,
                        """
                        The finding names the command. All at once, on the host:
                            sudo sh /usr/local/lib/kolo-fabric/up.sh
                        """,
                        "Error.",
                        ""),
                new Page(
                        Code.MARKER_DEAD,
                        "Nothing tags the frames for far hosts",
                        "Relayed frames need a tag as they leave. In hardware a process on each device sets it, and it is not running, has failed, or lacks a rule. On NICs whose packets pass the kernel an egress rule does it.",
                        "Untagged frames reach the first relay as if they were for it, and it drops them.",
                        """
                            pgrep -af -- --rule
                            systemctl status 'kolo-fabric-marker@*'
                            tc -s filter show dev NETDEV egress      # kernel backend
                        """,
                        """
                            sudo systemctl restart kolo-fabric.service
                        If the marker ends again, its journal says why: journalctl -u 'kolo-fabric-marker@*'.
                        """,
                        "Error. Said only where processes were listed, or a line tells of the failure.",
                        "RELAY_MARKER_MISSING is the planner's refusal when no marker program is named."),
                new Page(
                        Code.RELAY_IN_SOFTWARE,
                        "A relay's rule is not in the NIC",
                        "The NIC is one whose RDMA bypasses the kernel, and the rule bears no in_hw, or skip_hw.",
                        "RDMA frames never reach the kernel of such a NIC, so that nothing is relayed. in_hw alone proves nothing end to end, but without it there is nothing to prove.",
                        """
                            tc -s filter show dev NETDEV ingress     # skip_sw and in_hw wanted
                            ethtool -k NETDEV | grep hw-tc-offload
                        """,
                        """
                        Mend what the NIC refuses (RELAY_NIC_PROFILE), then on the host:
                            sudo ethtool -K NETDEV hw-tc-offload on
                            sudo sh /usr/local/lib/kolo-fabric/down.sh
                            sudo sh /usr/local/lib/kolo-fabric/up.sh
                        """,
                        "Error.",
                        "With soft RoCE and the kernel backend skip_hw is right."),
                new Page(
                        Code.ORPHANED_RULES,
                        "Rules of another plan are left over",
                        "Objects bear Kolo's marks, and this plan does not have them. Without a plan: relay rules, while no host has a far route or tags a frame.",
                        "They send frames where the older plan wanted them, and up.sh refuses to start beside them.",
                        """
                            tc -s filter show dev NETDEV ingress
                            ip route show proto 82; ip neigh show proto 82
                        """,
                        """
                            sudo sh /usr/local/lib/kolo-fabric/down.sh
                        Then up.sh of the plan that is meant. down.sh removes Kolo's own objects and nothing else.
                        """,
                        "Warning. Likely without a plan.",
                        "RELAY_FOREIGN bear no mark of Kolo's."),
                new Page(
                        Code.MARK_PORT_NOT_RESERVED,
                        "Other traffic may use the port that marks relayed frames",
                        "The older form of relays tags every RDMA packet of UDP source port 65535 (flow label 16383), whatever its destination. A flow label of other lanes ends in the same 14 bits, or the range of local ports includes 65535.",
                        "Packets of ordinary lanes are tagged too, go to the opposite host and are lost.",
                        """
                            sysctl net.ipv4.ip_local_port_range net.ipv4.ip_local_reserved_ports
                        """,
                        """
                            sudo sysctl -w net.ipv4.ip_local_reserved_ports=65535
                        Give ordinary lanes other labels. The tag form (the default of kolo plan) needs no port.
                        """,
                        "Warning.",
                        "In the tag form no port is special."),
                new Page(
                        Code.ONE_SHOT_WITHOUT_RELAYS,
                        "One-shot collectives on a ring without relays",
                        "The engine is told to move small collectives in one shot (SGLANG_ROCE_ALLREDUCE, DSV41_ROCE_RING, DSV41_ROCE_GATHER) on a ring of four or more, or a path of three or more, where no relays lead to the hosts that are no neighbours.",
                        "One shot means a write to every rank. No cable leads to the far ones: connections fail with errno 110, or the first exchange hangs.",
                        """
                            docker inspect CONTAINER | grep -E 'SGLANG_ROCE|DSV41_ROCE'
                            tc -s filter show dev NETDEV ingress
                        """,
                        """
                        On every rank:
                            SGLANG_ROCE_ALLREDUCE=0
                        and no DSV41_ROCE_ settings. Or plan relays, which are research-only: kolo plan --relays auto.
                        """,
                        "Error. Said where the plan has no relays, or every host showed its filters and none relays.",
                        "Rings of three have a cable between every two hosts."),
                new Page(
                        Code.FORWARD_DROP,
                        "A firewall drops packets between fabric ports",
                        "Another host routes IP packets through this one, and the FORWARD chain has policy DROP without a rule for fabric ports. Docker sets that policy.",
                        "TCP and ping between hosts without a common cable fail. Relayed RDMA frames never pass a firewall.",
                        """
                            sudo iptables -S FORWARD; sudo iptables -S DOCKER-USER
                            sudo nft list chain ip filter FORWARD
                        """,
                        """
                        For each pair of fabric ports, both ways:
                            sudo iptables -I DOCKER-USER -i NETDEV -o OTHER -j ACCEPT
                        Or take the transit routes away: nothing of NCCL or the wire needs them.
                        """,
                        "Warning, and only where such a route exists.",
                        "Without transit routes the policy is nobody's concern."));
    }
}
