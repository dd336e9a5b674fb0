package dev.kolo.wire.settings;

/** How payload and flag travel. */
public enum PayloadForm {
    /** Payload, then its flag. */
    PLAIN,
    /** Words of eight bytes that carry four of data and the step number. */
    LL8,
    /** Words of sixteen bytes that carry eight of data and the step number twice; not over a NIC. */
    LL16
}
