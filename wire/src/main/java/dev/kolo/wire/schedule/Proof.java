package dev.kolo.wire.schedule;

/** What shows that a buffer may be written again. A schedule states one for every buffer that it writes. */
public enum Proof {
    /** A flag of a later step from that peer: it consumed all before. */
    LATER_FLAG,
    /** A credit word of the peer: it consumed up to that step. */
    CREDIT,
    /** A successful completion of the flag on every lane: the bytes are in the peer's memory. Says nothing of consumption. */
    COMPLETION
}
