package dev.kolo.cli.wire.top;

import dev.kolo.wire.protocol.CounterSnapshot;
import dev.kolo.wire.protocol.Counters.OfPeer;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.session.run.CounterLook.Found;
import dev.kolo.wire.session.run.CounterLook.State;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One rank between two readings of its counters.
 *
 * @param found what was found at the end of the interval
 * @param before its counters at the beginning; empty when it was not there yet
 * @param seconds length of the interval
 */
public record RankView(Found found, Optional<CounterSnapshot> before, double seconds) {
    private static final double NANOS_A_MICRO = 1000;

    /** Its counters at the end; empty when they could not be read. */
    public Optional<CounterSnapshot> now() {
        return switch (found.state()) {
            case State.Running(CounterSnapshot counters) -> Optional.of(counters);
            case State.Gone(CounterSnapshot counters) -> Optional.of(counters);
            case State.NotPermitted _, State.Unreadable _ -> Optional.empty();
        };
    }

    public boolean runs() {
        return found.state() instanceof State.Running;
    }

    public boolean poisoned() {
        return now().map(c -> c.get(Total.POISONED) != 0).orElse(false);
    }

    /** A total since the session's start; 0 when it could not be read. */
    public long total(Total which) {
        return now().map(c -> c.get(which)).orElse(0L);
    }

    /** By how much a total has grown. */
    public long grown(Total which) {
        return now().isPresent() && before.isPresent()
                ? now().get().get(which) - before.get().get(which)
                : 0;
    }

    /** By how much a count of a peer has grown. */
    public long grown(OfPeer which, int peer) {
        return now().isPresent() && before.isPresent()
                ? now().get().get(which, peer) - before.get().get(which, peer)
                : 0;
    }

    /** A total a second; empty without two readings. */
    public OptionalDouble rate(Total which) {
        return now().isPresent() && before.isPresent() && seconds > 0
                ? OptionalDouble.of(grown(which) / seconds)
                : OptionalDouble.empty();
    }

    /** Microseconds an exchange that this rank waited for a peer; empty when there was no exchange. */
    public OptionalDouble waitMicros(int peer) {
        long exchanges = grown(Total.OPERATIONS);
        return exchanges > 0
                ? OptionalDouble.of(grown(OfPeer.WAITED_NANOS, peer) / NANOS_A_MICRO / exchanges)
                : OptionalDouble.empty();
    }

    /** Share of steps with a peer in which the peer came later; empty when there was no step. */
    public OptionalDouble awaitedShare(int peer) {
        long steps = grown(OfPeer.STEPS, peer);
        return steps > 0
                ? OptionalDouble.of(Math.min(1.0, (double) grown(OfPeer.AWAITED, peer) / steps))
                : OptionalDouble.empty();
    }

    /** The longest wait for a peer since the session's start. */
    public double longestWaitMicros(int peer) {
        return now().map(c -> c.get(OfPeer.LONGEST_WAIT_NANOS, peer)).orElse(0L) / NANOS_A_MICRO;
    }
}
