package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.gpu.layout.DevicePath;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether collectives run from GPUs, and how; shared by the suite and the benchmark. */
final class GpuOptions {
    @Option(
            names = "--device",
            paramLabel = "cuda",
            description = "Collectives on GPUs, from streams and graphs: one GPU a rank, all on this host.")
    private Optional<String> device = Optional.empty();

    @Option(
            names = "--paths",
            paramLabel = "PATHS",
            description = "With --device: where the peers are, comma-separated: peer-memory, peer-host, proxy-copy,"
                    + " proxy-post, proxy-nic (the NIC of --nic, shm or tcp). Default: all.")
    private String paths = "peer-memory,peer-host,proxy-copy,proxy-post,proxy-nic";

    @Option(
            names = "--fallback",
            paramLabel = "nccl|refuse",
            description = "With --device: what takes calls above the limit, and judges the trial. Default: refuse.")
    private String fallback = "refuse";

    @Option(
            names = "--proxy-threads",
            paramLabel = "N",
            description = "With --device: threads of a rank's proxy, 1, 2, 4 or 8. Default: ${DEFAULT-VALUE}.")
    private int proxyThreads = 4;

    boolean wanted() {
        return device.isPresent();
    }

    /** The paths that were asked for. */
    List<DevicePath> paths() {
        return Arrays.stream(paths.split(",", -1))
                .filter(p -> !p.isEmpty())
                .map(DevicePath::of)
                .toList();
    }

    /** {@code key=value} for the ranks; a usage error where an option makes no sense. */
    List<String> flags() {
        if (!device.orElse("").equals("cuda")) {
            throw KoloException.badInput(
                    "there is no device \"" + Text.quote(device.orElse("")) + "\": --device takes cuda.");
        }
        if (!fallback.equals("nccl") && !fallback.equals("refuse")) {
            throw KoloException.badInput(
                    "--fallback \"" + Text.quote(fallback) + "\": with --device it takes nccl or refuse.");
        }
        if (proxyThreads != 1 && proxyThreads != 2 && proxyThreads != 4 && proxyThreads != 8) {
            throw KoloException.badInput("--proxy-threads " + proxyThreads + ": take 1, 2, 4 or 8.");
        }
        try {
            paths();
        } catch (IllegalArgumentException unknown) {
            throw KoloException.badInput("--paths: " + Text.quote(String.valueOf(unknown.getMessage())) + ".");
        }
        return new ArrayList<>(
                List.of("gpu-paths=" + paths, "gpu-fallback=" + fallback, "gpu-proxy-threads=" + proxyThreads));
    }
}
