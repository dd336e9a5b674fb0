package dev.kolo.wire.tcp;

import dev.kolo.wire.faults.SetUpFaults;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import java.net.InetAddress;

class TcpSetUpFaultsTest extends SetUpFaults {
    private int world = 2;

    @Override
    protected void begin(int ofWorld) {
        world = ofWorld;
    }

    @Override
    protected Nic open(SessionId session, int rank) throws NicException {
        return new TcpNic(new TcpSettings(session, rank, world, 1, "secret", InetAddress.getLoopbackAddress()));
    }
}
