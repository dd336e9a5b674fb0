package dev.kolo.remote.ssh;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How ssh is called.
 *
 * @param program its name or file
 * @param configFile a configuration file in place of the user's; empty for the user's own
 * @param connectTimeoutSeconds how long a connection may take to be there
 */
public record SshSettings(String program, Optional<Path> configFile, int connectTimeoutSeconds) {
    /** The system's ssh under the user's configuration; ten seconds for the connection. */
    public static final SshSettings DEFAULT = new SshSettings("ssh", Optional.empty(), 10);

    public SshSettings {
        if (connectTimeoutSeconds <= 0) {
            throw new IllegalArgumentException("a time limit must be positive, got " + connectTimeoutSeconds + " s");
        }
    }
}
