package dev.kolo.fabric.facts;

/** What became of an attempt to observe a {@link Topic} on a host. A topic without any of these was not asked for. */
public enum Observation {
    /** The source answered; what it does not list is not there. */
    OBSERVED,
    /** Parts of it were seen (a quoted line, half a table); what is not listed is unknown. */
    PARTIAL,
    /** The tool that would answer is not installed. */
    TOOL_MISSING,
    /** It needs rights that the reader did not have. */
    DENIED,
    /** The source failed or was cut off. */
    FAILED;

    /** True when at least something was seen. */
    public boolean isSeen() {
        return this == OBSERVED || this == PARTIAL;
    }
}
