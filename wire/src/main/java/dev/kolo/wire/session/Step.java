package dev.kolo.wire.session;

import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.RecordException;

/** One stage's work at this rank; what it throws is this rank's complaint in the stage's verdict. */
interface Step {
    /** For messages, alike on all ranks. */
    String name();

    /**
     * Takes it further.
     *
     * @return true when this rank is done and content
     */
    boolean poll(long nowNanos) throws NicException, RecordException, StepFailure;

    /** This rank does not agree; the message is its complaint. */
    final class StepFailure extends Exception {
        StepFailure(String complaint) {
            super(complaint);
        }
    }
}
