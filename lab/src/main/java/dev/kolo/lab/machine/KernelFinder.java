package dev.kolo.lab.machine;

import dev.kolo.lab.LabException;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds a kernel for guests: the machine's own when it has soft RoCE, another that is installed, one that an earlier lab
 * fetched, and otherwise the distribution's package, fetched and unpacked in the user's cache and not installed.
 */
public final class KernelFinder {
    /** Without these a guest has no root file system or no soft RoCE. */
    private static final List<String> NEEDED =
            List.of("virtio_pci", "virtio_net", "9p", "9pnet_virtio", "overlay", "rdma_rxe", "ib_uverbs", "cls_flower");

    private static final long QUICK_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long FETCH_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final ProcessRunner processes;
    private final Programs programs;
    private final Path cache;
    private final Path systemRoot;

    /**
     * @param cache a folder of the user that may be emptied at any time
     * @param systemRoot where {@code /boot} and {@code /lib/modules} are looked for, {@code /} unless a test says otherwise
     */
    public KernelFinder(ProcessRunner processes, Programs programs, Path cache, Path systemRoot) {
        this.processes = processes;
        this.programs = programs;
        this.cache = cache;
        this.systemRoot = systemRoot;
    }

    /** A kernel that needs no fetching; empty when there is none. */
    public Optional<Kernel> present() throws IOException {
        String own = System.getProperty("os.version", "");
        List<Kernel> installed = new ArrayList<>(in(systemRoot, "installed on this machine"));
        installed.sort(Comparator.comparing((Kernel kernel) -> !kernel.release().equals(own))
                .thenComparing(Kernel::release, Comparator.reverseOrder()));
        for (Kernel kernel : installed) {
            if (isFit(kernel)) {
                return Optional.of(kernel);
            }
        }
        for (Path folder : list(cache.resolve("kernels")).reversed()) {
            for (Kernel kernel : in(folder, "the distribution's package, unpacked in " + folder)) {
                if (isFit(kernel)) {
                    return Optional.of(kernel);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * A kernel, fetched when none is here.
     *
     * @param tell hears of what takes time
     * @throws LabException when there is none and none can be fetched
     */
    public Kernel find(Architecture architecture, Consumer<String> tell) throws IOException, InterruptedException {
        Optional<Kernel> present = present();
        if (present.isPresent()) {
            return present.get();
        }
        fetch(architecture, tell);
        return present()
                .orElseThrow(() -> LabException.failed(
                        "the kernel of package " + architecture.kernelPackage() + " lacks one of the modules "
                                + String.join(", ", NEEDED) + ": install a kernel that has them"));
    }

    private void fetch(Architecture architecture, Consumer<String> tell) throws IOException, InterruptedException {
        for (String program : List.of("apt-get", "apt-cache", "dpkg")) {
            if (programs.find(program).isEmpty()) {
                throw LabException.refused("no kernel with soft RoCE (rdma_rxe) is installed, and without " + program
                        + " none can be fetched: install your distribution's kernel package with its extra modules");
            }
        }
        String name = newest(architecture.kernelPackage());
        tell.accept("fetching the kernel (package " + name + "), once");
        Files.createDirectories(cache.resolve("kernels"));
        Path work = Files.createTempDirectory(cache, "fetch-");
        try {
            // apt-get writes into the folder in which it runs.
            String script = "cd \"$1\" && exec apt-get -q download \"$2\"";
            Programs.run(processes, FETCH_NANOS, List.of("sh", "-c", script, "sh", work.toString(), name));
            Path archive = only(work, ".deb");
            Path unpacked = work.resolve("kernel");
            Programs.run(processes, FETCH_NANOS, List.of("dpkg", "-x", archive.toString(), unpacked.toString()));
            Files.delete(archive);
            if (!Files.exists(unpacked.resolve("lib")) && Files.exists(unpacked.resolve("usr/lib"))) {
                Files.createSymbolicLink(unpacked.resolve("lib"), Path.of("usr/lib"));
            }
            String release =
                    only(unpacked.resolve("lib/modules"), "").getFileName().toString();
            Programs.run(
                    processes, FETCH_NANOS, List.of(programs.require("depmod"), "-b", unpacked.toString(), release));
            place(unpacked, cache.resolve("kernels").resolve(release));
        } finally {
            delete(work);
        }
    }

    private String newest(String metaPackage) throws InterruptedException {
        String depends = Programs.run(processes, QUICK_NANOS, List.of("apt-cache", "depends", metaPackage))
                .stdout()
                .text();
        return depends.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("Depends: linux-image-"))
                .map(line -> line.substring("Depends: ".length()))
                .findFirst()
                .orElseThrow(
                        () -> LabException.refused("no kernel with soft RoCE (rdma_rxe) is installed, and apt knows"
                                + " no package " + metaPackage + ": run `sudo apt-get update`, or install a kernel"));
    }

    /** Another lab may have fetched the same one meanwhile; then its copy stays. */
    private static void place(Path unpacked, Path target) throws IOException {
        try {
            Files.move(unpacked, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException taken) {
            if (!Files.isDirectory(target)) {
                throw taken;
            }
        }
    }

    private static boolean isFit(Kernel kernel) throws IOException {
        if (!Files.isReadable(kernel.image())
                || !Files.isReadable(kernel.modules().resolve("modules.dep"))) {
            return false;
        }
        ModuleFiles modules = ModuleFiles.read(kernel.modules());
        return NEEDED.stream().allMatch(modules::has);
    }

    /** The kernels below a root: the image lies in {@code /boot} or beside the modules. */
    private static List<Kernel> in(Path root, String origin) throws IOException {
        List<Kernel> kernels = new ArrayList<>();
        for (Path modules : list(root.resolve("lib/modules"))) {
            String release = modules.getFileName().toString();
            for (Path image : List.of(root.resolve("boot/vmlinuz-" + release), modules.resolve("vmlinuz"))) {
                if (Files.exists(image)) {
                    kernels.add(new Kernel(release, image, modules, origin));
                    break;
                }
            }
        }
        return kernels;
    }

    private static Path only(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .findFirst()
                    .orElseThrow(() -> new IOException("nothing that ends in \"" + suffix + "\" in " + folder));
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
