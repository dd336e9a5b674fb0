package dev.kolo.cli.demo;

import java.util.Optional;

/**
 * A virtual cable. What it was meant to be never matters here: only where its plugs are.
 *
 * @param a one plug
 * @param b the other plug
 * @param speedGbps the speed that both ends agreed on, gigabits a second
 */
public record VirtualCable(Plug a, Plug b, int speedGbps) {
    /** The other end, when one end is the given plug. */
    public Optional<Plug> from(Plug plug) {
        return a.equals(plug) ? Optional.of(b) : b.equals(plug) ? Optional.of(a) : Optional.empty();
    }
}
