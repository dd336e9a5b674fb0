package dev.kolo.wire.session.star;

import java.util.Optional;

/** Reaches rank 0, as often as it takes: a rank that starts before rank 0 waits for it. */
public interface Dialer {
    /**
     * Takes the attempt further.
     *
     * @return a connection, once one stands; each is returned once
     */
    Optional<Pipe> dial(long nowNanos);

    /** Where it calls and what the last attempt met, for messages. */
    String describe();
}
