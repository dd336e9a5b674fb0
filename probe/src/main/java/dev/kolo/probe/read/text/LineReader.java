package dev.kolo.probe.read.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.Optional;

/**
 * Cuts a stream of bytes into lines, in memory that does not grow with the stream: UTF-8 or UTF-16 with or without a
 * mark, malformed bytes replaced, any line ends, overlong lines cut.
 */
public final class LineReader {
    /** Longest line kept, in characters: room for an inventory of hundreds of hosts on one line. */
    public static final int MAX_LINE_CHARS = 16 << 20;

    private final InputStream in;
    private final ByteBuffer bytes =
            ByteBuffer.allocate(Encoding.SNIFF_BYTES * 2).limit(0);
    private final CharBuffer chars =
            CharBuffer.allocate(Encoding.SNIFF_BYTES * 2).limit(0);
    private final StringBuilder line = new StringBuilder();
    private final Encoding encoding;
    private final CharsetDecoder decoder;
    private boolean endOfBytes;
    private boolean endOfChars;
    private boolean afterReturn;
    private boolean cut;
    private long byteCount;
    private int number;

    /**
     * Looks at the first bytes.
     *
     * @throws IOException when the stream cannot be read
     */
    public LineReader(InputStream in) throws IOException {
        this(TextStart.of(in), in);
    }

    /** Goes on behind the first bytes. */
    public LineReader(TextStart start, InputStream in) {
        this.in = in;
        byteCount = start.byteCount();
        encoding = start.encoding();
        decoder = encoding.charset()
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        bytes.clear();
        bytes.put(start.bytes());
        bytes.flip();
    }

    /** Why the input is not text; empty when it is. */
    public Optional<String> refusal() {
        return encoding.refusal();
    }

    /** True for the NUL-separated list that /proc/PID/environ holds: the environment of a process as it really is. */
    public boolean isProcessEnvironment() {
        return encoding.nulEndsLine();
    }

    /**
     * The next line without its end; empty at the end of the input.
     *
     * @throws IOException when the stream cannot be read on
     */
    public Optional<String> next() throws IOException {
        line.setLength(0);
        cut = false;
        while (true) {
            if (!chars.hasRemaining() && !fill()) {
                if (line.isEmpty()) {
                    return Optional.empty();
                }
                number++;
                return Optional.of(line.toString());
            }
            if (takeToEndOfLine()) {
                number++;
                return Optional.of(line.toString());
            }
        }
    }

    /** 1-based number of the line that {@link #next} gave last. */
    public int number() {
        return number;
    }

    /** True when the line that {@link #next} gave last was longer than {@link #MAX_LINE_CHARS}. */
    public boolean wasCut() {
        return cut;
    }

    /** Bytes read so far. */
    public long byteCount() {
        return byteCount;
    }

    /** Moves characters into the line; true when its end was met. */
    private boolean takeToEndOfLine() {
        char[] all = chars.array();
        int end = chars.limit();
        for (int i = chars.position(); i < end; i++) {
            char c = all[i];
            if (c == '\n' && afterReturn) {
                // The second half of a Windows line end; the line itself is already out.
                afterReturn = false;
                chars.position(i + 1);
                continue;
            }
            afterReturn = false;
            if (c == '\n' || c == '\r' || c == 0 && encoding.nulEndsLine()) {
                append(all, chars.position(), i);
                afterReturn = c == '\r';
                chars.position(i + 1);
                return true;
            }
        }
        append(all, chars.position(), end);
        chars.position(end);
        return false;
    }

    private void append(char[] all, int from, int to) {
        int room = MAX_LINE_CHARS - line.length();
        if (to - from > room) {
            cut = true;
        }
        line.append(all, from, Math.min(to - from, room));
    }

    private boolean fill() throws IOException {
        chars.clear();
        while (chars.position() == 0 && !endOfChars) {
            if (!endOfBytes) {
                bytes.compact();
                int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
                if (read < 0) {
                    endOfBytes = true;
                } else {
                    byteCount += read;
                    bytes.position(bytes.position() + read);
                }
                bytes.flip();
            }
            decoder.decode(bytes, chars, endOfBytes);
            if (endOfBytes && !bytes.hasRemaining()) {
                decoder.flush(chars);
                endOfChars = true;
            }
        }
        chars.flip();
        return chars.hasRemaining();
    }
}
