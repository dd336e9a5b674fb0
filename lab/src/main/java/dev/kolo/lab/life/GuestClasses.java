package dev.kolo.lab.life;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A class path for guests: folders of classes packed into jars. A guest reads the machine's files over 9p, where hundreds of
 * small ones are slow (a pair's short suite took 22 s with folders, 17 with jars), and the JDK's caches know jars alone.
 */
final class GuestClasses {
    private static final long KEPT_DAYS = 30;
    private static final long FIRST_DATE_MILLIS = 315_619_200_000L;

    private GuestClasses() {}

    /** The entries with every folder packed; one that cannot be packed stays a folder. */
    static List<Path> packed(List<Path> classPath, Path folder) {
        List<Path> packed = classPath.stream()
                .map(entry -> Files.isDirectory(entry) ? packed(entry, folder) : entry)
                .toList();
        forgetOld(folder, packed);
        return packed;
    }

    private static Path packed(Path classes, Path folder) {
        try {
            byte[] jar = jar(classes);
            Path file = folder.resolve("classes-" + digest(jar) + ".jar");
            if (!Files.exists(file)) {
                Files.createDirectories(folder);
                write(file, jar, folder);
            }
            return file;
        } catch (IOException e) {
            return classes;
        }
    }

    /** The same classes give the same bytes. Stored, not deflated: a guest's processor is the slow part. */
    private static byte[] jar(Path classes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                byte[] content = Files.readAllBytes(file);
                CRC32 sum = new CRC32();
                sum.update(content);
                ZipEntry entry = new ZipEntry(classes.relativize(file).toString());
                entry.setTime(FIRST_DATE_MILLIS);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(content.length);
                entry.setCrc(sum.getValue());
                jar.putNextEntry(entry);
                jar.write(content);
            }
        }
        return bytes.toByteArray();
    }

    private static void write(Path file, byte[] jar, Path folder) throws IOException {
        Path fresh = Files.createTempFile(
                folder,
                "fresh",
                ".jar",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(fresh, jar);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Every build leaves jars and a cache here. What is in use stays, however old. */
    private static void forgetOld(Path folder, List<Path> inUse) {
        FileTime oldest = FileTime.from(Instant.now().minus(KEPT_DAYS, ChronoUnit.DAYS));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!inUse.contains(file) && Files.getLastModifiedTime(file).compareTo(oldest) < 0) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            // Then they stay: they cost room and nothing else.
        }
    }

    static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
