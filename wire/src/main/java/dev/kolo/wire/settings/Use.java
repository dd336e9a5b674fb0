package dev.kolo.wire.settings;

/** Whether the wire carries what it can carry. */
public enum Use {
    /** Yes, except where nobody has shown yet that it pays: see {@link Route#choose}. */
    AUTO,
    ON,
    OFF
}
