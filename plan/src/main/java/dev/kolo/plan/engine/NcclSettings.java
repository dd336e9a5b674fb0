package dev.kolo.plan.engine;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlanRequest.Nccl;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.address.ComparedPrefix;
import dev.kolo.plan.engine.EngineEnvironment.Line;
import dev.kolo.plan.engine.EngineEnvironment.Unset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Writes the lines of one rank's environment, each with its reason. */
final class NcclSettings {
    /** The patched listener advertises two GIDs, or four when asked to. */
    private static final int PLAIN_LISTENER_DEVICES = 2;

    /** Channels that were measured: more bring nothing, and too few leave devices idle. */
    private static final int MEASURED_CHANNELS = 4;

    private final EnginePlanner.Input in;
    private final boolean merge;
    private final boolean crossed;
    private final OptionalInt gidIndex;
    private final OneShotProfile oneShot;

    NcclSettings(EnginePlanner.Input in, NcclCabling cabling, boolean merge) {
        this.in = in;
        this.merge = merge;
        this.crossed = cabling.hasCrossedLinks();
        this.gidIndex = GidIndex.provenGood(in.fabric(), in.hosts());
        this.oneShot = new OneShotProfile(in.hosts(), in.wire(), in.relays());
    }

    EngineEnvironment of(PlannedHost host) {
        List<String> devices = in.wire().devices().get(host.rank()).nccl();
        List<Line> set = new ArrayList<>();
        List<Unset> unset = new ArrayList<>();
        network(set, devices);
        if (in.shape() != Shape.Kind.SWITCHED) {
            routing(set, unset, devices.size());
        }
        tree(set, unset);
        channels(set, devices.size());
        memory(set);
        gid(set, unset);
        controlPlane(set, host);
        never(unset);
        return new EngineEnvironment(
                host.rank(), host.name(), set, unset, firstBoot(devices.size()), oneShotLines(host.rank(), unset));
    }

    private boolean ringOfFourAndMore() {
        return in.shape() == Shape.Kind.RING && in.hosts().size() > 3;
    }

    private boolean patched() {
        return in.request().nccl() == Nccl.PATCHED;
    }

    private static void network(List<Line> set, List<String> devices) {
        set.add(new Line("NCCL_NET", "IB", "RDMA or a refusal: never sockets without a word"));
        set.add(new Line("NCCL_IB_DISABLE", "0", "undoes a setting that an image may carry"));
        set.add(new Line(
                "NCCL_NET_PLUGIN",
                "none",
                "a plugin would replace the IB code, and the settings here would do nothing"));
        set.add(new Line(
                "NCCL_IB_HCA",
                "=" + String.join(",", devices),
                "exactly the functions that this plan has linked; without = NCCL matches prefixes"));
    }

    private void routing(List<Line> set, List<Unset> unset, int devices) {
        if (in.shape() == Shape.Kind.PAIR && !crossed) {
            unset.add(new Unset(
                    "NCCL_IB_SUBNET_AWARE_ROUTING", "device k reaches device k on this pair: nothing needs routing"));
            set.add(mergeLine());
            return;
        }
        set.add(
                new Line(
                        "NCCL_IB_SUBNET_AWARE_ROUTING",
                        "1",
                        "each peer is reached over the port that shares its network (NCCL 2.30.7 and later; older ones ignore it)"));
        int length = in.addresses().comparedPrefixLength();
        set.add(new Line(
                "NCCL_IB_SUBNET_PREFIX_LEN",
                Integer.toString(length),
                length == ComparedPrefix.NCCL_DEFAULT
                        ? "the ends of every cable match under it and no two cables do"
                        : "NCCL's own 24 would not tell these cables apart; under this length it does"));
        set.add(mergeLine());
        if (patched() && devices > PLAIN_LISTENER_DEVICES) {
            set.add(new Line(
                    "NCCL_IB_EXTENDED_IPV4_GIDS",
                    "1",
                    "the listener advertises up to four devices; otherwise the second plane carries nothing"));
            set.add(new Line(
                    "NCCL_IB_PRESERVE_PCI_DOMAIN", "1", "a replaced device is replaced by one of the same PCIe half"));
            set.add(new Line("NCCL_IB_QPS_PER_CONNECTION", "1", "as measured with four devices"));
        }
    }

    private Line mergeLine() {
        return merge
                ? new Line(
                        "NCCL_IB_MERGE_NICS",
                        "1",
                        "some cables join equal device numbers: a merged device advertises both its ports, so that either"
                                + " end finds the right one")
                : new Line("NCCL_IB_MERGE_NICS", "0", "one port a device, so that a channel means a cable");
    }

