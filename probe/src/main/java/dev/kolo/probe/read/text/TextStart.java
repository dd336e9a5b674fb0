package dev.kolo.probe.read.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The first bytes of an input, and what they say of the rest: for readers that want bytes where the text is plain UTF-8. */
public final class TextStart {
    private final byte[] head;
    private final Encoding encoding;

    private TextStart(byte[] head) {
        this.head = head;
        encoding = Encoding.of(head, head.length);
    }

    /**
     * Reads the first bytes; whoever goes on reads the stream from behind them.
     *
     * @throws IOException when the stream cannot be read
     */
    public static TextStart of(InputStream in) throws IOException {
        return new TextStart(in.readNBytes(Encoding.SNIFF_BYTES));
    }

    /** Why the input is not text; empty when it is. */
    public Optional<String> refusal() {
        return encoding.refusal();
    }

    /** True for UTF-8 whose lines end in line feeds. */
    public boolean isUtf8() {
        return encoding.charset().equals(java.nio.charset.StandardCharsets.UTF_8) && !encoding.nulEndsLine();
    }

    /** The bytes that were read, without a byte order mark. */
    public byte[] bytes() {
        return java.util.Arrays.copyOfRange(head, encoding.markBytes(), head.length);
    }

    int byteCount() {
        return head.length;
    }

    Encoding encoding() {
        return encoding;
    }
}
