package dev.kolo.fabric.lanes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The rule of the transport that Kolo's pairing grew out of, kept as an oracle: a rank picks its devices from the subnets
 * of all peers together, at most two, and each picked device must share a /24 with each peer. Where it pairs at all (two
 * ranks, switched fabrics), Kolo's rule must give the same pairs.
 */
final class OlderRule {
    private static final int MOST_DEVICES = 2;

    private OlderRule() {}

    /** The pairs as {@code low:device high:device} lines; empty when the rule refuses. */
    static Optional<TreeSet<String>> pair(List<RankRecord> ranks) {
        List<List<DeviceRecord>> picked = new ArrayList<>();
        for (RankRecord rank : ranks) {
            List<DeviceRecord> own = rank.devices().stream()
                    .filter(d -> ranks.stream().anyMatch(p -> p.rank() != rank.rank() && shares(d, p)))
                    .sorted(Comparator.comparingInt(DeviceRecord::plane)
                            .thenComparing(DeviceRecord::pci)
                            .thenComparingInt(DeviceRecord::portNumber))
                    .limit(MOST_DEVICES)
                    .toList();
            if (own.isEmpty()
                    || own.stream()
                            .anyMatch(d -> ranks.stream().anyMatch(p -> p.rank() != rank.rank() && !shares(d, p)))) {
                return Optional.empty();
            }
            picked.add(own);
        }
        TreeSet<String> pairs = new TreeSet<>();
        for (int low = 0; low < ranks.size(); low++) {
            for (int high = low + 1; high < ranks.size(); high++) {
                for (DeviceRecord a : picked.get(low)) {
                    for (DeviceRecord b : picked.get(high)) {
                        if (slash24(a) == slash24(b)) {
                            pairs.add(low + ":" + a.name() + " " + high + ":" + b.name());
                        }
                    }
                }
            }
        }
        return Optional.of(pairs);
    }

    private static boolean shares(DeviceRecord device, RankRecord peer) {
        return peer.devices().stream().anyMatch(d -> slash24(d) == slash24(device));
    }

    private static int slash24(DeviceRecord device) {
        return device.ipv4().bits() >>> 8;
    }
}
