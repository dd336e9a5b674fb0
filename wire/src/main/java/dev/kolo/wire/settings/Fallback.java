package dev.kolo.wire.settings;

/** What carries the exchanges when the wire cannot. */
public enum Fallback {
    /** The TCP transport over the management network. */
    TCP,
    /** The engine's own NCCL communicator. */
    NCCL,
    /** Nothing: set-up that fails on any rank fails on all. For measurements, whose receipts are void otherwise. */
    REFUSE
}
