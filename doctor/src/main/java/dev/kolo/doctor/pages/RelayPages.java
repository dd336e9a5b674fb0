package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about relayed paths: what keeps them from being planned. */
final class RelayPages {
    private RelayPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.RELAY_REACH,
                        "Too many relays between the farthest hosts",
                        "In a ring of N the farthest hosts are N/2 - 1 relays apart, in a path N - 2. By itself (auto) the planner takes"
                                + " at most three; frames count at most seven, which is a ring of 16 or a path of 9.",
                        "Every relay on the way is a queue that many lanes share: a larger reach leaves less room for each"
                                + " operation.",
                        """
                            kolo plan --shape ring --hosts 12 --relays 5 --backend kernel
                        """,
                        "Give the number that the finding names, a smaller one to reach near hosts only, or --groups of hosts that"
                                + " talk among themselves.",
                        "Error, a refusal of the planner.",
                        ""),
                new Page(
                        Code.RELAY_GROUP,
                        "A group that is neither a path nor a ring",
                        "--groups takes runs of neighbouring ranks: 0-3,4-7. A rank that does not exist, a host alone, two groups that"
                                + " share a rank, and hosts on a switch make no group.",
                        "Frames are relayed along cables. Where there is no chain of cables there is no way.",
                        """
                            kolo plan --shape ring --hosts 8 --groups 0-3,4-7 --relays auto --backend kernel
                        """,
                        "Name runs of neighbouring ranks, at least two hosts each, no rank twice.",
                        "Error, a refusal of the planner.",
                        ""),
                new Page(
                        Code.RELAY_FORM,
                        "The older form of relays does not fit here",
                        "--relay-form flow-label tells relayed frames by one flow label, so that one relay is all it knows: a ring of"
                                + " four with two planes and relays in hardware.",
                        "Frames for other hosts would carry the same mark and be sent the wrong way.",
                        """
                            kolo plan --shape ring --hosts 4 --relays 1 --marker PATH --relay-form flow-label
                        """,
                        "Leave the option out: the tag form serves rings of four, too.",
                        "Error, a refusal of the planner.",
                        ""),
                new Page(
                        Code.RELAY_MARKER_MISSING,
                        "Nothing would tag the frames",
                        "Relays in hardware need a program on every host that tags RDMA packets as they leave the NIC, and --marker"
                                + " names none.",
                        "RDMA packets of such a NIC bypass the kernel, so that no tc rule can tag them. Untagged, they die at the"
                                + " first relay.",
                        """
                            pgrep -af marker
                        """,
                        "Build the marker on every host, install it and give --marker PATH. For NICs whose packets pass the kernel"
                                + " (soft RoCE, labs) use --backend kernel.",
                        "Error, a refusal of the planner.",
                        ""),
                new Page(
                        Code.RELAY_PLANE_MISSING,
                        "A cable without a link on one of its planes",
                        "Relays are planned on every plane that the hosts have, and over this cable one plane has no link: one half of"
                                + " a port is down or was not seen, or the link joins two different planes.",
                        "Frames of that plane would end at this cable.",
                        """
                            ip -br link
                            rdma link
                        """,
                        "Bring the named function up or reseat the plugs, scan and plan again.",
                        "Error, a refusal of the planner.",
                        "DEVICES_CARRY_NOTHING is about a plane that is up and unused."),
                new Page(
                        Code.RELAY_NIC_PROFILE,
                        "A NIC is not set to relay",
                        "Relays in hardware were qualified with hw-tc-offload on, hairpin_num_queues 4, flow_steering_mode hmfs, eswitch"
                                + " legacy, MTU 9000 with an RDMA MTU of 4096, and a RoCE v2 GID on each function. One of these"
                                + " differs, or the MAC or RDMA device that the rules must name was not observed.",
                        "The NIC would drop relayed frames or hand them to the CPU.",
                        """
                            ethtool -k NETDEV | grep hw-tc-offload
                            devlink dev param show pci/ADDRESS
                            devlink dev eswitch show pci/ADDRESS
                        """,
                        "Set it as the finding says, with the engine stopped: a reload drops every queue pair, route, filter and"
                                + " address of the function. Then scan and plan again.",
                        "Error. What nobody showed is not judged: the plan lists it as not observed.",
                        ""),
                new Page(
                        Code.HAIRPIN_QUEUE_TOO_SMALL,
                        "The relays' queues are too small for what is sent",
                        "A relay's NIC holds what it forwards in a hairpin queue of 64 bytes times hairpin_queue_size: 64 KiB at 1024,"
                                + " 512 KiB at 8192. It dropped packets at a smaller size than 8192, or the engine or the plan sends"
                                + " operations that do not fit.",
                        "A full queue cannot pause its sender. It drops (rx_out_of_buffer), the far end sees gaps (out_of_sequence), and"
                                + " an exchange takes three to four times as long.",
                        """
                            devlink dev param show pci/ADDRESS name hairpin_queue_size
                            ethtool -S NETDEV | grep rx_out_of_buffer     # before and after a run, on the relays
                        """,
                        """
                        With the engine stopped, for each function, then set up the relays again:
                            devlink dev param set pci/ADDRESS name hairpin_queue_size value 8192 cmode driverinit
                            devlink dev reload pci/ADDRESS action driver_reinit
                        Or cap one operation: 81,920 bytes at 1024, 262,144 at 8192 (SGLANG_ROCE_MAX_SIZE, DSV41_ROCE_GATHER), in
                        general what `kolo plan` prints.
                        """,
                        "Error. Certain with drops, likely when only the sizes say it. Never change the size while an engine runs: the"
                                + " reload drops every queue pair, route, filter and address of the function.",
                        "rx_out_of_buffer on a host that relays nothing is the kernel's receive ring, filled by TCP."),
                new Page(
                        Code.HAIRPIN_OVERFLOW,
                        "A relay's queue overflows",
                        "A function that forwards for others dropped packets for want of room (rx_out_of_buffer), although its queues have"
                                + " the largest size, or their size was not shown.",
                        "What is dropped must be sent again after a timeout; exchanges take three to four times as long.",
                        """
                            ethtool -S NETDEV | grep rx_out_of_buffer                                          # on the relays
                            grep . /sys/class/infiniband/*/ports/1/hw_counters/out_of_sequence                 # at the far ends
                        """,
                        "Send less at once: cap one operation at what `kolo plan` prints, send it in chunks, or spread lanes over both"
                                + " ways round.",
                        "Error, and certain: rules that forward and drops at the same function were both seen.",
                        "Without forwarding rules on that function such drops are the kernel's own and say nothing about the fabric."));
    }
}
