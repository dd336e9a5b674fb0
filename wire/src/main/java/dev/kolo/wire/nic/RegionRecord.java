package dev.kolo.wire.nic;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What peers need to write into a rank's region; it travels in the device records of set-up.
 *
 * @param address address of its first byte in the owner's process
 * @param bytes its length
 * @param keys one remote key a device, in the order of the owner's devices; empty where keys have no meaning
 * @param place what only this kind of NIC understands (shared memory: the file and the process), at most 255 bytes in UTF-8;
 *     empty when there is nothing to say. It comes from another process: a NIC checks it before it uses it
 */
public record RegionRecord(long address, long bytes, List<Integer> keys, String place) {
    /** Longest {@code place} in UTF-8. */
    public static final int MAX_PLACE_BYTES = 255;

    public RegionRecord {
        keys = List.copyOf(keys);
        if (bytes <= 0) {
            throw new IllegalArgumentException("a region has bytes, got " + bytes);
        }
        if (place.getBytes(StandardCharsets.UTF_8).length > MAX_PLACE_BYTES) {
            throw new IllegalArgumentException("a region's place has at most " + MAX_PLACE_BYTES + " bytes");
        }
    }
}
