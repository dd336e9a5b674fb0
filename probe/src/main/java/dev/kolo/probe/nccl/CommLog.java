package dev.kolo.probe.nccl;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One communicator as one process saw it. A process has several: an engine makes one for each of its groups.
 *
 * @param id {@code commId}, equal on all its ranks; empty when the log does not say
 * @param pointer {@code comm 0x…}, the process's own handle
 * @param rank this process's rank in it
 * @param rankCount how many ranks it has
 * @param nodeCount how many hosts NCCL counts in it; 0 when the log does not say
 * @param stages what was passed, with the line that says so
 */
public record CommLog(String id, String pointer, int rank, int rankCount, int nodeCount, Map<Stage, Stated> stages) {
    public CommLog {
        stages = java.util.Collections.unmodifiableMap(new TreeMap<>(stages));
    }

    public boolean has(Stage stage) {
        return stages.containsKey(stage);
    }

    public Optional<Stated> at(Stage stage) {
        return Optional.ofNullable(stages.get(stage));
    }
}
