package dev.kolo.probe.read;

import java.io.InputStream;
import java.util.Optional;

/**
 * One piece of input: a file, an archive's entry, the output of a probe, or whatever stood on standard input.
 *
 * @param name how the user would name it; evidence quotes it
 * @param host the host that its surroundings name, see {@link Naming}
 * @param naming how sure that name is
 * @param bytes its content, read once and to its end; whoever opened it closes it
 */
public record SourceText(String name, Optional<String> host, Naming naming, InputStream bytes) {
    /** What the surroundings of a text say about the host that it speaks of. */
    public enum Naming {
        /** Nothing: a loose file. */
        NONE,
        /** It lies in a folder of that name. A host name inside the text, or in its neighbours, is believed first. */
        FOLDER,
        /** It was asked for by that name (ssh, configuration): this is the host's name, whatever the text says. */
        GIVEN
    }

    /** A loose file. */
    public static SourceText loose(String name, InputStream bytes) {
        return new SourceText(name, Optional.empty(), Naming.NONE, bytes);
    }

    /** A file in a folder that may be named after its host. */
    public static SourceText inFolder(String name, String folder, InputStream bytes) {
        return new SourceText(name, Optional.of(folder), Naming.FOLDER, bytes);
    }

    /** What a host answered that was asked by name. */
    public static SourceText ofHost(String name, String host, InputStream bytes) {
        return new SourceText(name, Optional.of(host), Naming.GIVEN, bytes);
    }
}
