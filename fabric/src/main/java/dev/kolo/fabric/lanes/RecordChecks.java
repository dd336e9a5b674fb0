package dev.kolo.fabric.lanes;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The checks that a rank's record must pass before its devices are looked at, one code a cause. */
final class RecordChecks {
    private RecordChecks() {}

    /** The refusal of the first record that does not fit; empty when all do. */
    static Optional<Finding> firstUnfit(List<RankRecord> ranks) {
        if (ranks.size() < 2) {
            throw new IllegalArgumentException("pairing needs at least two ranks, got " + ranks.size());
        }
        for (int i = 0; i < ranks.size(); i++) {
            if (ranks.get(i).rank() != i) {
                throw new IllegalArgumentException("rank " + ranks.get(i).rank() + " stands at index " + i);
            }
        }
        RankRecord first = ranks.getFirst();
        for (RankRecord rank : ranks) {
            Optional<Finding> unfit = unfit(rank, first);
            if (unfit.isPresent()) {
                return unfit;
            }
        }
        return Optional.empty();
    }

    private static Optional<Finding> unfit(RankRecord rank, RankRecord first) {
        if (rank.magic() != RankRecord.MAGIC) {
            return Optional.of(PairingFindings.ofRank(
                    Code.PAIRING_BAD_MAGIC,
                    rank,
                    String.format("magic 0x%08x", rank.magic()),
                    String.format("0x%08x", RankRecord.MAGIC),
                    "Something other than Kolo answered as this rank.",
                    "Check which process listens at the rendezvous address and port of " + rank.label() + "."));
        }
        if (rank.version() != RankRecord.VERSION) {
            return Optional.of(PairingFindings.ofRank(
                    Code.PAIRING_VERSION,
                    rank,
                    "record version " + rank.version(),
                    "version " + RankRecord.VERSION,
                    "Different versions of Kolo would read each other's records wrongly.",
                    "Install the same version of Kolo on every host."));
        }
        if (!rank.settingsDigest().equals(first.settingsDigest())) {
            return Optional.of(PairingFindings.ofRank(
                    Code.PAIRING_SETTINGS_DIFFER,
                    rank,
                    "settings digest " + rank.settingsDigest(),
                    first.settingsDigest() + ", as on " + first.label(),
                    "Ranks with different settings would lay out memory differently and read rubbish.",
                    "Start every rank with the same settings; compare them on " + rank.label() + " and " + first.label()
                            + "."));
        }
        return unfitDevices(rank);
    }

    private static Optional<Finding> unfitDevices(RankRecord rank) {
        int count = rank.devices().size();
        if (count == 0 || count > RankRecord.MAX_DEVICES) {
            return Optional.of(PairingFindings.ofRank(
                    Code.PAIRING_DEVICE_COUNT,
                    rank,
                    count + " devices",
                    "1 to " + RankRecord.MAX_DEVICES,
                    "This rank cannot take part in any exchange over RDMA.",
                    count == 0
                            ? "Give the fabric ports of " + rank.label()
                                    + " addresses and links; `kolo doctor` says what is missing."
                            : "Name at most " + RankRecord.MAX_DEVICES + " devices on " + rank.label() + "."));
        }
        Set<String> names = new HashSet<>();
        for (DeviceRecord device : rank.devices()) {
            boolean malformed = device.prefixLength() < 1 || device.prefixLength() > 32;
            if (malformed || !names.add(device.name())) {
                return Optional.of(PairingFindings.ofRank(
                        Code.PAIRING_RECORD_LENGTH,
                        rank,
                        malformed ? "prefix length " + device.prefixLength() : "device " + device.name() + " twice",
                        "each device once, prefix length 1 to 32",
                        "The record is damaged or was written by something else.",
                        "Start " + rank.label() + " again; if it happens twice, report it."));
            }
        }
        return Optional.empty();
    }
}
