package dev.kolo.probe.source;

import dev.kolo.remote.ssh.SshTarget;
import java.io.InputStream;
import java.nio.file.Path;

/** Something that facts are read from. */
public sealed interface Source {
    /** The machine on which Kolo runs; the probe script runs in its shell. */
    record ThisHost() implements Source {}

    /**
     * A host that is asked over ssh.
     *
     * @param name its name everywhere in Kolo
     * @param target what ssh is called with
     */
    record RemoteHost(String name, SshTarget target) implements Source {}

    /**
     * A file, folder, archive or inventory.
     *
     * @param path where it is
     * @param shownName how the user named it
     */
    record Files(Path path, String shownName) implements Source {}

    /**
     * Standard input: a pasted text, a probe's output, an archive or an inventory.
     *
     * @param stream what to read; closed by nobody
     */
    record StandardInput(InputStream stream) implements Source {}
}
