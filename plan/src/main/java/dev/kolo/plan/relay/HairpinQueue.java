package dev.kolo.plan.relay;

/**
 * The queue of a relay through which frames pass from one port to the other, and what one exchange puts on it.
 *
 * @param host the relay
 * @param ingress netdev at which frames come in
 * @param egress netdev at which they leave
 * @param lanes relayed lanes that pass, each in one direction
 * @param load their sum in units of one peer's payload: a lane carries 1/k of it
 */
public record HairpinQueue(String host, String ingress, String egress, int lanes, double load) {
    /** Bytes that a queue of a given hairpin_queue_size holds: 64 an entry. */
    public static long bytesOf(int queueSize) {
        return 64L * queueSize;
    }
}
