package dev.kolo.wire.session.run;

import dev.kolo.wire.session.star.Pipe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Locale;

/**
 * A socket as the star sees it. What matters is how it ends: a reset or an end of file comes from the other process or its
 * kernel, while "timed out" and "no route" come from a network that says nothing of the process.
 */
final class SocketPipe implements Pipe {
    private final SocketChannel channel;
    private final String peer;
    private State state = State.OPEN;

    SocketPipe(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.channel = channel;
        this.peer = words((InetSocketAddress) channel.getRemoteAddress());
    }

    static String words(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** The own address on this connection: the one that the other ranks can reach. */
    InetAddress ownAddress() throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
    }

    @Override
    public int read(ByteBuffer into) {
        if (state != State.OPEN || !into.hasRemaining()) {
            return 0;
        }
        try {
            int read = channel.read(into);
            if (read < 0) {
                state = State.ENDED;
            }
            return Math.max(0, read);
        } catch (IOException e) {
            state = meaning(e);
            return 0;
        }
    }

    @Override
    public int write(ByteBuffer from) {
        try {
            return state == State.OPEN ? channel.write(from) : 0;
        } catch (IOException e) {
            // A broken pipe is for reading to find: what the other end said last may still be there.
            if (meaning(e) == State.UNREACHABLE) {
                state = State.UNREACHABLE;
            }
            return 0;
        }
    }

    static State meaning(IOException e) {
        String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        boolean network = e instanceof NoRouteToHostException
                || words.contains("timed out")
                || words.contains("no route")
                || words.contains("unreachable")
                || words.contains("network is down");
        return network ? State.UNREACHABLE : State.ENDED;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public void close() {
        state = State.ENDED;
        try {
            channel.close();
        } catch (IOException ignored) {
            // Nothing is left that could be done about it.
        }
    }
}
