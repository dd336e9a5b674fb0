package dev.kolo.fabric.lanes;

/**
 * One connected pair of devices that two ranks use.
 *
 * @param lowRank the lower rank
 * @param highRank the higher rank
 * @param index 0 to lanes per peer − 1
 * @param low the lower rank's device
 * @param high the higher rank's device
 */
public record Lane(int lowRank, int highRank, int index, DeviceRecord low, DeviceRecord high) {
    public Lane {
        if (lowRank >= highRank) {
            throw new IllegalArgumentException(
                    "a lane goes from a lower to a higher rank, got " + lowRank + " and " + highRank);
        }
    }

    /** The device that a rank uses on this lane. */
    public DeviceRecord deviceOf(int rank) {
        return rank == lowRank ? low : high;
    }

    public boolean joins(int rank, int peer) {
        return lowRank == Math.min(rank, peer) && highRank == Math.max(rank, peer);
    }
}
