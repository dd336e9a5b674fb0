package dev.kolo.lab.machine;

import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonWriter;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The monitor of one emulator, spoken to in QMP (QEMU Machine Protocol: a JSON object a line). */
public final class Monitor implements Closeable {
    private static final int LONGEST_LINE_BYTES = 1 << 20;

    private final SocketChannel channel;
    private final Selector selector;
    private final long timeoutNanos;
    private final StringBuilder received = new StringBuilder();

    private Monitor(SocketChannel channel, Selector selector, long timeoutNanos) {
        this.channel = channel;
        this.selector = selector;
        this.timeoutNanos = timeoutNanos;
    }

    /**
     * Connects and goes through the greeting.
     *
     * @param timeoutNanos for each answer
     * @throws IOException when nobody listens, or does not answer in time
     */
    public static Monitor connect(Path socket, long timeoutNanos) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        channel.configureBlocking(false);
        Selector selector = Selector.open();
        channel.register(selector, SelectionKey.OP_READ);
        Monitor monitor = new Monitor(channel, selector, timeoutNanos);
        try {
            monitor.line(System.nanoTime() + timeoutNanos);
            monitor.execute("qmp_capabilities", Map.of());
            return monitor;
        } catch (IOException failure) {
            monitor.close();
            throw failure;
        }
    }

    /**
     * Runs a command and waits for its answer.
     *
     * @param arguments texts and truth values by name
     * @throws IOException when the emulator refuses, has gone, or does not answer in time
     */
    public void execute(String command, Map<String, Object> arguments) throws IOException {
        JsonWriter json = new JsonWriter(JsonWriter.Layout.COMPACT)
                .beginObject()
                .field("execute", command)
                .name("arguments")
                .beginObject();
        arguments.forEach((name, value) -> {
            if (value instanceof Boolean truth) {
                json.field(name, truth.booleanValue());
            } else {
                json.field(name, value.toString());
            }
        });
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(json.end().end().text() + "\n");
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        long deadline = System.nanoTime() + timeoutNanos;
        while (true) {
            // Events come in between.
            Optional<JsonObject> answer =
                    JsonReader.read(line(deadline)).value().flatMap(Json::asObject);
            if (answer.isPresent() && answer.get().has("return")) {
                return;
            }
            Optional<JsonObject> error = answer.flatMap(object -> object.object("error"));
            if (error.isPresent()) {
                throw new IOException("the emulator refuses " + command + ": "
                        + error.get().string("desc").orElse("it does not say why"));
            }
        }
    }

    private String line(long deadlineNanos) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(4096);
        while (received.indexOf("\n") < 0) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (left <= 0 || received.length() > LONGEST_LINE_BYTES) {
                throw new IOException(
                        "the emulator did not answer within " + TimeUnit.NANOSECONDS.toSeconds(timeoutNanos) + " s");
            }
            selector.select(left);
            selector.selectedKeys().clear();
            int count = channel.read(buffer.clear());
            if (count < 0) {
                throw new IOException("the emulator has ended");
            }
            received.append(StandardCharsets.UTF_8.decode(buffer.flip()));
        }
        int end = received.indexOf("\n");
        String line = received.substring(0, end);
        received.delete(0, end + 1);
        return line;
    }

    @Override
    public void close() throws IOException {
        selector.close();
        channel.close();
    }
}
