package dev.kolo.wire.session.run;

/** There is no session; the message is the sentence that says why, and the same on every rank that still lives. */
public final class SessionException extends Exception {
    public SessionException(String message) {
        super(message);
    }

    public SessionException(String message, Throwable cause) {
        super(message, cause);
    }
}
