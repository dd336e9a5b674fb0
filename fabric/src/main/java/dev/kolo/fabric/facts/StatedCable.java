package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.Subnet;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A cable that a person described ("spark1 port 0 to spark2 port 1"). Weaker than anything that a machine saw.
 *
 * @param a one end
 * @param b the other end
 * @param subnet the subnet that the description gives it
 * @param evidence the line
 */
public record StatedCable(End a, End b, Optional<Subnet> subnet, Evidence evidence) {
    /**
     * One end.
     *
     * @param host host name as written
     * @param port QSFP port number
     * @param netdev netdev name, when written
     */
    public record End(String host, OptionalInt port, Optional<String> netdev) {}
}
