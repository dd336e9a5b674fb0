package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether each address of the fabric has its RoCE v2 GID, and whether an index that somebody noted still holds. */
public final class GidPresenceCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        List<Function> missing = new ArrayList<>();
        List<Function> wrongType = new ArrayList<>();
        for (Function function : context.fabric().functions()) {
            List<Ipv4Address> addresses = liveAddresses(function);
            Optional<RdmaDevice> device = function.device();
            if (addresses.isEmpty() || device.isEmpty() || function.linkState() == LinkState.DOWN) {
                continue;
            }
            List<GidEntry> own = device.get().gids().stream()
                    .filter(g -> g.gid().ipv4().filter(addresses::contains).isPresent())
                    .toList();
            if (own.isEmpty() && device.get().gidsObserved()) {
                missing.add(function);
            } else if (!own.isEmpty()
                    && own.stream().allMatch(g -> g.type() == GidEntry.Type.ROCE_V1)
                    && device.get().gidsObserved()) {
                wrongType.add(function);
            }
            if (device.get().gids().isEmpty() && !device.get().gidsObserved()) {
                out.askFor("which GID index is right", Topic.GIDS, function.host());
            }
        }
        if (!missing.isEmpty()) {
            report(out, Code.GID_MISSING, missing);
        }
        if (!wrongType.isEmpty()) {
            report(out, Code.GID_WRONG_TYPE, wrongType);
        }
        compareNoted(context, out);
    }

    private static List<Ipv4Address> liveAddresses(Function function) {
        return function.ipv4Addresses().stream()
                .filter(a ->
                        a.origin() == NetAddress.Origin.LIVE && !a.address().isLinkLocal())
                .flatMap(a -> a.ipv4().stream())
                .toList();
    }

    private static void report(Findings out, Code code, List<Function> functions) {
        boolean none = code == Code.GID_MISSING;
        List<FunctionId> ids = functions.stream().map(Function::id).sorted().toList();
        List<String> hosts = ids.stream().map(FunctionId::host).distinct().toList();
        Draft draft = out.report(code)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.functions(ids))
                .seen((none ? "no GID for " : "only RoCE v1 GIDs for ")
                        + Phrase.list(functions.stream()
                                .flatMap(f -> liveAddresses(f).stream())
                                .map(Object::toString)
                                .toList()))
                .wanted("a RoCE v2 entry for the address in the device's GID table")
                .consequence(
                        none
                                ? "the netdev has the address, but RDMA cannot use it: NCCL finds no GID for this device"
                                : "RoCE v1 is not what NCCL asks for (NCCL_IB_ROCE_VERSION_NUM=2): it finds no GID here")
                .fix(
                        none
                                ? "set the link down and up again (`sudo ip link set dev NETDEV down`, `up`) so that the kernel fills"
                                        + " the table, and look at `show_gids`; in a container use the host's network"
                                : "set the device's default to v2: `sudo cma_roce_mode -d DEVICE -p 1 -m 2`, and check that the"
                                        + " firmware allows RoCE v2")
                .about(ids);
        functions.forEach(f -> f.device().ifPresent(d -> draft.evidence(d.evidence())));
        functions.forEach(f -> f.ipv4Addresses().forEach(a -> draft.evidence(a.evidence())));
        draft.add();
    }

    /** An index that was noted once, for example by a launcher, against the table now. */
    private static void compareNoted(Context context, Findings out) {
        for (Context.LocatedRemark noted : context.remarks(Remark.Kind.GID_INDEX_STATED)) {
            int colon = noted.value().lastIndexOf(':');
            if (colon <= 0) {
                continue;
            }
            String name = noted.value().substring(0, colon);
            Optional<Integer> index = Context.number(noted.value().substring(colon + 1));
            Optional<GidTable> table = context.functionsOf(noted.host()).stream()
                    .filter(f -> f.device().filter(d -> d.name().equals(name)).isPresent())
                    .findFirst()
                    .flatMap(f -> GidTable.of(context, f));
            boolean moved = table.isPresent()
                    && index.isPresent()
                    && table.get().rightIndex().isPresent()
                    && !table.get().rightIndexes().contains(index.get());
            if (moved) {
                out.report(Code.GID_DRIFT)
                        .likely()
                        .at(noted.host(), name)
                        .seen("index " + index.get() + " was noted; the table now has the address at "
                                + table.get().rightIndex().getAsInt())
                        .wanted("the same index as before, or none pinned")
                        .consequence("whatever pins the old index uses another address, or none")
                        .fix("leave NCCL_IB_GID_INDEX unset, or set it anew for this rank")
                        .evidence(noted.remark().evidence())
                        .add();
            }
        }
    }
}
