package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.facts.Neighbour;
import java.util.Optional;

/** The kernel's words for the state of a neighbour. */
final class NeighbourStates {
    private NeighbourStates() {}

    /** The state of a word; empty for any other word. */
    static Optional<Neighbour.State> of(String word) {
        return switch (word) {
            case "REACHABLE" -> Optional.of(Neighbour.State.REACHABLE);
            case "DELAY" -> Optional.of(Neighbour.State.DELAY);
            case "PROBE" -> Optional.of(Neighbour.State.PROBE);
            case "STALE" -> Optional.of(Neighbour.State.STALE);
            case "PERMANENT" -> Optional.of(Neighbour.State.PERMANENT);
            case "NOARP" -> Optional.of(Neighbour.State.NOARP);
            case "INCOMPLETE" -> Optional.of(Neighbour.State.INCOMPLETE);
            case "FAILED" -> Optional.of(Neighbour.State.FAILED);
            case "NONE" -> Optional.of(Neighbour.State.UNKNOWN);
            default -> Optional.empty();
        };
    }
}
