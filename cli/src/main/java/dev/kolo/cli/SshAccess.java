package dev.kolo.cli;

import dev.kolo.remote.ssh.SshSettings;
import java.util.Optional;

/** How every verb calls ssh: as by hand, or under the configuration that a variable names. */
public final class SshAccess {
    /** A configuration for ssh in place of the user's own. */
    private static final String CONFIG_VARIABLE = "KOLO_SSH_CONFIG";

    private SshAccess() {}

    /**
     * The settings of ssh.
     *
     * @param timeoutSeconds how long one host may take
     */
    public static SshSettings settings(Console console, long timeoutSeconds) {
        return new SshSettings(
                SshSettings.DEFAULT.program(),
                Optional.ofNullable(console.environment().get(CONFIG_VARIABLE))
                        .filter(file -> !file.isEmpty())
                        .map(console::path),
                (int) Math.min(SshSettings.DEFAULT.connectTimeoutSeconds(), timeoutSeconds));
    }
}
