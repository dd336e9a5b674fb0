package dev.kolo.remote.process;

import java.io.InputStream;

/** What a process reads on its standard input. */
public sealed interface Input {
    /** Nothing: the process sees the end at once. */
    record Nothing() implements Input {}

    /**
     * A stream, copied until its end or until the process stops reading. It is read on a thread of its own and closed by
     * nobody.
     *
     * @param stream what to copy
     */
    record Stream(InputStream stream) implements Input {}

    /** A text in memory, sent as UTF-8. */
    record Text(String text) implements Input {}
}
