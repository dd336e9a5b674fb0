package dev.kolo.fabric.facts;

/** Whether a netdev's link works, as its source says. */
public enum LinkState {
    UP,
    DOWN,
    /** The source did not say, or said UNKNOWN as virtual netdevs do. */
    UNKNOWN
}
