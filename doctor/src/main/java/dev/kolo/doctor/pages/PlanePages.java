package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about planes: whether each half of the cables carries its share. */
final class PlanePages {
    private PlanePages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.DEVICES_CARRY_NOTHING,
                        "Some devices carry nothing while others carry all",
                        "Counters of some devices stand still while others of the same host move; or devices of one plane have no"
                                + " address and so cannot carry anything. The finding names the cause: no address, NCCL's listener, or"
                                + " the device list.",
                        "Half of each cable stays idle. It costs 5 to 7 % of prompt speed on a ring of four, and nothing tells.",
                        """
                            grep . /sys/class/infiniband/*/ports/1/counters/port_xmit_data   # before and after a run
                        """,
                        "In this order: addresses on every function, every device in NCCL_IB_HCA, an NCCL that advertises all of them."
                                + " Then look at the counters again.",
                        "Warning. Certain with counters, likely without. A plan (--plan) that gives a device nothing keeps this silent.",
                        "\"Channel … via NET/IB/2\" is a plan, printed before NCCL overrides the device; it proves no traffic. Counters"
                                + " and the override lines do."),
                new Page(
                        Code.LISTENER_CAP,
                        "NCCL's listener advertises too few devices",
                        "NCCL uses more devices than its listener tells the peers of: at most two, unless a patched build raises the"
                                + " bound.",
                        "Peers cannot match the subnets of the others, so these devices carry nothing.",
                        """
                        With NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET look for
                            NET/IB ListenerRouting format=ipv4-v1 advertised=2 observed=4
                            NET/IB: Subnet-aware routing: overriding dev 2 with dev 0
                        """,
                        "A patched build with NCCL_IB_EXTENDED_IPV4_GIDS=1 and NCCL_IB_PRESERVE_PCI_DOMAIN=1 on every rank."
                                + " Addresses come first: without them there is nothing to advertise.",
                        "Warning. Certain with the line, likely when only overrides across PCI roots show it; then the line is asked"
                                + " for.",
                        ""),
                new Page(
                        Code.DEVICE_COLLAPSE,
                        "NCCL moves channels from one plane to the other",
                        "The routing record says that a device was overridden with one behind another PCI root.",
                        "Channels that were planned over both planes run over one.",
                        """
                            grep 'overriding dev' LOG
                        """,
                        "See LISTENER_CAP and UNADDRESSED; the cause is one of them.",
                        "Warning.",
                        "An override within one PCI root (\"overriding dev 3 with dev 2 preserving PCI root\") is how routing is meant"
                                + " to work."),
                new Page(
                        Code.SHARE_NOT_PLANNED,
                        "Devices carry other shares than the plan gives them",
                        "The counters grew in other proportions than the plan's: one device carries a fifth more or less of its host's"
                                + " traffic than planned.",
                        "The busiest device sets the pace, while others could carry more.",
                        """
                            kolo watch spark1 spark2 spark3 --plan plan.json --interval 30 --count 2
                        """,
                        "Compare the ranks' environment with the plan's: NCCL_IB_HCA, and as many channels as devices or a multiple of"
                                + " them. Look for \"overriding dev\" in the log of NCCL_DEBUG_SUBSYS=INIT,ENV,NET.",
                        "Warning, and likely: how much goes over NCCL and how much over the wire is the engine's affair, so a share is"
                                + " judged against both ways together. It needs 100 MB of traffic.",
                        "A device that carries nothing at all is DEVICES_CARRY_NOTHING."),
                new Page(
                        Code.ONE_ORIENTATION,
                        "All channels run the same way round",
                        "On every host one port sends nearly everything and the other receives it.",
                        "Each cable is used in one direction only, half of what it can do (a known case: 531 GB against 4.7 GB).",
                        """
                            grep . /sys/class/infiniband/*/ports/1/counters/port_{xmit,rcv}_data
                        """,
                        "Use an even number of channels and look at the Ring lines of NCCL_DEBUG_SUBSYS=INIT,GRAPH: half of them should"
                                + " run the other way.",
                        "Warning, and likely. It needs counters of all hosts of the ring with some 10 GB moved.",
                        ""));
    }
}
