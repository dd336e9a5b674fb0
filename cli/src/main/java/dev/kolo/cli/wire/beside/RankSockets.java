package dev.kolo.cli.wire.beside;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/**
 * The connections of a peer's ranks to their starter: orders go out as lines, samples come back as words of 8 bytes. Blocking
 * calls happen on threads of their own, so that every wait has a bound.
 */
final class RankSockets implements AutoCloseable {
    private final ServerSocketChannel door;
    private final Map<Integer, SocketChannel> ranks = new TreeMap<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private RankSockets(ServerSocketChannel door) {
        this.door = door;
    }

    /** Listens at a path in a folder that only the owner may enter. */
    static RankSockets listen(Path path) throws IOException {
        ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        door.bind(UnixDomainSocketAddress.of(path));
        return new RankSockets(door);
    }

    /** Waits for all ranks; false when they do not come in time, or their starter has ended. */
    boolean await(int count, long seconds) {
        return within(seconds, () -> {
                    while (ranks.size() < count) {
                        SocketChannel rank = door.accept();
                        ranks.put(read(rank, 4).getInt(), rank);
                    }
                    return true;
                })
                .isPresent();
    }

    /** Gives an order to every rank and takes their samples; empty when they do not come in time. */
    Optional<Measured> measure(Cell cell, long seconds) {
        return within(seconds, () -> {
            byte[] order = (cell.order() + "\n").getBytes(StandardCharsets.UTF_8);
            for (SocketChannel rank : ranks.values()) {
                rank.write(ByteBuffer.wrap(order));
            }
            List<Histogram> samples = new ArrayList<>();
            for (SocketChannel rank : ranks.values()) {
                ByteBuffer nanos = read(rank, 8 * cell.times());
                Histogram histogram = Measured.histogram();
                while (nanos.hasRemaining()) {
                    Measured.record(histogram, nanos.getLong());
                }
                samples.add(histogram);
            }
            return Measured.of(samples);
        });
    }

    /** The ranks' process has ended: nobody waits for them any more. */
    void stop() {
        ended.completeExceptionally(new EOFException("the ranks have ended"));
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private <T> Optional<T> within(long seconds, Work<T> work) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread worker = Thread.ofPlatform().daemon().name("kolo-beside").start(() -> {
            try {
                done.complete(work.run());
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        try {
            CompletableFuture.anyOf(done, ended).get(seconds, TimeUnit.SECONDS);
            return Optional.of(done.join());
        } catch (ExecutionException | TimeoutException e) {
            worker.interrupt();
            return Optional.empty();
        } catch (InterruptedException e) {
            worker.interrupt();
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static ByteBuffer read(SocketChannel from, int bytes) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        while (all.hasRemaining()) {
            if (from.read(all) < 0) {
                throw new EOFException("a rank has ended");
            }
        }
        return all.flip();
    }

    @Override
    public void close() {
        ranks.values().forEach(RankSockets::closeQuietly);
        closeQuietly(door);
    }

    private static void closeQuietly(java.nio.channels.Channel channel) {
        try {
            channel.close();
        } catch (IOException ignored) {
            // Nothing is left that could be done about it.
        }
    }
}
