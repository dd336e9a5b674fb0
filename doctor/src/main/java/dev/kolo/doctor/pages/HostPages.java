package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about the hosts themselves. */
final class HostPages {
    private HostPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.HOST_UNREACHABLE,
                        "A host gave no answer",
                        "The host was asked over ssh and nothing came back in time, or ssh refused.",
                        "Nothing is known of its ports, addresses and cables. The other hosts are judged all the same, but a"
                                + " shape that needs this host cannot be.",
                        """
                        Kolo uses the system's ssh with your configuration and never asks for a password:
                            ssh -o BatchMode=yes -o ConnectTimeout=5 HOST true
                        """,
                        """
                        Make that command work: key, host name, known_hosts. Where ssh cannot work, take the probe there by hand:
                            kolo scan --print-script > probe.sh
                            sh probe.sh > HOST.probe.txt     # on the host
                            kolo doctor --from .             # with all hosts' outputs in one folder
                        """,
                        "Error: a verdict about the whole fabric is not possible without it.",
                        "A host that answers ping but not ssh is a matter of ssh. A host whose management address changed is not"
                                + " down."),
                new Page(
                        Code.KERNEL_CMA,
                        "The kernel's reserved memory breaks RDMA registration",
                        "/proc/meminfo shows more free CMA memory than there is in all (CmaFree above CmaTotal). Kernel"
                                + " 7.0.0-1019-nvidia reserves scratch memory for kexec handover (KHO) in a way that breaks"
                                + " long-term page pinning.",
                        "ibv_reg_mr fails with \"Cannot allocate memory\" even for 1 KB, so NCCL and every RDMA program fail"
                                + " although ports, cables and limits are fine.",
                        """
                            grep Cma /proc/meminfo
                            uname -r
                        """,
                        """
                        Boot the installed 6.17 kernel. Or, if crash dumps are not needed, add kho=off to the kernel's command
                        line and boot again; then CmaFree is 0.
                        """,
                        "Error, and certain, when CmaFree exceeds CmaTotal. Likely when CmaTotal is 0 on a 7.x kernel beside a"
                                + " failed registration and without kho=off. CmaTotal 0 alone is fine.",
                        "A memlock limit that is too small gives the same message (MEMLOCK_LOW): look at both before changing"
                                + " either. It is no fault of cables, GIDs or the NCCL version."),
                new Page(
                        Code.FABRIC_LOSS,
                        "Packets get lost on the RoCE path",
                        "Counters of lost or repeated packets grew while somebody watched: out_of_sequence, packet_seq_err,"
                                + " adaptive retransmissions, exhausted retries.",
                        "Each loss costs a retransmission or a timeout. When the retries of a queue pair run out, its job ends, and"
                                + " NCCL may report nothing that points to the cable.",
                        """
                        Take the counters twice, with a run between:
                            grep . /sys/class/infiniband/*/ports/1/hw_counters/{out_of_sequence,packet_seq_err,roce_adp_retrans}
                        """,
                        """
                        In this order: the same speed on every link, MTU 9000 at all ends (and on a switch), another cable on the
                        path whose counters grow. Then run again: growth must be zero.
                        """,
                        "Error: on a direct cable any growth is abnormal. Absolute values are not judged, since they count from the"
                                + " driver's start.",
                        "A single retry after a link came up is no fault. A stall without growth is not loss: look at the engine."));
    }
}
