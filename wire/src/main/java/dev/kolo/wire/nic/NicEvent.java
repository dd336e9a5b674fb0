package dev.kolo.wire.nic;

/**
 * Something that a NIC learned beside its requests.
 *
 * @param kind what
 * @param peer whom it concerns, −1 when no single peer
 * @param lane which lane, −1 when no single lane
 * @param detail one sentence for people: device, what was seen
 */
public record NicEvent(Kind kind, int peer, int lane, String detail) {
    /** What can happen. */
    public enum Kind {
        /** A port lost its link. Not fatal by itself: it may come back within the retries. */
        PORT_DOWN,
        /** A port has its link again. */
        PORT_UP,
        /** The device is gone; every lane on it has failed. */
        DEVICE_FATAL,
        /** A lane has failed for good. */
        LANE_FAILED,
        /** The peer's process has ended. */
        PEER_GONE
    }
}
