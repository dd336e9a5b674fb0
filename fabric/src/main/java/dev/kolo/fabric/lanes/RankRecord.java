package dev.kolo.fabric.lanes;

import java.util.List;

/**
 * All that pairing needs to know of one rank.
 *
 * @param rank 0 first
 * @param host its host, for messages
 * @param magic says that the record is ours
 * @param version version of the record
 * @param settingsDigest digest of the settings that must agree; any text, compared for equality
 * @param devices its devices, in any order
 */
public record RankRecord(
        int rank, String host, int magic, int version, String settingsDigest, List<DeviceRecord> devices) {
    /** "KOLO" in ASCII. */
    public static final int MAGIC = 0x4b4f_4c4f;

    /** The record version that this code writes and reads. */
    public static final int VERSION = 1;

    /** Most devices that one rank may offer. */
    public static final int MAX_DEVICES = 16;

    public RankRecord {
        devices = List.copyOf(devices);
    }

    /** A record of this version. */
    public static RankRecord of(int rank, String host, String settingsDigest, List<DeviceRecord> devices) {
        return new RankRecord(rank, host, MAGIC, VERSION, settingsDigest, devices);
    }

    public String label() {
        return host.isEmpty() ? "rank " + rank : "rank " + rank + " (" + host + ")";
    }
}
