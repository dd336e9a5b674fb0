package dev.kolo.fabric.lanes;

/**
 * One connected pair of devices that two ranks use.
 *
 * @param lowRank the lower rank
 * @param highRank the higher rank
 * @param index 0 to lanes per peer − 1
 * @param low the lower rank's device
 * @param high the higher rank's device
 * @param relays hosts whose NICs forward its frames: 0 where one cable joins the two devices, otherwise what its sender must
 *     not overrun
 */
public record Lane(int lowRank, int highRank, int index, DeviceRecord low, DeviceRecord high, int relays) {
    public Lane {
        if (lowRank >= highRank) {
            throw new IllegalArgumentException(
                    "a lane goes from a lower to a higher rank, got " + lowRank + " and " + highRank);
        }
        if (relays < 0) {
            throw new IllegalArgumentException("a lane has 0 or more relays, got " + relays);
        }
    }

    /** A lane over one cable. */
    public Lane(int lowRank, int highRank, int index, DeviceRecord low, DeviceRecord high) {
        this(lowRank, highRank, index, low, high, 0);
    }

    /** The device that a rank uses on this lane. */
    public DeviceRecord deviceOf(int rank) {
        return rank == lowRank ? low : high;
    }

    public boolean joins(int rank, int peer) {
        return lowRank == Math.min(rank, peer) && highRank == Math.max(rank, peer);
    }
}
