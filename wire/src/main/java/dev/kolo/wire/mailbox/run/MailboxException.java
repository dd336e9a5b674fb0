package dev.kolo.wire.mailbox.run;

/** There is no mailbox; the message says why, on which rank, and what to do. */
public final class MailboxException extends Exception {
    private static final long serialVersionUID = 1;

    public MailboxException(String message) {
        super(message);
    }
}
