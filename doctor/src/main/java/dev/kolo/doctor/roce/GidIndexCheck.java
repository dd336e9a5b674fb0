package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The GID index. NCCL_IB_GID_INDEX forces one index on all devices of a rank; left unset, NCCL takes the first IPv4
 * RoCE v2 entry of each device. Either is right only if the entry is the address of the link.
 */
public final class GidIndexCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        List<GidTable> tables = new ArrayList<>();
        for (Function function : context.fabric().functions()) {
            if (function.linkState() != LinkState.DOWN) {
                GidTable.of(context, function)
                        .filter(t -> t.rightIndex().isPresent())
                        .ifPresent(tables::add);
            }
        }
        if (tables.isEmpty()) {
            return;
        }
        Set<Integer> common = new TreeSet<>(tables.getFirst().rightIndexes());
        tables.forEach(t -> common.retainAll(t.rightIndexes()));
        Map<GidTable, Integer> pins = pins(context, tables);
        List<GidTable> wrongPins = pins.entrySet().stream()
                .filter(e -> !e.getKey().rightIndexes().contains(e.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        List<GidTable> wrongAlone = tables.stream()
                .filter(t -> !pins.containsKey(t))
                .filter(t -> !t.automatic().map(t::isRight).orElse(true))
                .toList();
        judge(out, tables, common, pins, wrongPins, wrongAlone);
        judgeLoosePins(context, out, tables);
    }

    private static void judge(
            Findings out,
            List<GidTable> tables,
            Set<Integer> common,
            Map<GidTable, Integer> pins,
            List<GidTable> wrongPins,
            List<GidTable> wrongAlone) {
        if (common.isEmpty() && (!wrongPins.isEmpty() || !wrongAlone.isEmpty())) {
            reportDiffers(out, tables, pins, wrongAlone);
        } else if (!wrongPins.isEmpty()) {
            reportPins(out, wrongPins, pins, common);
        } else if (!wrongAlone.isEmpty()) {
            reportPickedWrong(out, wrongAlone, common);
        } else if (common.isEmpty() && pins.isEmpty()) {
            reportHarmless(out, tables);
        }
    }

    private static Map<GidTable, Integer> pins(Context context, List<GidTable> tables) {
        Map<GidTable, Integer> pins = new LinkedHashMap<>();
        for (GidTable table : tables) {
            pin(context, table.function().host()).ifPresent(p -> pins.put(table, p));
        }
        return pins;
    }

    /** A value of −1, or an empty one, leaves the choice to NCCL. */
    private static Optional<Integer> pin(Context context, String host) {
        return context.settings()
                .of(host, "NCCL_IB_GID_INDEX")
                .map(Located::value)
                .flatMap(Context::number);
    }

    private static void reportDiffers(
            Findings out, List<GidTable> tables, Map<GidTable, Integer> pins, List<GidTable> wrongAlone) {
        List<GidEntry> strays = new ArrayList<>();
        List<GidTable> strayed = new ArrayList<>();
        for (GidTable table : tables) {
            List<GidEntry> before = strays(table);
            if (!before.isEmpty()) {
                strays.addAll(before);
                strayed.add(table);
            }
        }
        String cause = strays.isEmpty()
                ? ""
                : "; the extra address "
                        + Phrase.list(strays.stream()
                                .map(g -> g.gid().ipv4().map(Object::toString).orElse(""))
                                .distinct()
                                .toList())
                        + " takes slots on "
                        + Phrase.list(strayed.stream().map(GidTable::name).toList());
        Draft draft = out.report(Code.GID_INDEX_DIFFERS)
                .at("", "GID index")
                .seen(indexes(tables) + cause)
                .wanted("one index that is right on every device, or no pinned index and the right entry first")
                .consequence("no single NCCL_IB_GID_INDEX is right everywhere"
                        + (pins.isEmpty() ? "" : ", and one is pinned")
                        + (wrongAlone.isEmpty()
                                ? "; a wrong index ends in \"unhandled system error\" or errno 22"
                                : "; leaving it unset is not enough either: NCCL takes the first IPv4 RoCE v2 entry, which on "
                                        + Phrase.list(wrongAlone.stream()
                                                .map(GidTable::name)
                                                .toList())
                                        + " is "
                                        + Phrase.list(wrongAlone.stream()
                                                .map(GidIndexCheck::picked)
                                                .distinct()
                                                .toList())))
                .fix(
                        strays.isEmpty()
                                ? "leave NCCL_IB_GID_INDEX unset on every rank, or set it for each rank: "
                                        + indexes(tables)
                                : "remove the extra address (a link-local one: `link-local: []` in netplan, then `sudo netplan"
                                        + " apply`) and read the GID table again; until then set NCCL_IB_GID_INDEX for each rank ("
                                        + indexes(tables) + ") or exclude the address with NCCL_IB_ADDR_RANGE");
        tables.forEach(t -> t.ofRightAddress().forEach(g -> draft.evidence(g.evidence())));
        strays.forEach(g -> draft.evidence(g.evidence()));
        draft.add();
    }

    /** IPv4 entries before the right one that belong to another address. */
    private static List<GidEntry> strays(GidTable table) {
        int right = table.rightIndex().orElse(0);
        return table.device().gids().stream()
                .filter(g -> g.index() < right && g.gid().ipv4().isPresent())
                .filter(g -> g.gid().ipv4().filter(table.right()::contains).isEmpty())
                .toList();
    }

    private static String picked(GidTable table) {
        return table.automatic()
                .flatMap(g -> g.gid().ipv4())
                .map(Object::toString)
                .orElse("none");
    }

    /** "head 4, worker 3", by host where all devices of a host agree, by device otherwise. */
    private static String indexes(List<GidTable> tables) {
        Map<String, Set<Integer>> byHost = new LinkedHashMap<>();
        tables.forEach(t -> byHost.computeIfAbsent(t.function().host(), h -> new TreeSet<>())
                .add(t.rightIndex().orElse(-1)));
        boolean byDevice = byHost.values().stream().anyMatch(s -> s.size() > 1);
        List<String> parts = new ArrayList<>();
        if (byDevice) {
            tables.forEach(t -> parts.add(t.name() + ": " + t.rightIndex().orElse(-1)));
        } else {
            byHost.forEach((host, set) ->
                    parts.add(Phrase.host(host) + ": " + set.iterator().next()));
        }
        return Phrase.list(parts);
    }

    /** One finding for each host, pinned index and kind of trouble, whatever the number of devices. */
    private static void reportPins(
            Findings out, List<GidTable> wrong, Map<GidTable, Integer> pins, Set<Integer> common) {
        Map<String, List<GidTable>> groups = new LinkedHashMap<>();
        for (GidTable table : wrong) {
            int pin = pins.getOrDefault(table, -1);
            Optional<GidEntry> entry = table.at(pin);
            boolean own = entry.flatMap(g -> g.gid().ipv4())
                    .filter(table.right()::contains)
                    .isPresent();
            GidEntry.Type type = entry.map(GidEntry::type).orElse(GidEntry.Type.UNKNOWN);
            boolean unknown = entry.isEmpty() && !table.device().gidsObserved();
            if (!unknown && !(own && type == GidEntry.Type.UNKNOWN)) {
                boolean wrongType = own && type == GidEntry.Type.ROCE_V1;
                groups.computeIfAbsent(table.function().host() + " " + pin + " " + wrongType, k -> new ArrayList<>())
                        .add(table);
            }
        }
        groups.forEach((key, tables) ->
                reportPin(out, tables, pins.getOrDefault(tables.getFirst(), -1), key.endsWith("true"), common));
    }

    private static void reportPin(
            Findings out, List<GidTable> tables, int pin, boolean wrongType, Set<Integer> common) {
        Draft draft = out.report(wrongType ? Code.GID_WRONG_TYPE : Code.GID_INDEX_INVALID)
                .at(
                        tables.getFirst().function().host(),
                        "GID index " + pin + " of "
                                + Phrase.list(tables.stream()
                                        .map(t -> t.device().name())
                                        .toList()))
                .seen(Phrase.list(
                        tables.stream().map(t -> describe(t.at(pin))).distinct().toList()))
                .wanted("the RoCE v2 entry of the link's address: "
                        + Phrase.list(tables.stream()
                                .map(t -> "index " + t.rightIndex().orElse(-1) + " on "
                                        + t.device().name())
                                .toList()))
                .consequence(
                        wrongType
                                ? "RoCE v1 packets are not routed and the peer expects v2: the queue pair fails (errno 22)"
                                : "NCCL uses the pinned index on every device, and these have no such address there (errno 61 or"
                                        + " 22)")
                .fix("unset NCCL_IB_GID_INDEX"
                        + (common.isEmpty()
                                ? ""
                                : ", or set it to " + common.iterator().next() + " on every rank"));
        for (GidTable table : tables) {
            table.at(pin).ifPresent(g -> draft.evidence(g.evidence()));
            draft.evidence(table.device().evidence());
        }
        draft.add();
    }

    private static String describe(Optional<GidEntry> entry) {
        if (entry.isEmpty() || entry.get().gid().isZero()) {
            return "the slot is empty";
        }
        GidEntry gid = entry.get();
        String address = gid.gid().ipv4().map(Object::toString).orElse(gid.gid().toString());
        return address
                + switch (gid.type()) {
                    case ROCE_V1 -> ", RoCE v1";
                    case ROCE_V2 -> ", RoCE v2";
                    case UNKNOWN -> "";
                };
    }

    private static void reportPickedWrong(Findings out, List<GidTable> tables, Set<Integer> common) {
        Set<String> hosts = new TreeSet<>();
        tables.forEach(t -> hosts.add(t.function().host()));
        Draft draft = out.report(Code.GID_PICKED_WRONG)
                .at(
                        hosts.size() == 1 ? hosts.iterator().next() : "",
                        Phrase.list(tables.stream().map(GidTable::name).toList()))
                .seen("the first IPv4 RoCE v2 entry is "
                        + Phrase.list(tables.stream()
                                .map(GidIndexCheck::picked)
                                .distinct()
                                .toList()))
                .wanted("the address of the link first: "
                        + Phrase.list(tables.stream()
                                .flatMap(t -> t.right().stream().map(Object::toString))
                                .distinct()
                                .sorted()
                                .toList()))
                .consequence(
                        "without a pinned index NCCL takes the first IPv4 RoCE v2 entry, an address that the peer of this"
                                + " link does not share")
                .fix("remove the other address from the netdev, or set "
                        + (common.isEmpty()
                                ? ""
                                : "NCCL_IB_GID_INDEX=" + common.iterator().next() + " or ")
                        + "NCCL_IB_ADDR_RANGE to the fabric's range");
        tables.forEach(t -> t.automatic().ifPresent(g -> draft.evidence(g.evidence())));
        draft.add();
    }

    private static void reportHarmless(Findings out, List<GidTable> tables) {
        out.report(Code.GID_INDEX_DIFFERS)
                .severity(Severity.INFO)
                .at("", "GID index")
                .seen(indexes(tables))
                .wanted("no pinned index")
                .consequence("harmless while NCCL_IB_GID_INDEX is unset: NCCL finds the right entry on each device; any"
                        + " pinned value would be wrong somewhere")
                .fix("leave NCCL_IB_GID_INDEX unset")
                .add();
    }

    /** A pin against devices whose table shows nothing right at all: empty slots where addresses are unknown. */
    private static void judgeLoosePins(Context context, Findings out, List<GidTable> tables) {
        Set<Function> judged = new HashSet<>();
        tables.forEach(t -> judged.add(t.function()));
        for (Function function : context.fabric().functions()) {
            boolean open = !judged.contains(function)
                    && function.linkState() != LinkState.DOWN
                    && function.ipv4Addresses().stream()
                            .anyMatch(a -> !a.address().isLinkLocal());
            Optional<Integer> pin = pin(context, function.host());
            if (!open || pin.isEmpty() || out.has(Code.GID_MISSING)) {
                continue;
            }
            function.device()
                    .flatMap(d -> d.gids().stream()
                            .filter(g -> g.index() == pin.get() && g.gid().isZero())
                            .findFirst())
                    .ifPresent(g -> out.report(Code.GID_INDEX_INVALID)
                            .at(function.host(), function.name() + " GID index " + pin.get())
                            .seen("the slot is empty")
                            .wanted("the RoCE v2 entry of the netdev's IPv4 address")
                            .consequence(
                                    "NCCL uses the pinned index on every device, and this one has nothing there (errno 61)")
                            .fix(
                                    "unset NCCL_IB_GID_INDEX, or set it to the index that `show_gids` lists for every device")
                            .evidence(g.evidence())
                            .add());
        }
    }
}
