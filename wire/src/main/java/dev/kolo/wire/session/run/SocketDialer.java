package dev.kolo.wire.session.run;

import dev.kolo.wire.session.star.Dialer;
import dev.kolo.wire.session.star.Pipe;
import dev.kolo.wire.settings.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** Calls rank 0 until it answers; the pause between two calls doubles from 50 ms to 1 s. */
final class SocketDialer implements Dialer {
    private static final long FIRST_PAUSE_NANOS = 50_000_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;
    /** A call that is not answered by then is given up: its first packet may have gone into a hole. */
    private static final long CALL_NANOS = 5_000_000_000L;

    private final Endpoint rendezvous;
    private Optional<SocketChannel> calling = Optional.empty();
    private Optional<InetAddress> ownAddress = Optional.empty();
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long nextNanos;
    private long calledNanos;
    private boolean begun;
    private String last = "not called yet";

    SocketDialer(Endpoint rendezvous) {
        this.rendezvous = rendezvous;
    }

    /** The own address in the network in which rank 0 was reached. */
    Optional<InetAddress> ownAddress() {
        return ownAddress;
    }

    @Override
    public Optional<Pipe> dial(long nowNanos) {
        if (calling.isEmpty() && (!begun || nowNanos - nextNanos >= 0)) {
            call(nowNanos);
        }
        if (calling.isEmpty()) {
            return Optional.empty();
        }
        SocketChannel channel = calling.get();
        try {
            if (!channel.isConnected() && !channel.finishConnect()) {
                if (nowNanos - calledNanos > CALL_NANOS) {
                    throw new IOException("no answer within 5 s");
                }
                return Optional.empty();
            }
            SocketPipe pipe = new SocketPipe(channel);
            ownAddress = Optional.of(pipe.ownAddress());
            calling = Optional.empty();
            later(nowNanos);
            last = "connected";
            return Optional.of(pipe);
        } catch (IOException e) {
            failed(e, nowNanos);
            return Optional.empty();
        }
    }

    private void call(long nowNanos) {
        begun = true;
        calledNanos = nowNanos;
        try {
            InetAddress address = InetAddress.getByName(rendezvous.host());
            SocketChannel channel = SocketChannel.open();
            calling = Optional.of(channel);
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(address, rendezvous.port()));
        } catch (UnknownHostException e) {
            last = "no host has the name \"" + rendezvous.host() + "\"";
            later(nowNanos);
        } catch (IOException e) {
            failed(e, nowNanos);
        }
    }

    private void failed(IOException e, long nowNanos) {
        last = String.valueOf(e.getMessage());
        calling.ifPresent(channel -> {
            try {
                channel.close();
            } catch (IOException ignored) {
                // It is given up in any case.
            }
        });
        calling = Optional.empty();
        later(nowNanos);
    }

    private void later(long nowNanos) {
        nextNanos = nowNanos + pauseNanos;
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    }

    @Override
    public String describe() {
        return rendezvous + " (" + last + ")";
    }
}
