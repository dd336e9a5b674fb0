package dev.kolo.probe.violation;

/** Stands for a class of probe that does something, which the doctor may not know. */
public final class Reader {
    /** A reading. */
    public Reading read() {
        return new Reading("text");
    }
}
