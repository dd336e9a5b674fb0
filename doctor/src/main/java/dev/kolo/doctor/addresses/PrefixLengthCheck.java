package dev.kolo.doctor.addresses;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Link;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The prefix lengths. NCCL compares addresses by one length of its own, whatever the netmask says (24 unless
 * NCCL_IB_SUBNET_PREFIX_LEN says otherwise): under it the ends of each cable must match and no two cables may. And the
 * two ends of a link should have one netmask.
 */
public final class PrefixLengthCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        List<End> ends = ends(context);
        ends.forEach(e -> compareMasks(out, e));
        long hosts = context.fabric().cables().stream()
                .flatMap(c -> java.util.stream.Stream.of(c.a().host(), c.b().host()))
                .distinct()
                .count();
        if (context.isPair() || context.isSwitched() || hosts < 3) {
            return;
        }
        int length = context.comparedPrefixLength();
        reportSplit(out, ends, length);
        reportMerged(out, ends, length);
    }

    /** The links whose two addresses name one link under their own prefix lengths. */
    private static List<End> ends(Context context) {
        List<End> ends = new ArrayList<>();
        for (Cable cable : context.fabric().cables()) {
            for (Link link : cable.links()) {
                Optional<Function> a = context.function(link.a());
                Optional<Function> b = context.function(link.b());
                if (a.isPresent() && b.isPresent()) {
                    ends.addAll(match(cable, a.get(), b.get()));
                }
            }
        }
        return ends;
    }

    private static List<End> match(Cable cable, Function a, Function b) {
        List<End> ends = new ArrayList<>();
        for (NetAddress x : Addressing.routable(a)) {
            for (NetAddress y : Addressing.routable(b)) {
                boolean same = x.subnet().isPresent() && x.subnet().equals(y.subnet());
                boolean near = x.subnet()
                                .flatMap(s -> y.ipv4().filter(s::contains))
                                .isPresent()
                        && y.subnet().flatMap(s -> x.ipv4().filter(s::contains)).isPresent();
                if (same || near) {
                    ends.add(new End(cable, a, b, x, y));
                }
            }
        }
        return ends;
    }

    private static void compareMasks(Findings out, End end) {
        if (end.x().prefixLength().equals(end.y().prefixLength())) {
            return;
        }
        out.report(Code.ENDS_IN_DIFFERENT_SUBNETS)
                .severity(Severity.WARNING)
                .at(end.a().host(), end.a().name() + " and " + end.b().id())
                .seen(end.x() + " at one end, " + end.y() + " at the other")
                .wanted("the same prefix length at both ends")
                .consequence(
                        "the two ends reach each other by luck: each lies in the other's network, but the networks are"
                                + " not the same, and tools that compare them see no link")
                .fix("give both ends the same prefix length, in netplan or with `ip addr`")
                .evidence(end.x().evidence())
                .evidence(end.y().evidence())
                .add();
    }

    private static void reportSplit(Findings out, List<End> ends, int length) {
        List<End> split = ends.stream().filter(e -> !e.matches(length)).toList();
        if (split.isEmpty()) {
            return;
        }
        Draft draft = out.report(Code.PREFIX_LEN_SPLITS_CABLE)
                .at("", "NCCL_IB_SUBNET_PREFIX_LEN=" + length)
                .seen(Phrase.list(split.stream()
                                .limit(4)
                                .map(e -> e.x().address() + " and " + e.y().address())
                                .toList())
                        + " differ in their first " + length + " bits")
                .wanted("both ends of every cable equal in the first " + length + " bits")
                .consequence(
                        "NCCL's subnet-aware routing finds no match for the peer on these links and keeps a device that"
                                + " may lead elsewhere (ibv_modify_qp errno 110)")
                .fix(fix(ends, length));
        split.forEach(e -> draft.evidence(e.x().evidence()).evidence(e.y().evidence()));
        draft.add();
    }

    private static void reportMerged(Findings out, List<End> ends, int length) {
        TreeMap<Subnet, Set<End>> blocks = new TreeMap<>();
        for (End end : ends) {
            blocks.computeIfAbsent(end.block(length), b -> new LinkedHashSet<>())
                    .add(end);
        }
        Map<Subnet, Set<End>> merged = new TreeMap<>(blocks);
        merged.values().removeIf(group -> ownSubnets(group).size() < 2);
        if (merged.isEmpty()) {
            return;
        }
        boolean cables = merged.values().stream()
                .anyMatch(group -> group.stream().map(End::cable).distinct().count() > 1);
        List<String> seen = new ArrayList<>();
        merged.forEach((block, group) -> seen.add(
                Phrase.list(ownSubnets(group).stream().map(Subnet::toString).toList()) + " all lie in " + block));
        Draft draft = out.report(Code.PREFIX_LEN_MERGES_CABLES)
                .severity(cables ? Severity.ERROR : Severity.WARNING)
                .at("", "NCCL_IB_SUBNET_PREFIX_LEN=" + length)
                .seen(String.join("; ", seen.subList(0, Math.min(3, seen.size()))))
                .wanted("no two cables equal in the first " + length + " bits of their addresses")
                .consequence((cables ? "NCCL takes " : "NCCL may take ")
                        + "these links for one, since it compares the first " + length + " bits and not the netmask:"
                        + " it never corrects a wrong device"
                        + (cables ? ", and the connection fails with errno 110" : ""))
                .fix(fix(ends, length));
        merged.values()
                .forEach(group ->
                        group.forEach(e -> draft.evidence(e.x().evidence()).evidence(e.y().evidence())));
        draft.add();
    }

    private static Set<Subnet> ownSubnets(Set<End> group) {
        Set<Subnet> own = new TreeSet<>();
        group.forEach(e -> e.x().subnet().ifPresent(own::add));
        return own;
    }

    /** A length under which all is sound, proposed only after having been tried on every link. */
    private static String fix(List<End> ends, int length) {
        OptionalInt sound = soundLength(ends, length);
        return sound.isPresent()
                ? "set NCCL_IB_SUBNET_PREFIX_LEN=" + sound.getAsInt()
                        + " on every rank (checked: under it both ends of every" + " cable match and no two cables do)"
                : "no length from 1 to 32 keeps these links apart: give each link a subnet of its own, such as a /24"
                        + " each";
    }

    /** The length that most links have as their own, if it is sound; else the sound length nearest to the present one. */
    private static OptionalInt soundLength(List<End> ends, int present) {
        Map<Integer, Integer> votes = new TreeMap<>();
        ends.forEach(e -> e.x().prefixLength().ifPresent(p -> votes.merge(p, 1, Integer::sum)));
        Optional<Integer> common = votes.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey);
        if (common.filter(p -> p >= 1 && isSound(ends, p)).isPresent()) {
            return OptionalInt.of(common.get());
        }
        for (int distance = 1; distance < 32; distance++) {
            if (present + distance <= 32 && isSound(ends, present + distance)) {
                return OptionalInt.of(present + distance);
            }
            if (present - distance >= 1 && isSound(ends, present - distance)) {
                return OptionalInt.of(present - distance);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean isSound(List<End> ends, int length) {
        Map<Subnet, End> taken = new HashMap<>();
        for (End end : ends) {
            End other = taken.putIfAbsent(end.block(length), end);
            boolean another = other != null && !other.a().id().equals(end.a().id());
            if (!end.matches(length) || another) {
                return false;
            }
        }
        return true;
    }

    /**
     * One link and the two addresses by which it is known.
     *
     * @param cable its cable
     * @param a one function
     * @param b the other function
     * @param x the address of a
     * @param y the address of b
     */
    private record End(Cable cable, Function a, Function b, NetAddress x, NetAddress y) {
        boolean matches(int length) {
            return block(x, length).equals(block(y, length));
        }

        Subnet block(int length) {
            return block(x, length);
        }

        private static Subnet block(NetAddress address, int length) {
            return Subnet.of(address.ipv4().orElse(new Ipv4Address(0)), length);
        }
    }
}
