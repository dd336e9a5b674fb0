package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.MacAddress;
import java.util.Optional;

/**
 * What the far end of a cable said of itself by LLDP.
 *
 * @param netdev the netdev on which it was heard
 * @param systemName host name of the far end
 * @param chassisMac MAC that names the chassis
 * @param portMac MAC of the far port, when the port is named by one
 * @param portName netdev name of the far port, when it is named so
 * @param evidence where it was read
 */
public record LldpNeighbour(
        String netdev,
        Optional<String> systemName,
        Optional<MacAddress> chassisMac,
        Optional<MacAddress> portMac,
        Optional<String> portName,
        Evidence evidence) {}
