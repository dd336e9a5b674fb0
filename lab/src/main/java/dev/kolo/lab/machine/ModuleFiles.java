package dev.kolo.lab.machine;

import dev.kolo.lab.LabException;
import dev.kolo.remote.process.ProcessRunner;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/** The modules of a kernel: which there are, which are built in, what must be loaded before what. */
final class ModuleFiles {
    private static final long UNPACK_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int LARGEST_BYTES = 64 << 20;

    private final Path folder;
    private final Map<String, List<String>> files = new LinkedHashMap<>();
    private final Set<String> builtIn = new LinkedHashSet<>();

    private ModuleFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads {@code modules.dep} and {@code modules.builtin}, as depmod and the kernel's build leave them (modules.dep(5)).
     *
     * @param folder a kernel's folder of modules
     */
    static ModuleFiles read(Path folder) throws IOException {
        ModuleFiles modules = new ModuleFiles(folder);
        for (String line : Files.readAllLines(folder.resolve("modules.dep"))) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                List<String> needed = new ArrayList<>(List.of(line.substring(0, colon)));
                for (String file : line.substring(colon + 1).strip().split(" ")) {
                    if (!file.isEmpty()) {
                        needed.add(file);
                    }
                }
                modules.files.put(name(needed.getFirst()), List.copyOf(needed));
            }
        }
        Path list = folder.resolve("modules.builtin");
        if (Files.exists(list)) {
            Files.readAllLines(list).forEach(line -> modules.builtIn.add(name(line)));
        }
        return modules;
    }

    /** Module names have underscores, files may have hyphens; {@code .ko}, {@code .ko.xz} and the like go. */
    private static String name(String file) {
        return file.substring(file.lastIndexOf('/') + 1)
                .replaceFirst("\\.ko.*", "")
                .replace('-', '_');
    }

    boolean has(String module) {
        return files.containsKey(module) || builtIn.contains(module);
    }

    /** The files to load for some modules, dependencies first; what is built in needs none. */
    List<Path> inOrder(List<String> wanted) {
        Set<String> ordered = new LinkedHashSet<>();
        for (String module : wanted) {
            // In modules.dep the file that must be loaded first stands last.
            List<String> needed = files.getOrDefault(module, List.of());
            ordered.addAll(needed.reversed());
        }
        return ordered.stream().map(folder::resolve).toList();
    }

    /** A module's content as {@code insmod} takes it, unpacked by the machine's own xz or zstd where it is packed. */
    static byte[] content(Path file, Programs programs, ProcessRunner processes)
            throws IOException, InterruptedException {
        String name = file.getFileName().toString();
        if (name.endsWith(".ko")) {
            return Files.readAllBytes(file);
        }
        if (name.endsWith(".gz")) {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
                return in.readNBytes(LARGEST_BYTES);
            }
        }
        String unpacker = name.endsWith(".xz") ? "xz" : "zstd";
        Optional<Path> program = programs.find(unpacker);
        if (program.isEmpty()) {
            throw LabException.refused("the kernel's modules are packed (" + name + ") and there is no \"" + unpacker
                    + "\" to unpack them: install the package " + (unpacker.equals("xz") ? "xz-utils" : unpacker));
        }
        List<String> argv = List.of(program.get().toString(), "-d", "-q", "-c", "--", file.toString());
        return Programs.run(processes, UNPACK_NANOS, argv).stdout().stream().readAllBytes();
    }
}
