package dev.kolo.probe.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Bounds what comes out of one archive, so that a small file cannot unpack to no end. */
final class ByteBudget {
    private final long limitBytes;
    private long left;

    ByteBudget(long limitBytes) {
        this.limitBytes = limitBytes;
        this.left = limitBytes;
    }

    /** Thrown when an archive holds more than anybody would send. */
    static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1L;

        Exceeded(long limitBytes) {
            super("the archive unpacks to more than " + (limitBytes >> 20) + " MiB, so the rest of it is not read");
        }
    }

    /** The same stream, counted against this budget. */
    InputStream count(InputStream stream) {
        return new FilterInputStream(stream) {
            @Override
            public int read() throws IOException {
                int value = super.read();
                spend(value < 0 ? 0 : 1);
                return value;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int count = super.read(buffer, offset, length);
                spend(Math.max(0, count));
                return count;
            }

            @Override
            public long skip(long n) throws IOException {
                long count = super.skip(n);
                spend(count);
                return count;
            }

            @Override
            public boolean markSupported() {
                return false;
            }
        };
    }

    private void spend(long bytes) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw new Exceeded(limitBytes);
        }
    }
}
