package dev.kolo.wire.tcp;

import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.RecordException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where higher ranks call: listens at one address, lets callers greet, and hands a connection to the lane that it proves to
 * belong to. Open only while a lane still waits for its caller; strangers are bounded in number and turned away.
 */
final class Door {
    private static final int MAX_CALLERS = 64;

    private final TcpSettings settings;
    private final ServerSocketChannel listener;
    private final String address;
    private final ArrayDeque<Caller> callers = new ArrayDeque<>();

    Door(TcpSettings settings) throws NicException {
        this.settings = settings;
        try {
            listener = ServerSocketChannel.open();
            listener.configureBlocking(false);
            listener.bind(new InetSocketAddress(settings.listenAddress(), 0), 128);
            InetSocketAddress bound = (InetSocketAddress) listener.getLocalAddress();
            String host = bound.getAddress().getHostAddress();
            address = (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort();
        } catch (IOException e) {
            throw new NicException(
                    "the TCP NIC cannot listen at " + settings.listenAddress().getHostAddress() + ": " + e.getMessage()
                            + "; is it an address of this host?",
                    e);
        }
    }

    /** Someone who called and has not proven anything yet. */
    private record Caller(SocketChannel channel, ByteBuffer greeting) {}

    /** Where it listens, as peers are told. */
    String address() {
        return address;
    }

    boolean isOpen() {
        return listener.isOpen();
    }

    /** An address from another process: a literal and a port, and never a name that would be looked up. */
    static InetSocketAddress parse(int peer, String text) throws NicException {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            if (!port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > 65_535) {
                throw new IllegalArgumentException("no port");
            }
            return new InetSocketAddress(InetAddress.ofLiteral(host), Integer.parseInt(port));
        } catch (IllegalArgumentException e) {
            throw new NicException(
                    "rank " + peer + " offers the address \"" + text
                            + "\", which is none: it runs another kind of NIC or another version of Kolo",
                    e);
        }
    }

    /** Lets callers in, and closes once nobody is waited for. */
    void attend(TcpLane[] lanes) {
        boolean waiting = false;
        boolean anyOpened = false;
        for (TcpLane lane : lanes) {
            anyOpened |= lane != null;
            waiting |= lane != null && !lane.calls() && lane.state.compareTo(LaneState.READY) < 0;
        }
        if (anyOpened && !waiting) {
            close();
            return;
        }
        try {
            for (SocketChannel next = listener.accept(); next != null; next = listener.accept()) {
                Handshake.prepare(next);
                callers.add(new Caller(next, ByteBuffer.allocate(Greeting.BYTES)));
                if (callers.size() > MAX_CALLERS) {
                    Handshake.closeQuietly(callers.remove().channel());
                }
            }
        } catch (IOException e) {
            // The caller has gone again.
        }
        List<Caller> done = new ArrayList<>();
        for (Caller caller : callers) {
            if (hear(caller, lanes)) {
                done.add(caller);
            }
        }
        callers.removeAll(done);
    }

    /** True when nothing more is wanted of this caller here. */
    private boolean hear(Caller caller, TcpLane[] lanes) {
        try {
            if (caller.greeting().hasRemaining() && caller.channel().read(caller.greeting()) < 0) {
                throw new IOException("it has gone");
            }
            if (caller.greeting().hasRemaining()) {
                return false;
            }
            Greeting greeting = Greeting.parse(caller.greeting().array(), settings.token());
            for (TcpLane lane : lanes) {
                if (lane != null && !lane.calls() && lane.remote.isEmpty() && isFor(greeting, lane)) {
                    return false;
                }
                if (lane != null && waitsFor(lane, greeting)) {
                    lane.greetingOut = ByteBuffer.wrap(greeting.answer().toBytes(settings.token()));
                    lane.channel = Optional.of(caller.channel());
                    return true;
                }
            }
        } catch (IOException | RecordException stranger) {
            // Closed below.
        }
        Handshake.closeQuietly(caller.channel());
        return true;
    }

    private static boolean isFor(Greeting greeting, TcpLane lane) {
        return greeting.from() == lane.request.peer() && greeting.index() == lane.request.index();
    }

    private boolean waitsFor(TcpLane lane, Greeting greeting) {
        return !lane.calls()
                && lane.channel.isEmpty()
                && lane.remote.isPresent()
                && Handshake.greeting(lane, settings).answer().equals(greeting);
    }

    void close() {
        callers.forEach(caller -> Handshake.closeQuietly(caller.channel()));
        callers.clear();
        try {
            listener.close();
        } catch (IOException ignored) {
            // Nothing is left that could be done about it.
        }
    }
}
