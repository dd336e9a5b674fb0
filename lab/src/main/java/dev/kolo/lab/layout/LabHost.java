package dev.kolo.lab.layout;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import java.util.List;

/**
 * A virtual host.
 *
 * @param index its place, counted from 0
 * @param name its host name
 * @param managementMac hardware address of its interface to the management network
 * @param managementAddress its address there
 * @param ports its fabric functions, plane by plane
 */
public record LabHost(
        int index, String name, MacAddress managementMac, Ipv4Address managementAddress, List<LabPort> ports) {
    /** The interface to the management network, as a Spark's LAN port is called. */
    public static final String MANAGEMENT_NETDEV = "enP7s7";

    public LabHost {
        ports = List.copyOf(ports);
    }

    /** The function of a port on a plane. */
    public LabPort port(int plane, int port) {
        return ports.stream()
                .filter(p -> p.plane() == plane && p.port() == port)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no port " + port + " on plane " + plane));
    }
}
