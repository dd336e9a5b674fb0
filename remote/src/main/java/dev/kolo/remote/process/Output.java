package dev.kolo.remote.process;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Bytes that a process wrote on one of its outputs. */
public final class Output {
    private final byte[] bytes;
    private final boolean cut;

    Output(byte[] bytes, boolean cut) {
        this.bytes = bytes;
        this.cut = cut;
    }

    public int size() {
        return bytes.length;
    }

    /** True when more was written than was kept. */
    public boolean isCut() {
        return cut;
    }

    public InputStream stream() {
        return new ByteArrayInputStream(bytes);
    }

    /** The bytes as UTF-8, malformed ones replaced. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return text();
    }
}
