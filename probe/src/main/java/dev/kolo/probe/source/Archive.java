package dev.kolo.probe.source;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.ZipInputStream;

/** What wrappings are known, told by their first bytes and never by the name of a file. */
enum Archive {
    ZIP,
    GZIP,
    TAR,
    /** No archive at all. */
    NONE;

    /** Bytes that suffice to tell. */
    static final int HEAD_BYTES = 512;

    /**
     * A member of an archive.
     *
     * @param path its path as the archive has it, separated by slashes; for display and for guesses, never opened
     * @param isFile true for a regular file
     * @param isFolder true for a folder; a link or a device is neither
     * @param content its bytes, to be read before the next member is asked for
     */
    record Member(String path, boolean isFile, boolean isFolder, InputStream content) {
        Member {
            path = path.replace('\\', '/');
            while (path.startsWith("./") || path.startsWith("/")) {
                path = path.substring(path.indexOf('/') + 1);
            }
        }

        /** Files that systems put beside a user's own: nobody means to send them. */
        boolean isHidden() {
            return FileWalk.isHidden(path);
        }
    }

    /** The members one after the other. */
    interface Members {
        /** The next member; empty at the end. */
        Optional<Member> next() throws IOException;
    }

    /** Tells by the first bytes. */
    static Archive of(byte[] head) {
        if (startsWith(head, 'P', 'K', 3, 4) || startsWith(head, 'P', 'K', 5, 6)) {
            return ZIP;
        }
        if (startsWith(head, 0x1f, 0x8b, 8)) {
            return GZIP;
        }
        return TarReader.isHeader(head) ? TAR : NONE;
    }

    private static boolean startsWith(byte[] head, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (i >= head.length || (head[i] & 255) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /** Goes through a ZIP or TAR; what a ZIP unpacks to is counted, also where it is passed over. */
    Members members(InputStream in, ByteBudget budget) {
        return switch (this) {
            case ZIP -> {
                ZipInputStream zip = new ZipInputStream(in, StandardCharsets.UTF_8);
                yield zip(zip, budget.count(zip));
            }
            case TAR -> new TarReader(new BufferedInputStream(in, 1 << 16));
            case GZIP, NONE -> throw new IllegalStateException(this + " has no members");
        };
    }

    private static Members zip(ZipInputStream zip, InputStream counted) {
        return () -> {
            try {
                counted.transferTo(OutputStream.nullOutputStream());
                return Optional.ofNullable(zip.getNextEntry())
                        .map(e -> new Member(e.getName(), !e.isDirectory(), e.isDirectory(), counted));
            } catch (IllegalArgumentException badName) {
                throw new IOException("the archive is damaged: a name in it is not UTF-8", badName);
            }
        };
    }
}
