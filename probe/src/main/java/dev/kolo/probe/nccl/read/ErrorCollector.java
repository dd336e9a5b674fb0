package dev.kolo.probe.nccl.read;

import dev.kolo.probe.nccl.CompletionError;
import dev.kolo.probe.nccl.ConnectFailure;
import dev.kolo.probe.nccl.Errors;
import dev.kolo.probe.nccl.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers what went wrong in one process; the same trouble is kept once, with its count. */
final class ErrorCollector {
    private static final int MAX_KINDS = 200;

    private final Map<String, ConnectFailure> failures = new LinkedHashMap<>();
    private final Map<String, CompletionError> completions = new LinkedHashMap<>();
    private final List<Stated> memory = new ArrayList<>();
    private final Map<String, Stated> others = new LinkedHashMap<>();
    private @Nullable Stated tree;

    /** A failed call, or the retry after one: all calls for one pair of GIDs are one failure. */
    void take(NcclEvent.ModifyFailed failed, Stated here) {
        boolean gaveUp = failed.attempt() == 0;
        String pair = failed.errno() + failed.words() + failed.device() + failed.local() + failed.remote();
        if (failures.size() >= MAX_KINDS && !failures.containsKey(pair)) {
            return;
        }
        ConnectFailure now = new ConnectFailure(
                failed.errno(),
                failed.words(),
                failed.device(),
                failed.port(),
                failed.step(),
                failed.gidIndex(),
                failed.local(),
                failed.remote(),
                1,
                failed.attemptLimit(),
                failed.sleepMillis(),
                gaveUp,
                here.time(),
                here.time(),
                here.evidence());
        failures.merge(pair, now, ErrorCollector::joined);
    }

    private static ConnectFailure joined(ConnectFailure old, ConnectFailure now) {
        return new ConnectFailure(
                old.errno(),
                old.words(),
                old.device(),
                old.port(),
                old.step(),
                old.gidIndex(),
                old.local(),
                old.remote(),
                old.attempts() + now.attempts(),
                old.attemptLimit().isPresent() ? old.attemptLimit() : now.attemptLimit(),
                old.sleptMillis() + now.sleptMillis(),
                old.gaveUp() || now.gaveUp(),
                old.first(),
                now.last().isPresent() ? now.last() : old.last(),
                now.gaveUp() && !old.gaveUp() ? now.evidence() : old.evidence());
    }

    void take(NcclEvent.BadCompletion bad, Stated here) {
        String what = bad.peer() + bad.status() + bad.device() + bad.local() + bad.remote();
        if (completions.size() >= MAX_KINDS && !completions.containsKey(what)) {
            return;
        }
        CompletionError now = new CompletionError(
                bad.peer(),
                bad.status(),
                bad.statusName(),
                bad.opcode(),
                bad.vendorError(),
                bad.local(),
                bad.remote(),
                bad.device(),
                1,
                here.time(),
                here.evidence());
        completions.merge(
                what,
                now,
                (old, again) -> new CompletionError(
                        old.peer(),
                        old.status(),
                        old.statusName(),
                        old.opcode(),
                        old.vendorError(),
                        old.local(),
                        old.remote(),
                        old.device(),
                        old.count() + 1,
                        old.time(),
                        old.evidence()));
    }

    void memory(Stated call) {
        if (memory.size() < MAX_KINDS) {
            memory.add(call);
        }
    }

    void tree(Stated line) {
        tree = tree == null ? line : tree;
    }

    void other(Stated line) {
        if (others.size() < MAX_KINDS) {
            others.putIfAbsent(line.value(), line);
        }
    }

    Errors build() {
        return new Errors(
                List.copyOf(failures.values()),
                List.copyOf(completions.values()),
                memory,
                Optional.ofNullable(tree),
                List.copyOf(others.values()));
    }
}
