package dev.kolo.probe.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Takes texts as they come out of files, folders and archives. */
public interface TextTaker {
    /**
     * Takes one text.
     *
     * @param name as the user would name it
     * @param folder the folder that may be named after its host
     * @param text its bytes, to be read before this returns; closed by whoever calls
     * @throws IOException when it cannot be read to its end
     */
    void take(String name, Optional<String> folder, InputStream text) throws IOException;

    /** Hears of something that could not be opened, with the reason as one sentence. */
    void refuse(String name, String reason);
}
