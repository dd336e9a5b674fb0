package dev.kolo.wire.progress;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Lets whoever ends a session know that no other thread is inside a poll any more, or ever will be. The engine reads and writes
 * its region by address: where a segment would throw once it is unmapped, an address would end the process.
 *
 * <p>A poll costs two plain stores and a load for it. Closing pays instead: it closes a shared arena, for which the JVM brings
 * every thread to a point after which that thread sees the gate closed, or is itself seen inside.
 */
final class PollGate {
    private static final VarHandle INSIDE;
    private static final VarHandle CLOSED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            INSIDE = lookup.findVarHandle(PollGate.class, "inside", boolean.class);
            CLOSED = lookup.findVarHandle(PollGate.class, "closed", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // reached through the handle
    private boolean inside;

    @SuppressWarnings("UnusedVariable") // reached through the handle
    private boolean closed;

    /** Whether a poll may begin; {@link #leave} follows either way. */
    boolean enter() {
        INSIDE.setOpaque(this, true);
        return !(boolean) CLOSED.getAcquire(this);
    }

    /** The poll is over. */
    void leave() {
        INSIDE.setRelease(this, false);
    }

    /** Nobody enters any more; returns when nobody is inside. Not from inside. */
    void close() {
        CLOSED.setVolatile(this, true);
        Arena.ofShared().close();
        while ((boolean) INSIDE.getAcquire(this)) {
            Thread.onSpinWait();
        }
    }
}
