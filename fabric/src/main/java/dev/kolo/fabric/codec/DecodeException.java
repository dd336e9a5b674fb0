package dev.kolo.fabric.codec;

/** Leaves a decoder at the first value that does not fit. Never leaves the package. */
final class DecodeException extends RuntimeException {
    private final int line;

    DecodeException(int line, String message) {
        super(message, null, false, false);
        this.line = line;
    }

    <T> Decoded<T> refusal() {
        return new Decoded.Refused<>(line, getMessage() == null ? "" : getMessage());
    }
}
