package dev.kolo.wire.mailbox;

/** How a server knows that its client still runs; asked from the thread that serves. */
public interface ClientWatch {
    /** Takes hold of the process that has attached. */
    void attached(MailboxFacts.Party client);

    /** Whether it has ended, however it did. */
    boolean hasEnded();
}
