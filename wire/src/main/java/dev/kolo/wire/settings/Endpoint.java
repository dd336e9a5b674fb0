package dev.kolo.wire.settings;

/**
 * A host and a port, as people write them.
 *
 * @param host name, IPv4 address, or IPv6 address without brackets
 * @param port 1 to 65535, or 0 where any free one will do
 */
public record Endpoint(String host, int port) {
    public Endpoint {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("a port is 0 to 65535, got " + port);
        }
    }

    /** True when nobody outside this machine can reach it. */
    public boolean isLoopback() {
        return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.\\d{1,3}){3}");
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
