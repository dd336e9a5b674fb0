package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.lanes.PathMtu;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Segment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * MTU of fabric netdevs: equal at both ends of each link, and large enough for the RoCE path MTU of 4096. A path MTU is
 * the largest power of two up to 4096 that fits into the netdev's MTU with some 80 bytes of headers.
 */
public final class MtuCheck implements Check {
    private static final int USUAL_MTU = 9000;
    /** 4096 bytes of payload and the headers of RoCE v2 over IPv4. */
    private static final int LEAST_FOR_4096 = 4096 + 80;

    @Override
    public void examine(Context context, Findings out) {
        int wanted = context.expectation().mtuBytes().orElse(USUAL_MTU);
        Set<FunctionId> unequal = new LinkedHashSet<>();
        for (Cable cable : context.fabric().cables()) {
            compareEnds(context, out, cable, unequal, wanted);
        }
        for (Segment segment : context.fabric().segments()) {
            compareMembers(context, out, segment, unequal, wanted);
        }
        reportSmall(context, out, unequal, wanted);
        reportLogged(context, out, wanted);
        askForMtu(context, out);
    }

    private static Optional<Integer> mtu(Function function) {
        return function.netdev()
                .filter(n -> n.mtu().isPresent())
                .map(n -> n.mtu().getAsInt());
    }

    private static void compareEnds(Context context, Findings out, Cable cable, Set<FunctionId> unequal, int wanted) {
        List<Function> small = new ArrayList<>();
        List<Function> both = new ArrayList<>();
        for (Link link : cable.links()) {
            Optional<Function> a = context.function(link.a());
            Optional<Function> b = context.function(link.b());
            Optional<Integer> here = a.flatMap(MtuCheck::mtu);
            Optional<Integer> there = b.flatMap(MtuCheck::mtu);
            if (here.isPresent() && there.isPresent() && !here.get().equals(there.get())) {
                small.add(here.get() < there.get() ? a.orElseThrow() : b.orElseThrow());
                both.add(a.orElseThrow());
                both.add(b.orElseThrow());
            }
        }
        if (!small.isEmpty()) {
            report(out, Phrase.cable(cable), small, both, wanted);
            both.forEach(f -> unequal.add(f.id()));
        }
    }

    private static void compareMembers(
            Context context, Findings out, Segment segment, Set<FunctionId> unequal, int wanted) {
        TreeMap<Integer, List<Function>> byMtu = new TreeMap<>();
        for (FunctionId id : segment.members()) {
            context.function(id)
                    .ifPresent(f -> mtu(f).ifPresent(m ->
                            byMtu.computeIfAbsent(m, x -> new ArrayList<>()).add(f)));
        }
        if (byMtu.size() > 1) {
            List<Function> small = new ArrayList<>();
            byMtu.headMap(byMtu.lastKey()).values().forEach(small::addAll);
            List<Function> all = byMtu.values().stream().flatMap(List::stream).toList();
            report(out, "the switch " + segment.name(), small, all, wanted);
            all.forEach(f -> unequal.add(f.id()));
        }
    }

