package dev.kolo.lab.layout;

/** What a virtual port is plugged into. */
public sealed interface Wire {
    /**
     * One end of a cable.
     *
     * @param cable its number, counted from 0
     * @param near whether this is the end at the cable's first host
     */
    record Cabled(int cable, boolean near) implements Wire {}

    /** A port of the plane's switch. */
    record Switch() implements Wire {}

    /** Nothing: the port has no carrier. */
    record Free() implements Wire {}
}
