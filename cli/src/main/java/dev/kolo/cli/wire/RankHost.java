package dev.kolo.cli.wire;

import dev.kolo.remote.ssh.SshTarget;
import java.util.Optional;

/**
 * A machine on which ranks run.
 *
 * @param name its name everywhere in Kolo
 * @param target how ssh reaches it; empty for this machine
 * @param management its address in the management network, where the cluster file says it
 */
record RankHost(String name, Optional<SshTarget> target, Optional<String> management) {
    /** What a user writes for the machine on which Kolo runs. */
    static final String LOCALHOST = "localhost";

    static final RankHost HERE = new RankHost(LOCALHOST, Optional.empty(), Optional.empty());

    boolean isHere() {
        return target.isEmpty();
    }
}
