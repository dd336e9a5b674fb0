package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about the errors that NCCL prints. */
final class NcclErrorPages {
    private NcclErrorPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.REG_MR_ENOMEM,
                        "RDMA memory could not be registered",
                        "Call to ibv_reg_mr… failed with \"Cannot allocate memory\", and the facts do not show which of "
                                + "two causes it is.",
                        "NCCL cannot use the device and stops.",
                        """
                            ulimit -l                          # inside the container: unlimited
                            grep Cma /proc/meminfo; uname -r   # CmaFree above CmaTotal: the kernel
                        """,
                        "Start the container with --ulimit memlock=-1; if the limit is high already, boot a 6.17 kernel.",
                        "Error. Where the facts show the cause, KERNEL_CMA or MEMLOCK_LOW says it instead.",
                        "Two causes look alike: the limit of locked memory (MEMLOCK_LOW) and kernels that break pinning "
                                + "(KERNEL_CMA). Cables, addresses and the NCCL version have nothing to do with it."),
                new Page(
                        Code.TREE_NEEDS_DIAGONAL,
                        "The tree wants two hosts that share no cable",
                        "On four or more ranks the rings were connected, and the next step, connecting the tree, failed.",
                        "NCCL stops right after \"Connected all rings\". Opposite hosts of a ring share no cable.",
                        """
                            grep -E "Connected all|setup disabled|ncclTransportTreeConnect" LOG
                        """,
                        "Either mount a build that leaves the tree out and set NCCL_SWITCHLESS_RING_ONLY=1 on all ranks,"
                                + " over the pip library (no second copy); or stay with stock NCCL 2.30.7, NCCL_ALGO=Ring and "
                                + "cuMem on in all ranks (no NCCL_CUMEM_ENABLE=0, no NCCL_RUNTIME_CONNECT=0), so that the tree is "
                                + "never asked for. The second way was measured for the connect step only.",
                        "Error. Certain when a trace names the tree, likely when only a failure after the rings shows "
                                + "it.",
                        "A printed \"Trees […]\" line alone is a plan; a working ring prints it too."),
                new Page(
                        Code.PAIR_SHARES_NO_CABLE,
                        "NCCL tried to join two ports that no cable joins",
                        "ibv_modify_qp failed with errno 110, and the two GIDs in the line belong to ports of different "
                                + "cables.",
                        "No packet of the one port reaches the other; NCCL retries for a minute and gives up.",
                        """
                            grep "ibv_modify_qp failed with 110" LOG      # local GID … remote GID …
                            ip -br addr                                   # on both hosts: whose addresses are these?
                        """,
                        "As the finding says, in this order: NCCL 2.30.7 or later inside the container, "
                                + "NCCL_IB_SUBNET_AWARE_ROUTING=1, cables from port 0 to port 1, ranks in cable order.",
                        "Error. Certain when the facts know both addresses; likely when only the subnets tell.",
                        "MODIFY_QP_ETIMEDOUT is the same errno where the two ports do share a cable. A longer "
                                + "NCCL_IB_TIMEOUT or NCCL_CROSS_NIC=0 mends neither."),
                new Page(
                        Code.MODIFY_QP_ETIMEDOUT,
                        "Two ports that share a cable do not answer (errno 110)",
                        "ibv_modify_qp failed with errno 110, and the two GIDs are the two ends of one cable; or nothing"
                                + " tells whose they are.",
                        "The device was well chosen; nothing answers on the cable.",
                        """
                            ping -I NETDEV PEER-ADDRESS; ip neigh show dev NETDEV
                        """,
                        "See, in this order: the link at both ends, the neighbour entry, the MTU of both ends, a "
                                + "firewall.",
                        "Error; likely where the facts of both hosts are missing.",
                        "PAIR_SHARES_NO_CABLE: the same errno between ports of different cables, which no link can mend."),
                new Page(
                        Code.MODIFY_QP_ENODATA,
                        "The GID table is empty at the index (errno 61)",
                        "ibv_modify_qp failed with errno 61: the local GID at the forced index is empty.",
                        "The queue pair has no address.",
                        """
                            show_gids      # the device of the line
                        """,
                        "Leave NCCL_IB_GID_INDEX unset on every rank, so that NCCL takes the right index of each device.",
                        "Error; likely where the facts of both hosts are missing.",
                        "GID_INDEX_INVALID and GID_INDEX_DIFFERS say the same from the tables, before a run."),
                new Page(
                        Code.MODIFY_QP_ENODEV,
                        "The netdev of the GID is not in this namespace (errno 19)",
                        "ibv_modify_qp failed with errno 19: the process sees the RDMA device and not the netdev behind "
                                + "its GID.",
                        "No queue pair can be set up in this container.",
                        """
                            ip link      # inside the container: is the netdev there?
                        """,
                        "Start the container with --network host and --device /dev/infiniband.",
                        "Error; likely where the facts of both hosts are missing.",
                        "RDMA_NAMESPACE says the same from the tables."),
                new Page(
                        Code.MODIFY_QP_EINVAL,
                        "Two GIDs that do not go together (errno 22)",
                        "ibv_modify_qp failed with errno 22: RoCE v1 with v2, or IPv6 with IPv4.",
                        "The two ends cannot be connected.",
                        """
                            show_gids      # on both hosts, the index in the line
                        """,
                        "Leave NCCL_IB_GID_INDEX unset on every rank.",
                        "Error; likely where the facts of both hosts are missing.",
                        ""),
                new Page(
                        Code.MODIFY_QP_ENETUNREACH,
                        "No way from this device to the peer's address (errno 101 or 113)",
                        "ibv_modify_qp failed with errno 101 or 113.",
                        "The kernel finds no route from the device's netdev to the peer's address.",
                        """
                            ip route get PEER-ADDRESS oif NETDEV
                        """,
                        "Give the netdev an address in the peer's subnet; remove /32 routes that lead elsewhere.",
                        "Error; likely where the facts of both hosts are missing.",
                        ""),
                new Page(
                        Code.MODIFY_QP_FAILED,
                        "A queue pair could not be connected",
                        "ibv_modify_qp failed with an error that has no page of its own.",
                        "The connection did not come about.",
                        """
                            grep "ibv_modify_qp failed" LOG
                        """,
                        "Compare device, port, GID index and both addresses in the line with show_gids and ip addr of "
                                + "both hosts.",
                        "Error; likely where the facts of both hosts are missing.",
                        ""),
                new Page(
                        Code.COMPLETION_RETRY_EXCEEDED,
                        "A peer stopped answering",
                        "A completion came back with status 12: every retry of a packet went unanswered.",
                        "The connection had worked, then nothing came back for about half a minute (NCCL_IB_TIMEOUT 20, "
                                + "NCCL_IB_RETRY_CNT 7). The communicator is lost.",
                        """
                            grep "Got completion from peer" LOG
                            ping -M do -s 8972 PEER-ADDRESS
                        """,
                        "First see whether the peer's process died: its own log ends earlier. Then the MTU of both ends,"
                                + " then growing packet_seq_err and out_of_sequence.",
                        "Error; certain when the facts show two MTUs, likely otherwise.",
                        "Status 5 (flushed) only follows from another error, and is not reported."),
                new Page(
                        Code.COMPLETION_FAILED,
                        "Work on a connection failed",
                        "A completion came back with an error that is neither \"retry exceeded\" nor \"flushed\".",
                        "The connection is lost.",
                        """
                            grep "Got completion from peer" LOG
                        """,
                        "Compare library and environment of both ranks, then read the peer's log around that time. For "
                                + "status 9 (the receiver refused) the cause is not known.",
                        "Error, and likely.",
                        ""),
                new Page(
                        Code.NCCL_ERROR,
                        "NCCL printed an error that nothing else here explains",
                        "A rank printed a warning or error of NCCL, and no other finding of this verdict is an error.",
                        "Something went wrong that this doctor does not know, or knows too little of.",
                        """
                            grep -E "NCCL WARN|NCCL error" LOG
                        """,
                        "Read the line itself, and the lines before it in the log of the rank that printed it first.",
                        "Warning, and likely.",
                        "Errors that the facts explain are not repeated under this code."),
                new Page(
                        Code.NCCL_RANK_LATE,
                        "A rank is late or missing",
                        "A communicator was begun and not finished, no error explains it, and one rank is further back "
                                + "than the others or in no log at all.",
                        "The others wait for it without an error, until their timeout.",
                        """
                            grep -E "Init START|Init COMPLETE" LOG-OF-EVERY-RANK
                        """,
                        "Look at the end of that rank's own log, whether its process lives, and whether the others reach"
                                + " its bootstrap netdev (NCCL_SOCKET_IFNAME, MASTER_ADDR).",
                        "Warning, and likely: a log that was cut in the middle looks the same.",
                        "When every rank says \"Init COMPLETE\", a hang is the engine's own, not NCCL's start."));
    }
}
