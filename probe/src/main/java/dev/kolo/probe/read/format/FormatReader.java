package dev.kolo.probe.read.format;

import dev.kolo.probe.read.text.Line;

/**
 * Reads one format, line by line. A reader lives as long as one host's part of one text and keeps what it needs between
 * lines: the stanza it is in, a table's columns. It never throws for what a line says.
 */
public interface FormatReader {
    /** Looks at a line that could stand anywhere, and takes it when it is of this format by its own content. */
    Claim begin(Line line, Scope scope);

    /** Looks at a line after one that this reader took: only the format's context may make it recognisable. */
    default Claim proceed(Line line, Scope scope) {
        return begin(line, scope);
    }

    /**
     * What was going on is over: another reader took a line, a heading or prompt came, or the text ended.
     *
     * @param whole false when the text ended there, so that the last stanza may be cut off
     */
    default void endBlock(Scope scope, boolean whole) {}
}