    private void tree(List<Line> set, List<Unset> unset) {
        if (!ringOfFourAndMore()) {
            String why = in.shape() == Shape.Kind.SWITCHED
                    ? "not on a switch: it skips a tree that can be reached, which costs speed"
                    : "every pair shares a cable, so that the tree can be reached and is worth having";
            unset.add(new Unset("NCCL_SWITCHLESS_RING_ONLY", why));
            unset.add(new Unset("NCCL_SKIP_TREE_CONNECT", why));
            return;
        }
        set.add(new Line("NCCL_ALGO", "Ring", "only neighbours share a cable"));
        if (patched()) {
            set.add(new Line(
                    "NCCL_SWITCHLESS_RING_ONLY",
                    "1",
                    "tree and PAT need opposite ranks, which share no cable; a stock library ignores this silently"));
            set.add(new Line("NCCL_SKIP_TREE_CONNECT", "1", "the same for builds that know this name"));
            return;
        }
        set.add(new Line(
                "NCCL_CUMEM_ENABLE",
                "1",
                "with cuMem on in all ranks, algorithms connect when they are first used: with Ring the tree never does."
                        + " Engines and recipes set 0, and then tree and PAT connect at the start and fail"));
        set.add(new Line("NCCL_RUNTIME_CONNECT", "1", "connect when first used, not all at the start"));
    }

    private static void channels(List<Line> set, int devices) {
        int channels = devices == 0 ? MEASURED_CHANNELS : (MEASURED_CHANNELS + devices - 1) / devices * devices;
        String reason = "a multiple of the " + devices + " device" + (devices == 1 ? "" : "s")
                + ", so that none is idle; eight brought nothing over four but memory";
        set.add(new Line("NCCL_MIN_NCHANNELS", Integer.toString(channels), reason));
        set.add(new Line("NCCL_MAX_NCHANNELS", Integer.toString(channels), reason));
        set.add(new Line("NCCL_P2P_LEVEL", "SYS", "as in the tested ring profile"));
    }

    private static void memory(List<Line> set) {
        String reason = "pinned buffers shrink from 4.7 GiB a host to 0.14 on GB10, whose memory CPU and GPU share";
        set.add(new Line("NCCL_BUFFSIZE", "1048576", reason));
        set.add(new Line("NCCL_LL128_BUFFSIZE", "262144", reason));
        set.add(new Line("NCCL_PROTO", "^LL128", reason));
    }

    private void gid(List<Line> set, List<Unset> unset) {
        if (gidIndex.isPresent()) {
            set.add(new Line(
                    "NCCL_IB_GID_INDEX",
                    Integer.toString(gidIndex.getAsInt()),
                    "this index holds the planned address as RoCE v2 on every function, as read; scan again after a"
                            + " reboot, since indices drift"));
            return;
        }
        unset.add(new Unset(
                "NCCL_IB_GID_INDEX",
                "no one index is proven good on every function: unset, NCCL finds the IPv4 RoCE v2 entry of each"));
    }

    private static void controlPlane(List<Line> set, PlannedHost host) {
        host.management().ifPresent(management -> {
            String reason = "the LAN of this host, the way that is there before any fabric";
            set.add(new Line("NCCL_SOCKET_IFNAME", management.netdev(), reason));
            set.add(new Line("GLOO_SOCKET_IFNAME", management.netdev(), reason));
            set.add(new Line("TP_SOCKET_IFNAME", management.netdev(), reason));
            management.address().ifPresent(address -> {
                String pinned = "this host's LAN address, so that no queue binds to another netdev";
                set.add(new Line("SGLANG_HOST_IP", address.toString(), pinned));
                set.add(new Line("VLLM_HOST_IP", address.toString(), pinned));
            });
        });
    }

    private void never(List<Unset> unset) {
        unset.add(new Unset(
                "NCCL_CROSS_NIC", "NCCL's own hint on error 110 says to set it to 0; that is meant for rail fabrics"));
        if (in.shape() == Shape.Kind.SWITCHED) {
            unset.add(new Unset(
                    "NCCL_IB_SUBNET_AWARE_ROUTING",
                    "all functions of a plane share one network: nothing needs routing"));
        } else if (!patched()) {
            unset.add(new Unset(
                    "NCCL_IB_EXTENDED_IPV4_GIDS", "only a patched library knows it; a stock one ignores it silently"));
        }
        if (patched() && ringOfFourAndMore()) {
            unset.add(new Unset(
                    "LD_PRELOAD",
                    "no second copy of NCCL by it or by LD_LIBRARY_PATH: mount the patched library over the image's own,"
                            + " two copies abort with \"Duplicate NCCL runtime found\""));
        }
    }

    private List<Line> firstBoot(int devices) {
        List<Line> lines = new ArrayList<>();
        lines.add(
                new Line("NCCL_DEBUG", "INFO", "the first start shows which cables carry what; later ones take WARN"));
        lines.add(
                new Line("NCCL_DEBUG_SUBSYS", "INIT,ENV,NET", "without NET the lines that show routing do not appear"));
        if (patched() && in.shape() == Shape.Kind.RING && devices > PLAIN_LISTENER_DEVICES) {
            lines.add(new Line("NCCL_IB_ROUTE_DIAGNOSTICS", "1", "one line a queue pair: on which device it landed"));
        }
        return lines;
    }

    private List<Line> oneShotLines(int rank, List<Unset> unset) {
        if (oneShot.applies()) {
            return oneShot.lines(rank);
        }
        if (!ringOfFourAndMore()) {
            return List.of();
        }
        unset.add(new Unset("DSV41_ROCE_GATHER", oneShot.absence()));
        return List.of(new Line("SGLANG_ROCE_ALLREDUCE", "0", oneShot.absence() + ": they stay on NCCL"));
    }
}
