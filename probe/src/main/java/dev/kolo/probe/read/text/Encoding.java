package dev.kolo.probe.read.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the first bytes of an input say about it: its character set, or why it is no text at all.
 *
 * @param charset how to decode it
 * @param markBytes length of the byte order mark to skip
 * @param nulEndsLine true for the NUL-separated lists that /proc/PID/environ gives
 * @param refusal why it is not text; empty when it is
 */
record Encoding(Charset charset, int markBytes, boolean nulEndsLine, Optional<String> refusal) {
    /** Bytes that suffice to decide. */
    static final int SNIFF_BYTES = 8192;

    private static final String[][] MAGIC = {
        {"\u001f\u008b", "a gzip archive"},
        {"PK\u0003\u0004", "a zip archive"},
        {"\u0089PNG", "a PNG image; paste the text instead of a picture of it"},
        {"\u00ff\u00d8\u00ff", "a JPEG image; paste the text instead of a picture of it"},
        {"GIF8", "a GIF image; paste the text instead of a picture of it"},
        {"%PDF", "a PDF document; paste its text"},
        {"\u007fELF", "a program or library (ELF)"},
        {"(\u00b5/\u00fd", "a zstd archive"},
        {"\u00fd7zXZ", "an xz archive"},
        {"BZh9", "a bzip2 archive"},
        {"SQLite format 3", "an SQLite database"},
        {"\u00d4\u00c3\u00b2\u00a1", "a packet capture"},
        {"\n\r\r\n", "a packet capture"},
    };

    /** Looks at the first bytes of an input. */
    static Encoding of(byte[] head, int length) {
        for (String[] magic : MAGIC) {
            if (startsWith(head, length, magic[0])) {
                return refused("it is " + magic[1]);
            }
        }
        if (startsWith(head, length, "\u00ef\u00bb\u00bf")) {
            return text(StandardCharsets.UTF_8, 3);
        }
        if (startsWith(head, length, "\u00ff\u00fe")) {
            return text(StandardCharsets.UTF_16LE, 2);
        }
        if (startsWith(head, length, "\u00fe\u00ff")) {
            return text(StandardCharsets.UTF_16BE, 2);
        }
        return withoutMark(head, length);
    }

    private static Encoding withoutMark(byte[] head, int length) {
        int[] nuls = new int[2];
        int controls = 0;
        for (int i = 0; i < length; i++) {
            int b = head[i] & 0xff;
            if (b == 0) {
                nuls[i & 1]++;
            } else if (b < 0x20 && "\t\n\r\f\b\u001b\u0007".indexOf(b) < 0) {
                controls++;
            }
        }
        int half = length / 2;
        if (half >= 2 && nuls[1] * 10 >= half * 7 && nuls[0] * 20 <= half) {
            return text(StandardCharsets.UTF_16LE, 0);
        }
        if (half >= 2 && nuls[0] * 10 >= half * 7 && nuls[1] * 20 <= half) {
            return text(StandardCharsets.UTF_16BE, 0);
        }
        int nulBytes = nuls[0] + nuls[1];
        if (nulBytes > 0 && controls == 0 && looksLikeEnvironment(head, length)) {
            return new Encoding(StandardCharsets.UTF_8, 0, true, Optional.empty());
        }
        if ((nulBytes + controls) * 50 > length) {
            return refused("it is binary, not text (" + (nulBytes + controls) + " control bytes in its first " + length
                    + " bytes)");
        }
        return text(StandardCharsets.UTF_8, 0);
    }

    /** NAME=value, NUL, NAME=value, NUL: each piece but the last, which may be cut, has a name before its first "=". */
    private static boolean looksLikeEnvironment(byte[] head, int length) {
        boolean nameSeen = false;
        int nameLength = 0;
        int entries = 0;
        for (int i = 0; i < length; i++) {
            char c = (char) (head[i] & 0xff);
            if (c == 0) {
                if (!nameSeen && nameLength > 0) {
                    return false;
                }
                entries += nameSeen ? 1 : 0;
                nameSeen = false;
                nameLength = 0;
            } else if (!nameSeen && c == '=' && nameLength > 0) {
                nameSeen = true;
            } else if (!nameSeen) {
                if (c <= ' ' || c >= 0x7f) {
                    return false;
                }
                nameLength++;
            }
        }
        return entries > 0;
    }

    private static boolean startsWith(byte[] head, int length, String magic) {
        if (length < magic.length()) {
            return false;
        }
        for (int i = 0; i < magic.length(); i++) {
            if ((head[i] & 0xff) != magic.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static Encoding text(Charset charset, int markBytes) {
        return new Encoding(charset, markBytes, false, Optional.empty());
    }

    private static Encoding refused(String why) {
        return new Encoding(StandardCharsets.UTF_8, 0, false, Optional.of(why));
    }
}
