package dev.kolo.probe.nccl;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The NCCL that a process loaded.
 *
 * @param version e.g. {@code 2.30.7+cuda13.2}
 * @param build branch and hash ({@code NCCL git version …})
 * @param engineVersion the version that the engine's own binding found ({@code sglang is using nccl==…})
 * @param effects lines that prove a patched build
 * @param duplicates lines that complain of a second copy in the process
 */
public record Library(
        Optional<Stated> version,
        Optional<Stated> build,
        Optional<Stated> engineVersion,
        Map<Effect, Stated> effects,
        List<Stated> duplicates) {
    public Library {
        effects = java.util.Collections.unmodifiableMap(new TreeMap<>(effects));
        duplicates = List.copyOf(duplicates);
    }

    /** The version without what stands behind the plus: {@code 2.30.7}. */
    public Optional<String> release() {
        return version.or(() -> engineVersion).map(Stated::value).map(v -> {
            int plus = v.indexOf('+');
            return plus < 0 ? v : v.substring(0, plus);
        });
    }
}
