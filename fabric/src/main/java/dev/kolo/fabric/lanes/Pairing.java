package dev.kolo.fabric.lanes;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.lanes.PairingResult.RankPair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Pairs the devices of all ranks into lanes.
 *
 * <p>Two devices share a link when their addresses lie in one network, each under its own prefix length. For each pair of
 * ranks the candidate links are ordered by plane, the lower rank's PCI address, and port. One lane count k serves all
 * pairs: the largest within the lane limit such that the first k links of every pair keep every rank within the device
 * limit.
 */
public final class Pairing {
    private static final Comparator<Candidate> ORDER = Comparator.comparingInt((Candidate c) -> c.low.plane())
            .thenComparing(c -> c.low.pci())
            .thenComparingInt(c -> c.low.portNumber())
            .thenComparing(c -> c.low.name())
            .thenComparing(c -> c.high.name());

    private final List<RankRecord> ranks;
    private final PairingLimits limits;
    /** Every link by subnet, usable or not, in order. */
    private final TreeMap<Integer, List<Candidate>> candidates = new TreeMap<>();

    private Pairing(List<RankRecord> ranks, PairingLimits limits) {
        this.ranks = List.copyOf(ranks);
        this.limits = limits;
    }

    /**
     * Computes the lanes.
     *
     * @param ranks one record a rank, rank r at index r, at least two
     * @param limits what may be used
     */
    public static PairingResult pair(List<RankRecord> ranks, PairingLimits limits) {
        return new Pairing(ranks, limits).run();
    }

    private PairingResult run() {
        Optional<Finding> unfit = RecordChecks.firstUnfit(ranks);
        if (unfit.isPresent()) {
            return new PairingResult.Refused(unfit.get());
        }
        findCandidates();
        List<RankPair> linked = new ArrayList<>();
        List<RankPair> unlinked = new ArrayList<>();
        for (RankPair pair : allPairs()) {
            (usable(pair).isEmpty() ? unlinked : linked).add(pair);
        }
        for (RankPair pair : allPairs()) {
            Optional<Finding> twofold = notOneToOne(pair);
            if (twofold.isPresent()) {
                return new PairingResult.Refused(twofold.get());
            }
        }
        boolean ring = !unlinked.isEmpty() && isRing(linked);
        if (!unlinked.isEmpty() && (!ring || unlinked.stream().anyMatch(p -> !all(p).isEmpty()))) {
            return new PairingResult.Refused(noLink(unlinked));
        }
        return lanes(linked, unlinked);
    }

    private PairingResult lanes(List<RankPair> linked, List<RankPair> unlinked) {
        int k = largestCount(linked, linked);
        if (k == 0) {
            return new PairingResult.Refused(tooManyDevices(linked));
        }
        List<Lane> lanes = new ArrayList<>();
        for (RankPair pair : linked) {
            List<Candidate> links = usable(pair);
            for (int i = 0; i < k; i++) {
                Candidate link = links.get(i);
                if (link.low.activeMtu() != link.high.activeMtu()) {
                    return new PairingResult.Refused(mtuDiffers(pair, link));
                }
                lanes.add(new Lane(pair.low(), pair.high(), i, link.low, link.high));
            }
        }
        LaneTable table = new LaneTable(ranks.size(), k, lanes);
        List<Finding> notices = lowered(linked, k);
        return unlinked.isEmpty()
                ? new PairingResult.EveryPair(table, notices)
                : new PairingResult.NeighboursOnly(table, List.copyOf(unlinked), notices);
    }

    private List<RankPair> allPairs() {
        List<RankPair> pairs = new ArrayList<>();
        for (int low = 0; low < ranks.size(); low++) {
            for (int high = low + 1; high < ranks.size(); high++) {
                pairs.add(new RankPair(low, high));
            }
        }
        return pairs;
    }

    private void findCandidates() {
        Map<Subnet, List<Owned>> bySubnet = new HashMap<>();
        for (RankRecord rank : ranks) {
            for (DeviceRecord device : rank.devices()) {
                bySubnet.computeIfAbsent(device.subnet(), s -> new ArrayList<>())
                        .add(new Owned(rank.rank(), device));
            }
        }
        for (List<Owned> inside : bySubnet.values()) {
            for (Owned a : inside) {
                for (Owned b : inside) {
                    if (a.rank < b.rank) {
                        candidates
                                .computeIfAbsent(key(new RankPair(a.rank, b.rank)), p -> new ArrayList<>())
                                .add(new Candidate(a.device, b.device));
                    }
                }
            }
        }
        candidates.values().forEach(c -> c.sort(ORDER));
    }

    private int key(RankPair pair) {
        return pair.low() * ranks.size() + pair.high();
    }

    private List<Candidate> all(RankPair pair) {
        return candidates.getOrDefault(key(pair), List.of());
    }

    private List<Candidate> usable(RankPair pair) {
        return all(pair).stream().filter(Candidate::isUsable).toList();
    }

