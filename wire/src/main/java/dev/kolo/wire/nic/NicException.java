package dev.kolo.wire.nic;

/** A NIC refused something during set-up; the message names device, call, error and remedy, ready for a stage's verdict. */
public final class NicException extends Exception {
    public NicException(String message) {
        super(message);
    }

    public NicException(String message, Throwable cause) {
        super(message, cause);
    }
}
