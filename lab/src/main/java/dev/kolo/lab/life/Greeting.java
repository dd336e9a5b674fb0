package dev.kolo.lab.life;

import dev.kolo.fabric.names.ShellWord;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.layout.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What makes the kernels of a fresh lab know who is at the other end of their cables, as those of machines do that have
 * talked to each other: one ping from every port. Without it a scan could only believe the addresses.
 *
 * @param layout the lab
 * @param busybox by its path in the guests
 */
public record Greeting(LabLayout layout, String busybox) {
    /** Ample: a ping waits for four seconds at most. */
    public static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(3);

    /** A line of shell that pings from every port of a host: the address that should be there, or all neighbours. */
    public String line(LabHost host) {
        List<String> pings = new ArrayList<>();
        for (LabPort port : host.ports()) {
            String program = ShellWord.quote(busybox);
            if (port.address().isEmpty() && !(port.wire() instanceof Wire.Free)) {
                pings.add(program + " ping6 -c 2 -w 4 -I " + ShellWord.quote(port.netdev()) + " ff02::1");
            }
            for (LabHost other : layout.hosts()) {
                for (LabPort peer : other.ports()) {
                    if (other.index() != host.index() && isOneNetwork(port, peer)) {
                        pings.add(program + " ping -c 1 -w 4 " + peer.address().orElseThrow());
                    }
                }
            }
        }
        return pings.isEmpty() ? "true" : "{ " + String.join(" & ", pings) + " & wait; } >/dev/null 2>&1";
    }

    private static boolean isOneNetwork(LabPort a, LabPort b) {
        return a.address().isPresent()
                && b.address().isPresent()
                && a.address().get().bits() >> (32 - LabPort.PREFIX_LENGTH)
                        == b.address().get().bits() >> (32 - LabPort.PREFIX_LENGTH);
    }
}
