package dev.kolo.cli.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs a bundle as .tar.gz or .zip. No time, user or machine is in it: the same entries give the same bytes. */
public enum BundleFile {
    /** A tar archive (ustar) in gzip. */
    TAR_GZ,
    /** A zip archive. */
    ZIP;

    private static final int BLOCK_BYTES = 512;
    private static final int NAME_BYTES = 100;

    /** 1980-01-01 in the time format of zip, its earliest. */
    private static final long ZIP_EPOCH_MILLIS = 315_532_800_000L;

    /** What a file's ending asks for; empty for any other ending. */
    public static Optional<BundleFile> ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".zip")) {
            return Optional.of(ZIP);
        }
        return lower.endsWith(".tar.gz") || lower.endsWith(".tgz") ? Optional.of(TAR_GZ) : Optional.empty();
    }

    /** The archive's bytes. */
    public byte[] pack(List<BundleEntry> entries) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (this == ZIP) {
            zip(entries, out);
        } else {
            try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                tar(entries, gzip);
            }
        }
        return out.toByteArray();
    }

    private static void zip(List<BundleEntry> entries, OutputStream out) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            for (BundleEntry entry : entries) {
                byte[] content = entry.bytes();
                CRC32 sum = new CRC32();
                sum.update(content);
                ZipEntry head = new ZipEntry(entry.path());
                head.setTimeLocal(
                        java.time.LocalDateTime.ofEpochSecond(ZIP_EPOCH_MILLIS / 1000, 0, java.time.ZoneOffset.UTC));
                head.setSize(content.length);
                head.setCrc(sum.getValue());
                zip.putNextEntry(head);
                zip.write(content);
                zip.closeEntry();
            }
        }
    }

    private static void tar(List<BundleEntry> entries, OutputStream out) throws IOException {
        for (BundleEntry entry : entries) {
            byte[] content = entry.bytes();
            out.write(tarHead(entry.path(), content.length));
            out.write(content);
            out.write(new byte[(BLOCK_BYTES - content.length % BLOCK_BYTES) % BLOCK_BYTES]);
        }
        out.write(new byte[2 * BLOCK_BYTES]);
    }

    /** A header of POSIX ustar: name, mode 0644, nobody's, no time. */
    private static byte[] tarHead(String path, int size) {
        byte[] head = new byte[BLOCK_BYTES];
        int slash = path.lastIndexOf('/');
        boolean isLong = path.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES;
        put(head, 0, isLong ? path.substring(slash + 1) : path);
        put(head, 100, "0000644\0");
        put(head, 108, "0000000\0");
        put(head, 116, "0000000\0");
        put(head, 124, String.format(Locale.ROOT, "%011o\0", size));
        put(head, 136, "00000000000\0");
        put(head, 148, "        ");
        put(head, 156, "0");
        put(head, 257, "ustar\00000");
        put(head, 345, isLong && slash > 0 ? path.substring(0, slash) : "");
        int sum = 0;
        for (byte b : head) {
            sum += b & 255;
        }
        put(head, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
        return head;
    }

    private static void put(byte[] head, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, head, at, bytes.length);
    }
}
