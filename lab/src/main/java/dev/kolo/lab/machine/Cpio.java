package dev.kolo.lab.machine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Writes an archive as the kernel reads it for its first file system: format "newc" of cpio, the form without checksums
 * (Documentation/driver-api/early-userspace/buffer-format.rst of Linux). Folders are made as files need them; everything
 * belongs to root and has no date, so that the same files give the same bytes.
 */
final class Cpio {
    private static final int FOLDER = 0x41ed; // S_IFDIR | 0755
    private static final int FILE = 0x81a4; // S_IFREG | 0644
    private static final int PROGRAM = 0x81ed; // S_IFREG | 0755

    private final OutputStream out;
    private final Set<String> folders = new LinkedHashSet<>();
    private int number;

    Cpio(OutputStream out) {
        this.out = out;
    }

    /** An empty folder. */
    void folder(String path) throws IOException {
        int slash = path.lastIndexOf('/');
        if (slash > 0) {
            folder(path.substring(0, slash));
        }
        if (folders.add(path)) {
            entry(path, FOLDER, new byte[0]);
        }
    }

    void file(String path, byte[] content, boolean executable) throws IOException {
        int slash = path.lastIndexOf('/');
        if (slash > 0) {
            folder(path.substring(0, slash));
        }
        entry(path, executable ? PROGRAM : FILE, content);
    }

    /** The entry that ends the archive; closes nothing. */
    void end() throws IOException {
        entry("TRAILER!!!", 0, new byte[0]);
    }

    private void entry(String path, int mode, byte[] content) throws IOException {
        byte[] name = (path + "\0").getBytes(StandardCharsets.UTF_8);
        StringBuilder header = new StringBuilder("070701");
        int links = mode == FOLDER ? 2 : 1;
        // inode, mode, uid, gid, links, time, size, device (2), special device (2), length of the name, checksum
        for (int field : new int[] {++number, mode, 0, 0, links, 0, content.length, 0, 0, 0, 0, name.length, 0}) {
            header.append(String.format("%08x", field));
        }
        write(header.toString().getBytes(StandardCharsets.US_ASCII), name);
        write(content, new byte[0]);
    }

    /** Two parts together, filled up to a multiple of four bytes. */
    private void write(byte[] first, byte[] second) throws IOException {
        out.write(first);
        out.write(second);
        int over = (first.length + second.length) % 4;
        out.write(new byte[over == 0 ? 0 : 4 - over]);
    }
}
