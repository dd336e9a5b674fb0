package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about the NCCL that ranks load, and the network that it chooses. */
final class NcclPages {
    private NcclPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.NCCL_VERSIONS_DIFFER,
                        "Ranks run different versions of NCCL",
                        "The logs of one communicator's ranks name different versions.",
                        "Ranks of different versions refuse each other, or fail while they connect.",
                        """
                            grep "NCCL version" LOG-OF-EVERY-RANK
                        """,
                        "Mount one libnccl.so.2 over the pip package's own in every container, and compare its sha256sum"
                                + " inside all of them.",
                        "Error.",
                        "The version on the host proves nothing about the container; only the line of the rank's own log"
                                + " does."),
                new Page(
                        Code.NCCL_HASHES_DIFFER,
                        "Ranks run different builds of one NCCL version",
                        "The version is the same in all ranks, the source that it was built from (\"NCCL git version\", "
                                + "branch and hash) is not.",
                        "A patched build leaves out connections that a stock one waits for, and the other way round: "
                                + "set-up then hangs or fails.",
                        """
                            grep "NCCL git version" LOG-OF-EVERY-RANK
                        """,
                        "Mount one and the same file in every container, and compare its sha256sum inside all of them.",
                        "Warning.",
                        ""),
                new Page(
                        Code.NCCL_DUPLICATE_LIBRARY,
                        "Two copies of NCCL in one process",
                        "An engine says that it found a second copy (\"Duplicate NCCL runtime found\"), or the version "
                                + "that its binding found is not the one that runs.",
                        "Which copy carries the traffic depends on what loads first, so that a patched one may stay "
                                + "unused. DeepEP refuses to start beside a second copy.",
                        """
                            grep libnccl /proc/PID/maps      # inside the container: one file, not two
                        """,
                        "Mount the wanted file over the pip package's own (…/site-packages/nvidia/nccl/lib/libnccl.so.2)"
                                + " instead of preloading a second one. For vLLM let VLLM_NCCL_SO_PATH name the same file.",
                        "Warning; error when the engine aborts because of it.",
                        "A network plugin (libnccl-net.so) is no second copy, though DeepEP's check takes it for one."),
                new Page(
                        Code.NCCL_LACKS_SUBNET_ROUTING,
                        "This NCCL does not know subnet-aware routing",
                        "A rank on three or more hosts without a switch runs a release older than 2.30.7 and shows no "
                                + "sign of a build that routes anyway.",
                        "Older libraries ignore NCCL_IB_SUBNET_AWARE_ROUTING without a word. Channels are then given "
                                + "devices that cannot reach the peer, and ibv_modify_qp fails with errno 110.",
                        """
                            grep -E "NCCL version|overriding dev" LOG
                        """,
                        "Mount libnccl.so.2 of 2.30.7 or later over the pip package's inside the container, on every "
                                + "rank. A test on the host proves nothing about the container.",
                        "Error. It needs a log; a library that merely lies on the host is not judged.",
                        "A pair needs no routing. A ring that has connected without an error is not blamed for its "
                                + "version."),
                new Page(
                        Code.NCCL_NOT_PATCHED,
                        "The library does not obey the ring-only variable",
                        "NCCL_SWITCHLESS_RING_ONLY or NCCL_SKIP_TREE_CONNECT is set, and the rank went on to the trees "
                                + "without the line that a patched build prints.",
                        "A stock library ignores unknown variables. It connects the tree, which needs a cable between "
                                + "opposite hosts.",
                        """
                            grep "setup disabled by" LOG      # missing: the library is not the patched one
                        """,
                        "See which file the process maps (grep libnccl /proc/PID/maps inside the container), and mount "
                                + "the patched build over it.",
                        "Error; info with three ranks or fewer, where every pair is joined.",
                        "With cuMem on and NCCL_ALGO=Ring the tree is never asked for, and neither build prints "
                                + "anything: that is fine."),
                new Page(
                        Code.NCCL_CONF_IN_IMAGE,
                        "Variables of NCCL hide in a configuration file",
                        "/etc/nccl.conf or ~/.nccl.conf sets keys that no environment sets.",
                        "NCCL reads these files too. Nobody sees them in the container's environment, and stale keys "
                                + "have frozen a cluster: the first all-reduce never returned, without an error.",
                        """
                            cat /etc/nccl.conf ~/.nccl.conf      # inside the container
                        """,
                        "Empty the files, or set each of these keys in the environment, which wins.",
                        "Warning.",
                        ""),
                new Page(
                        Code.EXTERNAL_NET_PLUGIN,
                        "A plugin replaces NCCL's own network",
                        "The log says that an external plugin was loaded, or that channels go \"via NET/IBext…\".",
                        "The plugin (HPC-X brings one) replaces the built-in code, so that subnet-aware routing and "
                                + "other NCCL_IB_ variables do nothing.",
                        """
                            grep -E "Loaded net plugin|NET/IBext" LOG
                        """,
                        "Set NCCL_NET_PLUGIN=none on every rank, or take the plugin's folder out of LD_LIBRARY_PATH.",
                        "Warning.",
                        "\"Could not find: libnccl-net.so\" is normal: it says that there is no plugin."),
                new Page(
                        Code.NET_SOCKET_FALLBACK,
                        "NCCL uses sockets instead of RDMA",
                        "Ranks of several hosts that have or name RDMA devices say \"Using network Socket\".",
                        "All traffic goes through TCP, over the management network: a tenth of the speed, or less.",
                        """
                            grep "Using network" LOG
                        """,
                        "Set NCCL_NET=IB, so that the reason becomes an error. Then see why the devices were passed "
                                + "over: rdma link inside the container, NCCL_IB_HCA, NCCL_IB_DISABLE.",
                        "Warning.",
                        "Ranks of one host need no network; sockets there are no fault."),
                new Page(
                        Code.SWITCHLESS_ON_SWITCHED_FABRIC,
                        "Ring-only settings on a fabric with a switch",
                        "NCCL_SWITCHLESS_RING_ONLY or NCCL_SKIP_TREE_CONNECT is set, while a switch joins the hosts.",
                        "NCCL is kept from its trees, which are faster for small messages where every pair can talk.",
                        """
                            env | grep NCCL_      # inside the container
                        """,
                        "Take these variables out of the environment of every rank, and NCCL_ALGO=Ring with them.",
                        "Warning.",
                        ""),
                new Page(
                        Code.CHANNELS_NOT_MULTIPLE_OF_DEVICES,
                        "The channels do not divide by the devices",
                        "NCCL's number of channels is no multiple of the devices that it uses.",
                        "Some devices carry one channel more than others, and the busiest one sets the pace.",
                        """
                            grep -E "coll channels|NET/IB : Using" LOG
                        """,
                        "Set NCCL_MIN_NCHANNELS and NCCL_MAX_NCHANNELS to a multiple of the devices; on a Spark with "
                                + "four functions to 4.",
                        "Warning.",
                        ""),
                new Page(
                        Code.ROUTING_LINES_HIDDEN,
                        "The log does not show the routing",
                        "NCCL was not asked to print lines of its NET subsystem, so that neither queue pairs nor "
                                + "overrides are seen.",
                        "Whether channels ended on the devices they were planned for cannot be told.",
                        """
                            grep -E "overriding dev|IbDev" LOG
                        """,
                        "Run once more with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET,GRAPH.",
                        "Info.",
                        ""));
    }
}
