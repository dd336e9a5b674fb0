package dev.kolo.wire.tcp;

import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.record.RecordException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** How a lane's connection comes about and how it ends: calling, greeting, leaving. */
final class Handshake {
    private Handshake() {}

    /** Calls the lower rank from the address that the NIC was told to use. */
    static void call(TcpLane lane, InetSocketAddress address, TcpSettings settings) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            prepare(channel);
            if (!settings.listenAddress().isLoopbackAddress()) {
                channel.bind(new InetSocketAddress(settings.listenAddress(), 0));
            }
            channel.connect(address);
        } catch (IOException e) {
            closeQuietly(channel);
            throw e;
        }
        lane.greetingOut = ByteBuffer.wrap(greeting(lane, settings).toBytes(settings.token()));
        lane.channel = java.util.Optional.of(channel);
    }

    static void prepare(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SocketRoom.make(channel);
    }

    /** What this end says on a lane. */
    static Greeting greeting(TcpLane lane, TcpSettings settings) {
        int remoteNumber = lane.remote.orElseThrow().queuePair();
        return new Greeting(
                settings.session(),
                lane.request.rank(),
                lane.request.peer(),
                lane.request.index(),
                lane.ownNumber,
                remoteNumber);
    }

    /** A caller greets and waits for the answer; the one who is called has checked the caller already and only answers. */
    static boolean advance(TcpLane lane, TcpSettings settings) throws IOException, RecordException {
        if (lane.channel.isEmpty()) {
            return false;
        }
        SocketChannel channel = lane.channel.get();
        if (!channel.isConnected() && !channel.finishConnect()) {
            return false;
        }
        if (lane.greetingOut.hasRemaining()) {
            channel.write(lane.greetingOut);
            return true;
        }
        if (lane.calls()) {
            int read = channel.read(lane.greetingIn);
            if (read < 0) {
                throw new IOException("it was turned away");
            }
            if (lane.greetingIn.hasRemaining()) {
                return read > 0;
            }
            Greeting answer = Greeting.parse(lane.greetingIn.array(), settings.token());
            Greeting due = greeting(lane, settings).answer();
            if (!answer.equals(due)) {
                throw new RecordException(
                        RecordException.Cause.OTHER_SESSION,
                        "it greets as rank " + answer.from() + " of session "
                                + answer.session().label());
            }
        }
        lane.state = LaneState.READY;
        return true;
    }

    /**
     * Says goodbye and sends what it can. What the peer sent and nobody read is thrown away first, since closing with unread
     * bytes resets the connection and may take the peer's last bytes with it.
     */
    static void leave(TcpLane lane) {
        SocketChannel channel = lane.channel.orElseThrow();
        try {
            lane.sends.goodbye(channel);
            channel.shutdownOutput();
            ByteBuffer unread = ByteBuffer.allocate(64 * 1024);
            for (int round = 0; round < 64 && channel.read(unread) > 0; round++) {
                unread.clear();
            }
        } catch (IOException gone) {
            // The peer has left first.
        }
    }

    static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException ignored) {
            // Nothing is left that could be done about it.
        }
    }
}
