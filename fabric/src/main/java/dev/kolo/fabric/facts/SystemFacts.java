package dev.kolo.fabric.facts;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The host itself.
 *
 * @param kernelRelease {@code uname -r}
 * @param architecture {@code uname -m}
 * @param memoryKib /proc/meminfo by name, kibibytes
 * @param memlockKib limit of locked memory in kibibytes, {@link Long#MAX_VALUE} for unlimited
 * @param containerEngine name and version of docker or podman
 * @param inContainer whether the probe itself ran inside a container
 * @param rdmaNamespaceMode {@code shared} or {@code exclusive} ({@code rdma system})
 * @param libraries NCCL libraries found: path to version or other remark
 */
public record SystemFacts(
        Optional<String> kernelRelease,
        Optional<String> architecture,
        Map<String, Long> memoryKib,
        OptionalLong memlockKib,
        Optional<String> containerEngine,
        Optional<Boolean> inContainer,
        Optional<String> rdmaNamespaceMode,
        Map<String, String> libraries) {
    /** Nothing known. */
    public static final SystemFacts UNKNOWN = new SystemFacts(
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of());

    public SystemFacts {
        memoryKib = Ordered.copyOf(memoryKib);
        libraries = Ordered.copyOf(libraries);
    }
}
