package dev.kolo.cli.wire;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.gpu.cuda.CudaException;
import dev.kolo.verbs.VerbsOffer;
import dev.kolo.wire.session.run.WireSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What a rank needs on another machine, as one jar made of this program's own classes, so that all ranks run the same build:
 * the wire, the vocabulary and this package. Same classes, same bytes; the name tells the content.
 *
 * @param name {@code kolo-rank-DIGEST.jar}
 * @param bytes the jar
 */
@SuppressWarnings("ArrayRecordComponent") // compared with nothing
record RankBundle(String name, byte[] bytes) {
    private static final List<Class<?>> FROM = List.of(
            RankMain.class, WireSession.class, VerbsOffer.class, CudaException.class, IpAddress.class, Histogram.class);
    private static final List<String> FOLDERS = List.of(
            "dev/kolo/cli/wire/",
            "dev/kolo/wire/",
            "dev/kolo/verbs/",
            "dev/kolo/gpu/",
            "dev/kolo/fabric/",
            "org/HdrHistogram/");

    /** Dates in a zip begin here; every entry has this one. */
    private static final long FIRST_DATE_MILLIS = 315_619_200_000L;

    /**
     * Makes it.
     *
     * @throws IOException when the program's own classes cannot be read
     */
    static RankBundle make() throws IOException {
        TreeMap<String, byte[]> classes = new TreeMap<>();
        Set<Path> places = new LinkedHashSet<>();
        for (Class<?> one : FROM) {
            places.add(place(one));
        }
        for (Path place : places) {
            if (Files.isDirectory(place)) {
                readFolder(place, classes);
            } else {
                readJar(place, classes);
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            for (String name : classes.navigableKeySet()) {
                JarEntry entry = new JarEntry(name);
                entry.setTime(FIRST_DATE_MILLIS);
                jar.putNextEntry(entry);
                jar.write(classes.get(name));
            }
        }
        return new RankBundle("kolo-rank-" + digest(classes) + ".jar", bytes.toByteArray());
    }

    private static Path place(Class<?> of) throws IOException {
        try {
            return Path.of(
                    of.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("the place of " + of.getName() + " is no file", e);
        }
    }

    private static boolean isWanted(String name) {
        return FOLDERS.stream().anyMatch(name::startsWith);
    }

    private static void readFolder(Path root, TreeMap<String, byte[]> into) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (isWanted(name)) {
                    into.put(name, Files.readAllBytes(file));
                }
            }
        }
    }

    private static void readJar(Path file, TreeMap<String, byte[]> into) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            for (JarEntry entry : jar.stream().filter(e -> !e.isDirectory()).toList()) {
                if (isWanted(entry.getName())) {
                    into.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
                }
            }
        }
    }

    private static String digest(TreeMap<String, byte[]> classes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            classes.forEach((name, bytes) -> {
                digest.update(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(bytes);
            });
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
