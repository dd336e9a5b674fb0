package dev.kolo.probe.nccl;

import dev.kolo.fabric.facts.Evidence;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one process printed of NCCL, put together from all its lines.
 *
 * @param host the host as the lines name it, or as their surroundings do; empty when nothing names it
 * @param process process id; 0 when the lines have none
 * @param label what an engine or container runtime calls it, e.g. {@code TP0}; empty when nothing does
 * @param rank its rank in its largest communicator
 * @param rankCount how many ranks that one has
 * @param extent which lines of which files are its own
 * @param loaded the NCCL that it loaded
 * @param environment variables by name, as NCCL says that it read them
 * @param network the network and its devices
 * @param paths rings, channels, queue pairs
 * @param errors what went wrong
 * @param communicators in the order in which they began
 * @param stages what was passed, in whichever communicator first
 */
public record RankLog(
        String host,
        long process,
        String label,
        OptionalInt rank,
        OptionalInt rankCount,
        Extent extent,
        Library loaded,
        Map<String, Stated> environment,
        NetworkUse network,
        Paths paths,
        Errors errors,
        List<CommLog> communicators,
        Map<Stage, Stated> stages) {
    public RankLog {
        environment = java.util.Collections.unmodifiableMap(new TreeMap<>(environment));
        communicators = List.copyOf(communicators);
        stages = java.util.Collections.unmodifiableMap(new TreeMap<>(stages));
    }

    /**
     * Which lines a process printed.
     *
     * @param files the files, in the order of reading
     * @param first its first line that says something
     * @param last its last such line
     * @param firstTime when the first line with a time was printed
     * @param lastTime when the last one was
     * @param lineCount how many lines are its own
     */
    public record Extent(
            Set<String> files,
            Evidence first,
            Evidence last,
            Optional<LogTime> firstTime,
            Optional<LogTime> lastTime,
            long lineCount) {
        public Extent {
            files = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(files));
        }
    }

    /** The value of a variable, if the log says that NCCL read it. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).map(Stated::value);
    }

    public boolean has(Stage stage) {
        return stages.containsKey(stage);
    }

    /** The furthest stage; empty when the lines tell of none. */
    public Optional<Stage> furthest() {
        return stages.keySet().stream().max(Stage::compareTo);
    }

    /** "rank 2 on spark3", "process 315 on node-a", "TP1", as far as the log tells. */
    public String title() {
        String name = rank.isPresent()
                ? "rank " + rank.getAsInt()
                : !label.isEmpty() ? label : process > 0 ? "process " + process : "a process";
        return host.isEmpty() ? name : name + " on " + host;
    }
}
