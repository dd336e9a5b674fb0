package dev.kolo.wire.session.run;

import dev.kolo.wire.record.Nonce;
import dev.kolo.wire.session.star.Credentials;
import dev.kolo.wire.session.star.LeafStar;
import dev.kolo.wire.session.star.RootStar;
import dev.kolo.wire.session.star.Star;
import dev.kolo.wire.session.star.StarListener;
import dev.kolo.wire.session.star.StarTimes;
import dev.kolo.wire.settings.Endpoint;
import dev.kolo.wire.settings.WireSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.Optional;

/** This rank's end of the star over sockets: rank 0 listens, the others call. */
final class Rendezvous implements AutoCloseable {
    private final Star star;
    private final Optional<ServerSocketChannel> listener;
    private final Optional<SocketDialer> dialer;

    private Rendezvous(Star star, Optional<ServerSocketChannel> listener, Optional<SocketDialer> dialer) {
        this.star = star;
        this.listener = listener;
        this.dialer = dialer;
    }

    /**
     * Begins to meet.
     *
     * @throws SessionException when rank 0 cannot listen at the rendezvous
     */
    static Rendezvous open(WireSettings settings, String host, StarListener news) throws SessionException {
        byte[] nonce = new byte[Nonce.BYTES];
        new SecureRandom().nextBytes(nonce);
        Credentials own =
                new Credentials(settings.world(), settings.rank(), host, settings.token(), Nonce.ofBytes(nonce));
        StarTimes times =
                StarTimes.of(settings.waits().setupNanos(), settings.waits().lanGraceNanos());
        if (settings.rank() == 0) {
            RootStar root = new RootStar(own, times, news);
            return new Rendezvous(root, Optional.of(listen(settings.rendezvous())), Optional.empty());
        }
        SocketDialer dialer = new SocketDialer(settings.rendezvous());
        return new Rendezvous(new LeafStar(own, times, news, dialer), Optional.empty(), Optional.of(dialer));
    }

    private static ServerSocketChannel listen(Endpoint at) throws SessionException {
        try {
            InetAddress address = InetAddress.getByName(at.host());
            if (address.isAnyLocalAddress()) {
                throw new SessionException("the rendezvous is " + at
                        + ", which means every address of this host: name the one in the management network");
            }
            ServerSocketChannel listener = ServerSocketChannel.open();
            listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listener.configureBlocking(false);
            listener.bind(new InetSocketAddress(address, at.port()), 128);
            return listener;
        } catch (UnknownHostException e) {
            throw new SessionException("the rendezvous is " + at + ", and no host has this name", e);
        } catch (IOException e) {
            throw new SessionException(
                    "rank 0 cannot listen at the rendezvous " + at + ": " + e.getMessage()
                            + ". It must be an address of this host, and nothing else may listen there",
                    e);
        }
    }

    Star star() {
        return star;
    }

    /** Where rank 0 listens, with the port that it was given for port 0; empty at other ranks. */
    Optional<Endpoint> listensAt() {
        return listener.map(l -> {
            try {
                InetSocketAddress bound = (InetSocketAddress) l.getLocalAddress();
                return new Endpoint(bound.getAddress().getHostAddress(), bound.getPort());
            } catch (IOException e) {
                throw new IllegalStateException("a listener without an address", e);
            }
        });
    }

    /** The own address in the management network, once known. */
    Optional<InetAddress> ownAddress() {
        return dialer.isPresent() ? dialer.get().ownAddress() : listensAt().map(at -> InetAddress.ofLiteral(at.host()));
    }

    /** Lets ranks in that call; also those that come too late, who are told so. */
    void accept() {
        if (listener.isEmpty() || !(star instanceof RootStar root)) {
            return;
        }
        try {
            for (SocketChannel next = listener.get().accept();
                    next != null;
                    next = listener.get().accept()) {
                root.accept(new SocketPipe(next));
            }
        } catch (IOException gone) {
            // The caller has hung up already.
        }
    }

    @Override
    public void close() {
        star.close();
        if (listener.isPresent()) {
            try {
                listener.get().close();
            } catch (IOException ignored) {
                // Nothing is left that could be done about it.
            }
        }
    }
}
