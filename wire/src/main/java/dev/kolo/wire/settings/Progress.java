package dev.kolo.wire.settings;

/** Who drives the exchanges. */
public enum Progress {
    /** The thread that calls; the default where cores are few. */
    CALLER,
    /** A thread of its own. */
    THREAD
}