    private static void report(Findings out, String where, List<Function> small, List<Function> all, int wanted) {
        List<String> hosts = small.stream().map(Function::host).distinct().toList();
        Draft draft = out.report(Code.MTU_MISMATCH)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.functions(ids(small)))
                .seen(Phrase.list(all.stream()
                                .map(f -> f.id() + " " + mtu(f).orElse(0))
                                .distinct()
                                .toList()) + " on " + where)
                .wanted("the same MTU at both ends, " + wanted)
                .consequence(
                        "packets larger than the smaller MTU vanish without a message: connections come up, then large"
                                + " transfers stall (completion status 12)")
                .fix(setMtu(small, wanted))
                .about(ids(small));
        all.forEach(f -> draft.evidence(f.evidence()));
        draft.add();
    }

    private static List<FunctionId> ids(List<Function> functions) {
        return functions.stream().map(Function::id).sorted().toList();
    }

    private static String setMtu(List<Function> functions, int wanted) {
        Map<String, List<String>> byHost = new TreeMap<>(dev.kolo.fabric.facts.NaturalOrder::compare);
        functions.forEach(f -> byHost.computeIfAbsent(f.host(), h -> new ArrayList<>())
                .add("sudo ip link set dev " + ShellWord.quote(f.name()) + " mtu " + wanted));
        List<String> parts = new ArrayList<>();
        byHost.forEach((host, commands) -> parts.add(Phrase.on(host) + "run: " + String.join(" && ", commands)));
        String shown = String.join("; ", parts.subList(0, Math.min(4, parts.size())))
                + (parts.size() > 4 ? "; and so on, on " + Phrase.count(parts.size(), "host") : "");
        return shown + "; and set mtu: " + wanted + " in netplan so that it lasts";
    }

    /** Ports that carry the fabric and have one small MTU at both ends; a port that is down or bare is left alone. */
    private static void reportSmall(Context context, Findings out, Set<FunctionId> unequal, int wanted) {
        List<Function> tight = new ArrayList<>();
        List<Function> below = new ArrayList<>();
        for (Function function : context.fabric().functions()) {
            boolean carries = function.linkState() != LinkState.DOWN
                    && !Addressing.live(function).isEmpty()
                    && !unequal.contains(function.id());
            int mtu = mtu(function).orElse(wanted);
            if (carries && mtu < Math.min(LEAST_FOR_4096, wanted)) {
                tight.add(function);
            } else if (carries && mtu < wanted) {
                below.add(function);
            }
        }
        if (!tight.isEmpty()) {
            reportSmall(out, tight, Severity.WARNING, wanted);
        }
        if (!below.isEmpty()) {
            reportSmall(out, below, Severity.INFO, wanted);
        }
    }

    private static void reportSmall(Findings out, List<Function> functions, Severity severity, int wanted) {
        TreeMap<Integer, Integer> counts = new TreeMap<>();
        functions.forEach(f -> counts.merge(mtu(f).orElse(0), 1, Integer::sum));
        List<String> seen = new ArrayList<>();
        counts.forEach((mtu, n) -> seen.add(
                "MTU " + mtu + " on " + Phrase.count(n, "netdev") + " (RoCE path MTU " + PathMtu.ofNetdev(mtu) + ")"));
        List<String> hosts = functions.stream().map(Function::host).distinct().toList();
        Draft draft = out.report(Code.MTU_SMALL)
                .severity(severity)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.functions(ids(functions)))
                .seen(Phrase.list(seen))
                .wanted("MTU " + wanted + ", which gives a RoCE path MTU of " + PathMtu.ofNetdev(wanted))
                .consequence(
                        severity == Severity.WARNING
                                ? "it works, with four times as many packets as needed: slower prompts, and more to lose"
                                : "RoCE has its full path MTU already; only TCP over these links would gain from more")
                .fix(setMtu(functions, wanted))
                .about(ids(functions));
        functions.forEach(f -> draft.evidence(f.evidence()));
        draft.add();
    }

    /** A library's log that names a small path MTU, where no netdev says so itself. */
    private static void reportLogged(Context context, Findings out, int wanted) {
        if (out.has(Code.MTU_SMALL) || out.has(Code.MTU_MISMATCH) || wanted < LEAST_FOR_4096) {
            return;
        }
        for (LocatedRemark remark : context.remarks(Remark.Kind.PATH_MTU)) {
            int bytes = Context.number(remark.value()).orElse(4096);
            if (bytes >= 256 && bytes < 4096) {
                out.report(Code.MTU_SMALL)
                        .severity(Severity.INFO)
                        .at(remark.host(), "path MTU")
                        .seen("a RoCE path MTU of " + bytes + " in a log")
                        .wanted("a path MTU of 4096, which a netdev MTU of " + wanted + " gives")
                        .consequence("it works, with " + 4096 / bytes + " times as many packets as needed")
                        .fix("raise the MTU of the fabric netdevs to " + wanted + " at both ends of every cable")
                        .evidence(remark.remark().evidence())
                        .add();
                return;
            }
        }
    }

    private static void askForMtu(Context context, Findings out) {
        for (Function function : context.fabric().functions()) {
            boolean unknown = function.netdev()
                    .map(Netdev::mtu)
                    .filter(m -> m.isPresent())
                    .isEmpty();
            if (unknown && !function.ipv4Addresses().isEmpty()) {
                out.askFor("MTU of the fabric netdevs", Topic.LINKS, function.host());
            }
        }
    }
}
