package dev.kolo.gpu.session;

import dev.kolo.gpu.layout.FailureRecord;
import java.util.Optional;

/** A communicator on a GPU is over; every later call throws the same record. */
public final class DeviceFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // never serialised
    private final Optional<FailureRecord> record;

    DeviceFailure(FailureRecord record, String root) {
        super(record.sentence() + root);
        this.record = Optional.of(record);
    }

    DeviceFailure(String message) {
        super(message);
        this.record = Optional.empty();
    }

    /** The kernel's record; empty when the host found the failure first. */
    public Optional<FailureRecord> record() {
        return record;
    }
}
