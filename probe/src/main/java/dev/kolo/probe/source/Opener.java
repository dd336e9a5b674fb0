package dev.kolo.probe.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Opens one input, as often as it is asked to: archives are gone through twice, for their names and for their texts. */
interface Opener {
    /** What is held in memory of an input that cannot be opened twice. */
    int SPOOL_LIMIT_BYTES = 64 << 20;

    InputStream open() throws IOException;

    /** An opener for a stream that flows once, by holding it in memory; empty when it is longer than that is sensible. */
    static Optional<Opener> spool(InputStream stream) throws IOException {
        byte[] bytes = stream.readNBytes(SPOOL_LIMIT_BYTES + 1);
        return bytes.length > SPOOL_LIMIT_BYTES ? Optional.empty() : Optional.of(() -> new ByteArrayInputStream(bytes));
    }
}
