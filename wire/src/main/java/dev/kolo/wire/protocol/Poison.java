package dev.kolo.wire.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The end of a session's wire, once and for all: the first record wins, and every later look finds it. Any thread may poison;
 * the protocol looks before every post and every acceptance.
 */
public final class Poison {
    private static final VarHandle FIRST;

    static {
        try {
            FIRST = MethodHandles.lookup().findVarHandle(Poison.class, "first", Failure.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // reached through the handle
    private @Nullable Failure first;

    /** Poisons unless it is done already; the record is complete before anyone sees it. */
    public boolean poison(Failure failure) {
        return FIRST.compareAndSet(this, null, failure);
    }

    public boolean isSet() {
        return FIRST.getAcquire(this) != null;
    }

    /** The first failure. */
    public Optional<Failure> failure() {
        return Optional.ofNullable((Failure) FIRST.getAcquire(this));
    }
}
