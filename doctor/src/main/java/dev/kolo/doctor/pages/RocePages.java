package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about packet size, RDMA ports, containers and limits. */
final class RocePages {
    private RocePages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.MTU_MISMATCH,
                        "The ends of a link have different MTUs",
                        "The netdevs at the two ends of a cable, or on one switch, have different MTUs.",
                        "Packets larger than the smaller MTU vanish without a message. Connections come up, small messages pass, and"
                                + " large transfers stall until the retries run out (completion status 12).",
                        """
                            ip -d link show dev NETDEV   # at both ends
                            ping -M do -s 8972 -I NETDEV PEER_ADDRESS
                        """,
                        """
                        The same at both ends, and in netplan (mtu: 9000) so that it lasts:
                            sudo ip link set dev NETDEV mtu 9000
                        """,
                        "Error.",
                        "A small MTU that is equal at both ends works (MTU_SMALL)."),
                new Page(
                        Code.MTU_SMALL,
                        "A small MTU",
                        "A fabric netdev has an MTU below 9000. RoCE uses the largest of 256 to 4096 bytes that fits with some 80 bytes"
                                + " of headers: 1500 leaves 1024 (\"MTU enum 3\"), 4200 and 9000 leave 4096 (enum 5).",
                        "It works, with four times as many packets at 1500: slower prompts, and more to lose.",
                        """
                            ip -d link show dev NETDEV
                            ibv_devinfo -d DEVICE | grep active_mtu
                        """,
                        "Set 9000 at both ends of every cable, and in netplan.",
                        "Warning where the path MTU is below 4096. Info from 4176 to 8999, and when only a log's path MTU tells.",
                        "An idle port with MTU 1500 is nobody's concern."),
                new Page(
                        Code.JUMBO_BLOCKED,
                        "Large packets do not pass although both ends allow them",
                        "Both ends have MTU 9000, and large packets still vanish: something between them, a switch or a media"
                                + " converter, has a smaller limit.",
                        "As with MTU_MISMATCH: small messages pass, large ones stall.",
                        """
                            ping -M do -s 8972 -I NETDEV PEER_ADDRESS    # fails, while -s 1400 passes
                        """,
                        "Raise the MTU on the switch (its limit must include headers: 9216 is usual).",
                        "Error. Reported when the output of such a ping is among the input and all its packets were lost; likely while"
                                + " the MTU of an end is not known.",
                        "An end that allows less is MTU_MISMATCH or MTU_SMALL. A peer that answers no small ping either has another"
                                + " trouble."),
                new Page(
                        Code.RDMA_PORT_DOWN,
                        "The netdev works, its RDMA port does not",
                        "The netdev is up and has an address, but its RDMA port is not ACTIVE, or no RDMA device belongs to it.",
                        "NCCL skips such ports without a word. TCP works, RDMA does not.",
                        """
                            rdma link                    # state ACTIVE wanted
                            ibv_devinfo -d DEVICE | grep state
                        """,
                        """
                        Set the netdev down and up again. If no device is listed, load the driver:
                            sudo modprobe mlx5_ib
                        """,
                        "Error.",
                        "A port that is down on both sides has no link: PORT_NO_LINK."),
                new Page(
                        Code.RDMA_NAMESPACE,
                        "GIDs of netdevs that are not visible here",
                        "The GID table names netdevs that do not exist in this network namespace. That is how a container without the"
                                + " host's network sees RDMA devices.",
                        "Queue pairs cannot be set up with such GIDs: errno 19, \"No such device\".",
                        """
                            cat /sys/class/infiniband/DEVICE/ports/1/gid_attrs/ndevs/3; ip -br link
                        """,
                        "Start the container with --network host and --device /dev/infiniband.",
                        "Error. Likely when the output does not say that it came from a container.",
                        ""),
                new Page(
                        Code.MEMLOCK_LOW,
                        "Too little memory may be locked",
                        "The limit of locked memory (ulimit -l) is small.",
                        "RDMA memory must be locked. Registration fails with \"Cannot allocate memory\" once the limit is reached.",
                        """
                            docker exec CONTAINER sh -c 'ulimit -l'      # unlimited wanted
                        """,
                        "Start the engine's container with --ulimit memlock=-1. For programs on the host: /etc/security/limits.conf.",
                        "Error below 64 MiB inside a container with RDMA devices or beside a failed registration. Info when a shell on the host has less"
                                + " than the kernel's default of 8 MiB; root is not bound by it, and a container has its own limit.",
                        "The same message comes from a kernel fault: KERNEL_CMA."));
    }
}
