package dev.kolo.cli.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/** What a rank hears from its starter, read all the time, so that the starter's end is noticed in the midst of any work. */
final class StarterInput {
    private static final int PIPE_BYTES = 1 << 16;

    private StarterInput() {}

    /**
     * The same bytes.
     *
     * @param from the rank's standard input
     * @param ended run at its end, on a thread of its own
     */
    static InputStream watch(InputStream from, Runnable ended) throws IOException {
        PipedInputStream to = new PipedInputStream(PIPE_BYTES);
        PipedOutputStream pipe = new PipedOutputStream(to);
        Thread.ofPlatform().daemon().name("kolo-starter").start(() -> {
            copy(from, pipe);
            ended.run();
        });
        return to;
    }

    private static void copy(InputStream from, PipedOutputStream to) {
        byte[] bytes = new byte[4096];
        try {
            for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
                to.write(bytes, 0, read);
                to.flush();
            }
        } catch (IOException gone) {
            // As good as the end.
        }
    }
}
