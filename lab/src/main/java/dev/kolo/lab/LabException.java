package dev.kolo.lab;

/** Says why a lab cannot be, or what went wrong with it: one or two sentences that a user can act on. */
public final class LabException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** What sort of trouble it is. */
    public enum Kind {
        /** What was asked for makes no sense: a host that is not there, a shape with too few hosts. */
        BAD_INPUT,
        /** A precondition does not hold, so nothing was done: a missing package, too little memory. */
        REFUSED,
        /** Something did not work out. */
        FAILED
    }

    private LabException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public static LabException badInput(String message) {
        return new LabException(Kind.BAD_INPUT, message);
    }

    public static LabException refused(String message) {
        return new LabException(Kind.REFUSED, message);
    }

    public static LabException failed(String message) {
        return new LabException(Kind.FAILED, message);
    }

    public Kind kind() {
        return kind;
    }

    /** The message, which is always there. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
