package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about the control plane and the device list. */
final class ControlPages {
    private ControlPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.HEAD_IS_LOOPBACK,
                        "The head is named by a loopback address",
                        "A cluster or job lists its head as 127.0.0.1 or localhost, beside other hosts.",
                        "Each worker would look for the head on itself. Rendezvous and NCCL's bootstrap never meet.",
                        """
                            docker inspect CONTAINER | grep -E 'MASTER_ADDR|HOST_IP|dist-init'
                        """,
                        "Name the head by its LAN address everywhere, on the head itself too.",
                        "Error.",
                        "A job of one host may use loopback."),
                new Page(
                        Code.CONTROL_PLANE_ADDRESS_NOT_PINNED,
                        "Nobody told the engine which address to use",
                        "The process's environment has neither SGLANG_HOST_IP, VLLM_HOST_IP nor a socket interface name, and the host"
                                + " has Wi-Fi or a tunnel beside the LAN.",
                        "The engine may talk over the wrong one. Its own queues then hang, though NCCL says Init COMPLETE.",
                        """
                            docker inspect CONTAINER | grep -E 'HOST_IP|SOCKET_IFNAME'
                            ip -br addr
                        """,
                        "Set SGLANG_HOST_IP or VLLM_HOST_IP to the rank's own LAN address, and NCCL_SOCKET_IFNAME and GLOO_SOCKET_IFNAME"
                                + " to the LAN's netdev.",
                        "Warning, and likely. Only with the whole environment of a process at hand.",
                        "A hang after Init COMPLETE is the engine's queue; one before is NCCL's."),
                new Page(
                        Code.BOOTSTRAP_ON_VPN_OR_WIFI,
                        "Bootstrap runs over Wi-Fi or a tunnel",
                        "NCCL_SOCKET_IFNAME, GLOO_SOCKET_IFNAME or the log's OOB line names a wireless netdev or a tunnel.",
                        "It works as long as that network does. A short loss there ends a job whose fabric is sound.",
                        """
                            grep OOB LOG; env | grep SOCKET_IFNAME
                        """,
                        "Use the wired LAN on every rank.",
                        "Warning.",
                        ""),
                new Page(
                        Code.SOCKET_IFNAME_LISTS_FABRIC,
                        "The bootstrap list names fabric netdevs",
                        "NCCL_SOCKET_IFNAME (or Gloo's, or TP's) lists netdevs of the fabric, on a ring or path.",
                        "A fabric netdev reaches one neighbour only. Bootstrap needs every host, so it hangs for the others as soon as such"
                                + " a netdev is taken.",
                        """
                            env | grep SOCKET_IFNAME
                        """,
                        "Name the management netdev only.",
                        "Warning. Not said on pairs and switches, where a fabric netdev reaches everybody.",
                        ""),
                new Page(
                        Code.ENV_PLAN_VS_PROCESS_MISMATCH,
                        "A rank's process does not have the planned environment",
                        "A planned variable has another value inside the process, or is not there.",
                        "NCCL takes its defaults for what it does not get, and says nothing. A ring then runs with settings for a switch.",
                        """
                            docker inspect --format '{{json .Config.Env}}' CONTAINER
                            tr '\\0' '\\n' < /proc/PID/environ | grep NCCL
                        """,
                        "Pass the variables into every rank's container, start it again, and compare again.",
                        "Error. It needs both the plan and the process. With a plan alone the doctor asks for the process.",
                        "/etc/nccl.conf inside the image sets variables too; the process's environment wins."),
                new Page(
                        Code.NET_IB_NO_DEVICE,
                        "The device list matches nothing on this host",
                        "NCCL_IB_HCA names no device of this host, or only ports that are down.",
                        "\"NET/IB : No device found.\" NCCL falls back to sockets, many times slower, or fails.",
                        """
                            rdma link; env | grep NCCL_IB_HCA
                        """,
                        "Set NCCL_IB_HCA for each host to the names that it has there.",
                        "Error.",
                        "Device names follow the PCI address and may differ from host to host."),
                new Page(
                        Code.HCA_LISTS_FOREIGN_PORTS,
                        "The device list reaches ports of another network",
                        "NCCL_IB_HCA matches an active port that is joined to no host of this fabric: storage, a second LAN.",
                        "NCCL spreads channels over every device that it may use. Those on a foreign port reach nobody.",
                        """
                            rdma link; ip -br -4 addr
                        """,
                        "Write the list exactly, with \"=\": NCCL_IB_HCA==rocep1s0f0,rocep1s0f1.",
                        "Warning, and likely: the other host may not have been shown.",
                        "Ports that are down are skipped by NCCL itself."),
                new Page(
                        Code.HCA_SELECTOR_LOOSE,
                        "The device list is a list of prefixes",
                        "NCCL_IB_HCA has no \"=\" in front, so each entry matches every device whose name begins with it.",
                        "Harmless until another device of that prefix appears; then NCCL takes it too.",
                        """
                            env | grep NCCL_IB_HCA; rdma link
                        """,
                        "Write the exact form that the finding gives.",
                        "Info.",
                        ""));
    }
}
