package dev.kolo.verbs.nic;

import java.util.List;

/**
 * What a verbs NIC must know before it exists.
 *
 * @param rank the own rank
 * @param world number of ranks
 * @param lanesPerPeer lanes to each peer
 * @param ports the ports that lanes may use; the first one where a lane names none
 * @param tuning how lanes are set up
 */
public record VerbsSettings(int rank, int world, int lanesPerPeer, List<VerbsPort> ports, LaneTuning tuning) {
    public VerbsSettings {
        ports = List.copyOf(ports);
        if (ports.isEmpty()) {
            throw new IllegalArgumentException("a verbs NIC has at least one port");
        }
    }
}
