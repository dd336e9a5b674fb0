package dev.kolo.wire.session.star;

import java.nio.ByteBuffer;

/** One end of a connection, as the star sees it: bytes in order, never waiting. A socket, or the simulator's model of one. */
public interface Pipe {
    /** How a pipe stands. */
    enum State {
        /** Bytes may travel. */
        OPEN,
        /** The other end's process closed it or ended: end of file, or a reset. */
        ENDED,
        /** The network gave up (timed out, no route). It says nothing of the process at the other end. */
        UNREACHABLE
    }

    /**
     * Takes what has arrived.
     *
     * @return bytes put into {@code into}; 0 when there are none now or no more will come: see {@link #state}
     */
    int read(ByteBuffer into);

    /**
     * Sends what there is room for.
     *
     * @return bytes taken from {@code from}, possibly 0
     */
    int write(ByteBuffer from);

    /** How it stands, after everything that arrived was read. */
    State state();

    /** Who is at the other end, for messages. */
    String peer();

    /** Ends it. Idempotent. */
    void close();
}
