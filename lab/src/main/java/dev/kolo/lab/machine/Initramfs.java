package dev.kolo.lab.machine;

import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/**
 * The first file system of a guest: busybox, the modules that reach the machine's root file system, and the program that
 * mounts it. One serves all guests of a kernel and is kept under a name made from its content.
 */
public final class Initramfs {
    /** What must be there before the root file system is; everything else is loaded from it. */
    private static final List<String> MODULES = List.of("virtio_pci", "9p", "9pnet_virtio", "overlay");

    private static final long LDD_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final ProcessRunner processes;
    private final Programs programs;

    public Initramfs(ProcessRunner processes, Programs programs) {
        this.processes = processes;
        this.programs = programs;
    }

    /**
     * Makes the file, or finds it.
     *
     * @param cache where it is kept
     */
    public Path of(Kernel kernel, Path cache) throws IOException, InterruptedException {
        byte[] content = archive(kernel);
        Path file = cache.resolve("initramfs-" + digest(content) + ".gz");
        if (Files.exists(file)) {
            return file;
        }
        Files.createDirectories(cache);
        Path draft = Files.createTempFile(cache, "initramfs-", ".part");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(draft))) {
            out.write(content);
        }
        return Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private byte[] archive(Kernel kernel) throws IOException, InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Cpio cpio = new Cpio(out);
        for (String folder : List.of("proc", "sys", "dev", "lower", "layer", "system")) {
            cpio.folder(folder);
        }
        cpio.file("init", resource("init"), true);
        Path busybox = Path.of(programs.require("busybox")).toRealPath();
        cpio.file("bin/busybox", Files.readAllBytes(busybox), true);
        for (Path library : libraries(busybox)) {
            cpio.file(library.toString().substring(1), Files.readAllBytes(library), true);
        }
        int order = 100;
        for (Path module : ModuleFiles.read(kernel.modules()).inOrder(MODULES)) {
            cpio.file("modules/" + order++ + ".ko", ModuleFiles.content(module, programs, processes), false);
        }
        cpio.end();
        return out.toByteArray();
    }

    /** What a busybox that is not static needs beside itself; {@code ldd} says so, and fails for a static one. */
    private Set<Path> libraries(Path busybox) throws InterruptedException {
        Outcome outcome =
                processes.run(dev.kolo.remote.process.Command.of(LDD_NANOS, List.of("ldd", busybox.toString())));
        Set<Path> libraries = new LinkedHashSet<>();
        if (outcome instanceof Outcome.Exited exited && exited.status() == 0) {
            for (String word : exited.stdout().text().split("\\s+")) {
                if (word.startsWith("/")) {
                    libraries.add(Path.of(word));
                }
            }
        }
        return libraries;
    }

    /** A file that is kept as text beside this class. */
    public static byte[] resource(String name) throws IOException {
        try (InputStream in = Initramfs.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the resource " + name + " is missing from the jar");
            }
            return in.readAllBytes();
        }
    }

    /** Like {@link #resource}, as UTF-8. */
    public static String text(String name) throws IOException {
        return new String(resource(name), StandardCharsets.UTF_8);
    }

    private static String digest(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
