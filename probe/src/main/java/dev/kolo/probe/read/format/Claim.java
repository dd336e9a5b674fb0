package dev.kolo.probe.read.format;

/** What a reader says of a line that it was offered. */
public enum Claim {
    /** Not of this format. */
    NO,
    /** Of this format, and read. */
    READ,
    /** Of this format, but nothing in it is kept: a column heading, a line of a log that says nothing of the fabric. */
    KNOWN;

    public boolean isMine() {
        return this != NO;
    }
}
