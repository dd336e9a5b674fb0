package dev.kolo.cli.demo;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A virtual DGX Spark.
 *
 * @param index 0 first
 * @param functions its four functions, by plane, then port
 * @param lan addresses of its RJ45 socket (enP7s7), the first one from DHCP
 */
public record VirtualHost(int index, List<VirtualFunction> functions, List<IpOnNetdev> lan) {
    public VirtualHost {
        functions = List.copyOf(functions);
        lan = List.copyOf(lan);
    }

    public String name() {
        return "spark" + (index + 1);
    }

    public VirtualFunction function(int plane, int port) {
        return functions.get(2 * plane + port);
    }

    /** The same host with one function changed. */
    public VirtualHost with(int plane, int port, UnaryOperator<VirtualFunction> change) {
        return new VirtualHost(
                index,
                functions.stream()
                        .map(f -> f.plane() == plane && f.port() == port ? change.apply(f) : f)
                        .toList(),
                lan);
    }

    public VirtualHost withLan(List<IpOnNetdev> addresses) {
        return new VirtualHost(index, functions, addresses);
    }

    /** Every IPv4 address that the host answers for, on whatever netdev. */
    public List<IpOnNetdev> allAddresses() {
        return java.util.stream.Stream.concat(functions.stream().flatMap(f -> f.addresses().stream()), lan.stream())
                .toList();
    }
}
