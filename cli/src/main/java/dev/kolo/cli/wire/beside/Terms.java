package dev.kolo.cli.wire.beside;

import java.util.List;
import java.util.Map;

/**
 * The conditions of a comparison, the same for all parties.
 *
 * @param nic {@code shm} or {@code tcp}: over what the ranks exchange
 * @param ranks how many there are
 * @param crowded whether they outnumber the cores
 * @param rdmaDevices devices for {@code perftest}, at most two, each with an optional GID index after a colon
 * @param environment variables of the caller, for the search path
 */
public record Terms(String nic, int ranks, boolean crowded, List<String> rdmaDevices, Map<String, String> environment) {
    public Terms {
        rdmaDevices = List.copyOf(rdmaDevices);
        environment = Map.copyOf(environment);
    }

    String searchPath() {
        return environment.getOrDefault("PATH", "/usr/bin:/bin");
    }
}
