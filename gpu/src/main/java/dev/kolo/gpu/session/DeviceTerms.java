package dev.kolo.gpu.session;

/**
 * Bounds of the kernels' waits.
 *
 * @param timeoutNanos how long a kernel waits for a peer
 * @param heartbeatNanos how long a proxy's heartbeat may stand still; 0: it is not looked at
 * @param firstStep the first step of every link, {@link DeviceWire#FIRST_STEP}; tests begin near the numbers' end
 */
public record DeviceTerms(long timeoutNanos, long heartbeatNanos, int firstStep) {
    public DeviceTerms {
        if (timeoutNanos <= 0 || heartbeatNanos < 0) {
            throw new IllegalArgumentException(
                    "bounds of waits are times above 0, got " + timeoutNanos + " ns and " + heartbeatNanos + " ns");
        }
        if (firstStep == 0 || firstStep == 1) {
            throw new IllegalArgumentException("0 and 1 are no steps");
        }
    }
}
