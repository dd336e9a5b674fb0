package dev.kolo.wire.tcp;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * Room in the kernel for whole payloads. Left alone, the kernel lets a socket grow by what it has seen: an exchange of
 * 256 KiB then took 86 µs when smaller ones had come before it and 153 when not, since each rank waits for the other to read.
 *
 * <p>Asking for room ends that growth for good, so it is asked for only where the system gives all of it; elsewhere
 * ({@code net.core.rmem_max}, {@code net.core.wmem_max}) the kernel's own way is the better one.
 */
final class SocketRoom {
    /** Two payloads of the default limit each way, with what the kernel counts beside them. */
    private static final int BYTES = 2 << 20;

    private SocketRoom() {}

    static void make(SocketChannel channel) throws IOException {
        if (isGranted()) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, BYTES);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, BYTES);
        }
    }

    /** Tried on a socket that is thrown away. */
    private static boolean isGranted() throws IOException {
        try (SocketChannel trial = SocketChannel.open()) {
            trial.setOption(StandardSocketOptions.SO_SNDBUF, BYTES);
            trial.setOption(StandardSocketOptions.SO_RCVBUF, BYTES);
            return trial.getOption(StandardSocketOptions.SO_SNDBUF) >= BYTES
                    && trial.getOption(StandardSocketOptions.SO_RCVBUF) >= BYTES;
        }
    }
}
