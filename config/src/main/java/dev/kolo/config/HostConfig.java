package dev.kolo.config;

import dev.kolo.fabric.address.IpAddress;
import java.util.Optional;

/**
 * One host of the cluster file.
 *
 * @param name its name everywhere in Kolo
 * @param ssh how ssh reaches it, when not by its name
 * @param management its address in the management network, which must never be taken for a fabric address
 */
public record HostConfig(String name, Optional<String> ssh, Optional<IpAddress> management) {
    /** What ssh is called with. */
    public String sshTarget() {
        return ssh.orElse(name);
    }
}
