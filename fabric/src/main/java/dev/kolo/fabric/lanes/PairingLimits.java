package dev.kolo.fabric.lanes;

/**
 * What pairing may use.
 *
 * @param lanes most lanes a peer, at least 1
 * @param devices most devices a rank, at least 1
 */
public record PairingLimits(int lanes, int devices) {
    /** Two lanes, two devices. */
    public static final PairingLimits DEFAULT = new PairingLimits(2, 2);

    /** Two lanes over four devices: both planes of a triangle, or relayed lanes. */
    public static final PairingLimits FOUR_DEVICES = new PairingLimits(2, 4);

    public PairingLimits {
        if (lanes < 1 || devices < 1) {
            throw new IllegalArgumentException(
                    "pairing needs at least one lane and one device, got " + lanes + " and " + devices);
        }
    }
}
