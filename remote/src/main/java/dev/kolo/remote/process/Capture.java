package dev.kolo.remote.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Takes what a process writes on one output, on a platform thread of its own: a read of a pipe holds its carrier, and two
 * cores carry two virtual threads only.
 */
final class Capture {
    /** Which part is kept of too much. */
    enum Keep {
        /** The first part, and the process is ended: its output is data, and data in part would lie. */
        FIRST,
        /** The last part: a complaint's cause stands at its end. */
        LAST
    }

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final int limitBytes;
    private final Keep keep;
    private final Runnable onOverflow;
    private final Thread thread;
    private boolean overflowed;

    Capture(String name, InputStream source, int limitBytes, Keep keep, Runnable onOverflow) {
        this.limitBytes = limitBytes;
        this.keep = keep;
        this.onOverflow = onOverflow;
        this.thread = Thread.ofPlatform().daemon().name("kolo-" + name).start(() -> drain(source));
    }

    private void drain(InputStream source) {
        byte[] buffer = new byte[1 << 16];
        try (source) {
            for (int read = source.read(buffer); read >= 0; read = source.read(buffer)) {
                if (take(buffer, read)) {
                    onOverflow.run();
                }
            }
        } catch (IOException closed) {
            // The process was ended; what came before is kept.
        }
    }

    /** True when this piece was the first one too many. */
    private synchronized boolean take(byte[] buffer, int length) {
        boolean first = !overflowed && kept.size() + length > limitBytes;
        overflowed |= first;
        if (keep == Keep.FIRST) {
            kept.write(buffer, 0, Math.min(length, limitBytes - kept.size()));
            return first;
        }
        kept.write(buffer, 0, length);
        if (kept.size() > 2 * limitBytes) {
            keepLast();
        }
        return false;
    }

    private void keepLast() {
        byte[] all = kept.toByteArray();
        int from = Math.max(0, all.length - limitBytes);
        kept.reset();
        kept.write(all, from, all.length - from);
    }

    synchronized boolean hasOverflowed() {
        return overflowed;
    }

    /** Waits for the end of the output; false when something still holds it open. */
    boolean awaitEnd(long nanos) throws InterruptedException {
        return thread.join(Duration.ofNanos(nanos));
    }

    synchronized Output output() {
        if (keep == Keep.LAST) {
            keepLast();
        }
        return new Output(kept.toByteArray(), overflowed);
    }
}
