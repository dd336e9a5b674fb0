package dev.kolo.wire.session.star;

import java.util.Arrays;
import java.util.Optional;

/**
 * What this rank knows of another one's process, from the star alone.
 *
 * @param state what is known
 * @param detail one sentence for people: what was seen, from where
 */
public record Fate(State state, String detail) {
    /** The states, from well to worst. */
    public enum State {
        /** It answers. */
        ALIVE(0),
        /** It left in peace; its silence means nothing. */
        SAID_GOODBYE(1),
        /** Nothing was heard for a while: the management network may be down, which says nothing of the fabric. */
        SILENT(2),
        /** Nothing was heard for as long as the management network may be silent. */
        LOST(3),
        /** Its connection ended without goodbye: the process is gone, now. */
        GONE(4);

        private final int code;

        State(int code) {
            this.code = code;
        }

        /** The number on the wire. */
        int code() {
            return code;
        }

        static Optional<State> ofCode(int code) {
            return Arrays.stream(values()).filter(s -> s.code == code).findFirst();
        }
    }

    static final Fate UNKNOWN_YET = new Fate(State.ALIVE, "its connection is open");

    /** True when nothing can come from it any more. */
    public boolean isDead() {
        return state == State.GONE || state == State.LOST;
    }
}
