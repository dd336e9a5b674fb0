package dev.kolo.probe.nccl.read;

import dev.kolo.probe.nccl.CommLog;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The communicators of one process, and how far each came. Lines that do not say which communicator they speak of ({@code
 * Connected all rings}) belong to the one that was spoken of last.
 */
final class CommCollector {
    private static final int MAX_COMMS = 256;

    private final Map<String, One> byPointer = new LinkedHashMap<>();
    private final Map<Stage, Stated> stages = new EnumMap<>(Stage.class);
    private @Nullable One current;

    private static final class One {
        final String pointer;
        final int rank;
        final int rankCount;
        final Map<Stage, Stated> stages = new EnumMap<>(Stage.class);
        String id = "";
        int nodeCount;

        One(String pointer, int rank, int rankCount) {
            this.pointer = pointer;
            this.rank = rank;
            this.rankCount = rankCount;
        }
    }

    /** The communicator with most ranks: the engine's own. */
    record Largest(int rank, int rankCount) {}

    boolean isEmpty() {
        return byPointer.isEmpty();
    }

    boolean has(Stage stage) {
        return stages.containsKey(stage);
    }

    void take(NcclEvent.InComm line, Stated here) {
        String where = line.pointer() + " " + line.rank() + "/" + line.rankCount();
        One one = byPointer.get(where);
        if (one == null) {
            one = new One(line.pointer(), line.rank(), line.rankCount());
            if (byPointer.size() < MAX_COMMS) {
                byPointer.put(where, one);
            }
        }
        one.id = one.id.isEmpty() ? line.id() : one.id;
        one.nodeCount = Math.max(one.nodeCount, line.nodeCount());
        current = one;
        line.stage().ifPresent(stage -> reached(stage, here));
    }

    void reached(Stage stage, Stated here) {
        stages.putIfAbsent(stage, here);
        if (current != null && stage.compareTo(Stage.COMM_STARTED) >= 0) {
            current.stages.putIfAbsent(stage, here);
        }
    }

    Optional<Largest> largest() {
        return byPointer.values().stream()
                .reduce((a, b) -> b.rankCount > a.rankCount ? b : a)
                .map(o -> new Largest(o.rank, o.rankCount));
    }

    Map<Stage, Stated> stages() {
        return stages;
    }

    List<CommLog> build() {
        return byPointer.values().stream()
                .map(o -> new CommLog(o.id, o.pointer, o.rank, o.rankCount, o.nodeCount, o.stages))
                .toList();
    }
}
