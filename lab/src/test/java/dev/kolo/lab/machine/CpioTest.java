package dev.kolo.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CpioTest {
    @Test
    void writesEveryEntryOnAMultipleOfFourBytesAndEndsTheArchive() throws IOException {
        String archive = archive();

        assertThat(archive.length() % 4).isZero();
        int at = 0;
        StringBuilder names = new StringBuilder();
        while (at < archive.length()) {
            assertThat(archive.substring(at, at + 6)).isEqualTo("070701");
            int size = field(archive, at, 6);
            int nameLength = field(archive, at, 11);
            names.append(archive, at + 110, at + 110 + nameLength - 1).append(' ');
            at = aligned(at + 110 + nameLength);
            if (size > 0) {
                assertThat(archive.substring(at, at + size)).isEqualTo("hello");
            }
            at = aligned(at + size);
        }
        assertThat(names.toString()).isEqualTo("a a/b a/b/c init TRAILER!!! ");
    }

    @Test
    void givesTheSameBytesForTheSameFiles() throws IOException {
        assertThat(archive()).isEqualTo(archive());
    }

    private static String archive() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Cpio cpio = new Cpio(out);
        cpio.file("a/b/c", "hello".getBytes(StandardCharsets.US_ASCII), true);
        cpio.folder("a/b");
        cpio.file("init", new byte[0], false);
        cpio.end();
        return out.toString(StandardCharsets.US_ASCII);
    }

    /** The fields stand after the magic number, eight hexadecimal digits each. */
    private static int field(String archive, int at, int index) {
        return Integer.parseInt(archive.substring(at + 6 + 8 * index, at + 14 + 8 * index), 16);
    }

    private static int aligned(int at) {
        return (at + 3) / 4 * 4;
    }
}
