package dev.kolo.fabric.codec;

/** Leaves a decoder at the first value that does not fit. A document's reader turns it into a refusal; nobody else sees it. */
public final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;

    /**
     * A value that does not fit.
     *
     * @param line 1-based line of the document
     * @param message what is wrong, where in the document, and what was expected
     */
    public DecodeException(int line, String message) {
        super(message, null, false, false);
        this.line = line;
    }

    /** The refusal that the document's reader returns. */
    public <T> Decoded<T> refusal() {
        return new Decoded.Refused<>(line, getMessage() == null ? "" : getMessage());
    }
}