    /** The largest k for which every pair of {@code counted} has k links and every rank stays within the device limit. */
    private int largestCount(List<RankPair> used, List<RankPair> counted) {
        for (int k = limits.lanes(); k > 0; k--) {
            int wanted = k;
            if (counted.stream().allMatch(p -> usable(p).size() >= wanted) && withinDevices(used, k)) {
                return k;
            }
        }
        return 0;
    }

    private boolean withinDevices(List<RankPair> pairs, int k) {
        return devicesNeeded(pairs, k).values().stream().allMatch(d -> d.size() <= limits.devices());
    }

    private Map<Integer, Set<DeviceRecord>> devicesNeeded(List<RankPair> pairs, int k) {
        Map<Integer, Set<DeviceRecord>> needed = new TreeMap<>();
        for (RankPair pair : pairs) {
            usable(pair).stream().limit(k).forEach(link -> {
                needed.computeIfAbsent(pair.low(), r -> new HashSet<>()).add(link.low);
                needed.computeIfAbsent(pair.high(), r -> new HashSet<>()).add(link.high);
            });
        }
        return needed;
    }

    /** True when the linked pairs are one closed chain through all ranks, at least four of them. */
    private boolean isRing(List<RankPair> linked) {
        int world = ranks.size();
        if (world < 4 || linked.size() != world) {
            return false;
        }
        Map<Integer, List<Integer>> peers = new HashMap<>();
        for (RankPair pair : linked) {
            peers.computeIfAbsent(pair.low(), r -> new ArrayList<>()).add(pair.high());
            peers.computeIfAbsent(pair.high(), r -> new ArrayList<>()).add(pair.low());
        }
        if (peers.size() != world || peers.values().stream().anyMatch(p -> p.size() != 2)) {
            return false;
        }
        int steps = 0;
        int before = -1;
        int at = 0;
        do {
            List<Integer> next = peers.getOrDefault(at, List.of());
            int step = next.get(0) == before ? next.get(1) : next.get(0);
            before = at;
            at = step;
            steps++;
        } while (at != 0 && steps <= world);
        return steps == world;
    }

    private Optional<Finding> notOneToOne(RankPair pair) {
        Map<String, List<Candidate>> byDevice = new TreeMap<>();
        for (Candidate link : usable(pair)) {
            byDevice.computeIfAbsent("a " + link.low.name(), d -> new ArrayList<>())
                    .add(link);
            byDevice.computeIfAbsent("b " + link.high.name(), d -> new ArrayList<>())
                    .add(link);
        }
        for (List<Candidate> links : byDevice.values()) {
            if (links.size() > 1) {
                return Optional.of(PairingFindings.notOneToOne(ranks.get(pair.low()), ranks.get(pair.high()), links));
            }
        }
        return Optional.empty();
    }

    /** The refusal for pairs without a usable link: a link that only an idle port or a missing GID spoils goes first. */
    private Finding noLink(List<RankPair> unlinked) {
        for (RankPair pair : unlinked) {
            for (Candidate link : all(pair)) {
                return PairingFindings.unusable(ranks.get(pair.low()), ranks.get(pair.high()), link);
            }
        }
        String pairs = unlinked.stream().map(p -> p.low() + "–" + p.high()).collect(Collectors.joining(", "));
        RankPair first = unlinked.getFirst();
        return PairingFindings.noSharedLink(ranks.get(first.low()), ranks.get(first.high()), pairs);
    }

    private Finding mtuDiffers(RankPair pair, Candidate link) {
        return PairingFindings.mtuDiffers(ranks.get(pair.low()), ranks.get(pair.high()), link);
    }

    private Finding tooManyDevices(List<RankPair> linked) {
        Map<Integer, Set<DeviceRecord>> needed = devicesNeeded(linked, 1);
        int worst = 0;
        for (Map.Entry<Integer, Set<DeviceRecord>> entry : needed.entrySet()) {
            if (entry.getValue().size() > needed.getOrDefault(worst, Set.of()).size()) {
                worst = entry.getKey();
            }
        }
        return PairingFindings.tooManyDevices(
                ranks.get(worst), needed.getOrDefault(worst, Set.of()).size(), limits.devices());
    }

    /** Loud when a few pairs' missing links lower the count of all: names those pairs. */
    private List<Finding> lowered(List<RankPair> linked, int k) {
        List<RankPair> poor = linked.stream().filter(p -> usable(p).size() == k).toList();
        List<RankPair> rich = linked.stream().filter(p -> usable(p).size() > k).toList();
        if (k == limits.lanes() || rich.isEmpty() || poor.isEmpty() || largestCount(linked, rich) <= k) {
            return List.of();
        }
        RankPair first = poor.getFirst();
        String pairs = poor.stream().map(p -> p.low() + "–" + p.high()).collect(Collectors.joining(", "));
        return List.of(PairingFindings.lowered(
                ranks.get(first.low()),
                ranks.get(first.high()),
                pairs,
                k,
                all(first).stream().filter(c -> !c.isUsable()).toList()));
    }

    /** A device and whose it is. */
    private record Owned(int rank, DeviceRecord device) {}

    /** A possible lane. */
    record Candidate(DeviceRecord low, DeviceRecord high) {
        boolean isUsable() {
            return low.isUsable() && high.isUsable();
        }
    }
}
