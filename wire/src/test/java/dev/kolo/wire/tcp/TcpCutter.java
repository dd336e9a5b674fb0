package dev.kolo.wire.tcp;

import dev.kolo.wire.nic.Nic;
import java.io.IOException;

/** Does to a TCP NIC's connections what networks do to them. */
public final class TcpCutter {
    private TcpCutter() {}

    /** Cuts one lane. */
    public static void cut(Nic nic, int lane) {
        ((TcpNic) nic).breakConnection(lane);
    }

    /** Puts bytes on a lane that no rank sends. */
    public static void garble(Nic nic, int lane) throws IOException {
        ((TcpNic) nic).garble(lane);
    }
}
