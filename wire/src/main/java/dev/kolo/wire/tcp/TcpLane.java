package dev.kolo.wire.tcp;

import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** One lane: its connection and where it stands. The higher rank calls the lower one. */
final class TcpLane {
    final LaneRequest request;
    final int ownNumber;
    final SendQueue sends;
    LaneState state = LaneState.OPEN;
    Optional<LaneEndpoint> remote = Optional.empty();
    Optional<SocketChannel> channel = Optional.empty();
    Optional<Receiver> receiver = Optional.empty();
    /** The greeting on its way out, then the one on its way in. */
    ByteBuffer greetingOut = ByteBuffer.allocate(0);

    final ByteBuffer greetingIn = ByteBuffer.allocate(Greeting.BYTES);
    long remoteRegionBytes;

    TcpLane(LaneRequest request, int ownNumber, SendQueue sends) {
        this.request = request;
        this.ownNumber = ownNumber;
        this.sends = sends;
    }

    boolean calls() {
        return request.rank() > request.peer();
    }

    String label() {
        return "rank " + request.peer() + remote.map(r -> " at " + r.address()).orElse("")
                + (request.index() > 0 ? ", lane " + request.index() : "");
    }
}
