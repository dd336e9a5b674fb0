package dev.kolo.sim.fault;

import java.util.Locale;
import java.util.Optional;

/** The kinds of faults, by the words of command lines and summaries. */
public enum FaultKind {
    /** A cable loses frames. */
    LOSS(true),
    /** A cable damages frames; the receiver drops them. */
    CORRUPTION(true),
    /** A cable goes down and comes back, some times. */
    FLAP(true),
    /** Frames are held back and released later, out of order. */
    HOLD(true),
    /** What arrives at a host is seen in its memory only later. */
    STALL(true),
    /** Inlined flags carry an old word. */
    STALE_WORD(true),
    /** A rank's process stands still for a while. */
    PAUSE(true),
    /** A cable is cut for good. */
    CUT(false),
    /** A rank's process ends. */
    DEATH(false),
    /** A host loses its power: also its relay, and its management network, without goodbye. */
    POWER_LOSS(false),
    /** A rank's process stands still for ever, its NIC alive. */
    FREEZE(false),
    /** A rank is well and calls nothing any more. */
    STOPPED_CALLER(false),
    /** A rank calls another operation than the others. */
    OTHER_CALL(false),
    /** All processes end at once and a new session begins on the same numbers and keys. */
    RESTART(true),
    /** A flag of the session before lands in the new one. */
    LATE_WORD(true),
    /** The client of a rank's mailbox stands still for a while. */
    CLIENT_PAUSE(true),
    /** The client of a rank's mailbox ends without leaving. */
    CLIENT_DEATH(false);

    private final boolean survivable;

    FaultKind(boolean survivable) {
        this.survivable = survivable;
    }

    /** Whether a session is meant to live through it. */
    public boolean isSurvivable() {
        return survivable;
    }

    /** Whether it happens to clients of mailboxes, and never where there are none. */
    public boolean isOfClients() {
        return this == CLIENT_PAUSE || this == CLIENT_DEATH;
    }

    /** The word on command lines. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The kind of a word. */
    public static Optional<FaultKind> ofWord(String word) {
        for (FaultKind kind : values()) {
            if (kind.word().equals(word)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
