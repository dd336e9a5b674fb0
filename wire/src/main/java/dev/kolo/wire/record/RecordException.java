package dev.kolo.wire.record;

/** Says why bytes from another rank are no record of the expected kind; the message is one sentence with the value seen. */
public final class RecordException extends Exception {
    /** One cause each, since a shared error for several once cost users days. */
    public enum Cause {
        /** Not ours at all. */
        BAD_MAGIC,
        /** Ours, of a version that this code does not read. */
        VERSION,
        /** Shorter, longer or with counts beyond the limits. */
        LENGTH,
        /** Of another session: a rank that was restarted, or a late frame. */
        OTHER_SESSION
    }

    private final Cause kind;

    public RecordException(Cause kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** The sentence; never missing. */
    public String words() {
        return String.valueOf(getMessage());
    }

    public Cause kind() {
        return kind;
    }
}
