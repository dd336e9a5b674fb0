package dev.kolo.wire.protocol;

/** Thrown by calls on a poisoned session; always carries the first record. */
public final class WireFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Failure failure;

    public WireFailure(Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    /** The first record. */
    public Failure failure() {
        return failure;
    }
}
