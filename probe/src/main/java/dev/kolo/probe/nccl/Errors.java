package dev.kolo.probe.nccl;

import java.util.List;
import java.util.Optional;

/**
 * What went wrong in a process.
 *
 * @param failures queue pairs that could not be connected
 * @param completions connections that broke
 * @param memory memory registrations that failed for lack of memory
 * @param tree the line that names the connecting of trees as what failed
 * @param others other warnings and errors, first ones first
 */
public record Errors(
        List<ConnectFailure> failures,
        List<CompletionError> completions,
        List<Stated> memory,
        Optional<Stated> tree,
        List<Stated> others) {
    public Errors {
        failures = List.copyOf(failures);
        completions = List.copyOf(completions);
        memory = List.copyOf(memory);
        others = List.copyOf(others);
    }

    public boolean isEmpty() {
        return failures.isEmpty() && completions.isEmpty() && memory.isEmpty() && tree.isEmpty() && others.isEmpty();
    }
}
