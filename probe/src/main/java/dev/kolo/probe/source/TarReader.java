package dev.kolo.probe.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Goes through a tar archive as a stream: ustar, GNU long names and pax paths, as tar, bsdtar, git and busybox write them
 * (POSIX.1-2017, pax interchange format). Nothing is ever unpacked to disk.
 */
final class TarReader implements Archive.Members {
    private static final int BLOCK_BYTES = 512;
    private static final int LONGEST_NAME_BYTES = 64 << 10;

    private final InputStream in;
    private long leftInEntry;
    private long padding;

    TarReader(InputStream in) {
        this.in = in;
    }

    /** True when a block is a tar header: its checksum fits. */
    static boolean isHeader(byte[] block) {
        if (block.length < BLOCK_BYTES) {
            return false;
        }
        long sum = 0;
        for (int i = 0; i < BLOCK_BYTES; i++) {
            sum += i >= 148 && i < 156 ? ' ' : block[i] & 255;
        }
        return block[0] != 0 && octal(block, 148, 8) == sum;
    }

    @Override
    public Optional<Archive.Member> next() throws IOException {
        String longName = "";
        long longSize = -1;
        while (true) {
            in.skipNBytes(leftInEntry + padding);
            leftInEntry = 0;
            padding = 0;
            byte[] header = in.readNBytes(BLOCK_BYTES);
            if (header.length == BLOCK_BYTES && header[0] == 0 && isZero(header)) {
                return Optional.empty();
            }
            if (!isHeader(header)) {
                throw new IOException(
                        header.length < BLOCK_BYTES
                                ? "the archive ends too early, as if it had been cut off"
                                : "the archive is damaged: a header's checksum is wrong");
            }
            long size = longSize >= 0 ? longSize : size(header);
            enter(size);
            switch (header[156]) {
                case 'L' -> longName = text(bytes(size), 0, (int) size);
                case 'x' -> {
                    byte[] records = bytes(size);
                    longName = pax(records, "path").orElse(longName);
                    longSize = pax(records, "size").map(TarReader::decimal).orElse(-1L);
                }
                case 'g', 'K' -> {}
                default -> {
                    String name = longName.isEmpty() ? name(header) : longName;
                    boolean file = header[156] == '0' || header[156] == 0 || header[156] == '7';
                    boolean folder = header[156] == '5' || name.endsWith("/");
                    return Optional.of(new Archive.Member(name, file && !folder, folder, new Content()));
                }
            }
        }
    }

    private void enter(long size) throws IOException {
        if (size < 0) {
            throw new IOException("the archive is damaged: a member has the size " + size);
        }
        leftInEntry = size;
        padding = (BLOCK_BYTES - size % BLOCK_BYTES) % BLOCK_BYTES;
    }

    /** The whole body of a header's helper record. */
    private byte[] bytes(long size) throws IOException {
        if (size > LONGEST_NAME_BYTES) {
            throw new IOException("the archive is damaged: a name in it has " + size + " bytes");
        }
        byte[] bytes = in.readNBytes((int) size);
        leftInEntry -= bytes.length;
        return bytes;
    }

    private static boolean isZero(byte[] block) {
        for (byte b : block) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private static String name(byte[] header) {
        String name = text(header, 0, 100);
        String prefix = text(header, 257, 5).equals("ustar") && header[262] == 0 ? text(header, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] bytes, int from, int longest) {
        int end = from;
        while (end < from + longest && end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    /** Octal digits, or GNU's big-endian number behind a set first bit. */
    private static long size(byte[] header) {
        if ((header[124] & 0x80) == 0) {
            return octal(header, 124, 12);
        }
        long value = 0;
        for (int i = 128; i < 136; i++) {
            value = value << 8 | header[i] & 255;
        }
        return value;
    }

    private static long octal(byte[] bytes, int from, int longest) {
        long value = 0;
        boolean digits = false;
        for (int i = from; i < from + longest; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '7') {
                value = value << 3 | bytes[i] - '0';
                digits = true;
            } else if (digits || bytes[i] != ' ') {
                break;
            }
        }
        return digits ? value : -1;
    }

    /** The value of a pax record: lines of {@code LENGTH KEY=VALUE}. */
    private static Optional<String> pax(byte[] records, String key) {
        String all = new String(records, StandardCharsets.UTF_8);
        Optional<String> value = Optional.empty();
        for (String line : all.split("\n", -1)) {
            int blank = line.indexOf(' ');
            if (blank > 0 && line.startsWith(key + "=", blank + 1)) {
                value = Optional.of(line.substring(blank + key.length() + 2));
            }
        }
        return value;
    }

    private static long decimal(String digits) {
        return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : -1;
    }

    /** What is left of the current member. */
    private final class Content extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (leftInEntry == 0) {
                return -1;
            }
            int count = in.read(buffer, offset, (int) Math.min(length, leftInEntry));
            if (count < 0) {
                throw new EOFException("the archive ends too early, as if it had been cut off");
            }
            leftInEntry -= count;
            return count;
        }
    }
}
