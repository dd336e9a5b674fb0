package dev.kolo.wire.tcp;

import dev.kolo.wire.faults.FaultMatrix;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

class TcpFaultsTest extends FaultMatrix {
    private List<TcpNic> opened = List.of();

    @Override
    protected List<? extends Nic> open(int world) throws NicException {
        List<TcpNic> nics = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            nics.add(new TcpNic(
                    new TcpSettings(new SessionId(3, 4), rank, world, 1, "secret", InetAddress.getLoopbackAddress())));
        }
        opened = nics;
        return nics;
    }

    @Override
    protected void sever(int rank, int peer) {
        opened.get(rank).breakConnection(peer);
    }

    @Override
    protected boolean garble(int rank, int peer) throws IOException {
        opened.get(rank).garble(peer);
        return true;
    }
}
