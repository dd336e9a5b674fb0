package dev.kolo.cli.demo;

import dev.kolo.fabric.address.Ipv4Address;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A virtual DGX Spark.
 *
 * @param index 0 first
 * @param functions its four functions, by plane, then port
 * @param lan address of its RJ45 socket (enP7s7), from DHCP; the router has the first address of that network
 * @param environment variables for NCCL in the shell, {@code NAME=value}
 */
public record VirtualHost(int index, List<VirtualFunction> functions, IpOnNetdev lan, List<String> environment) {
    public VirtualHost {
        functions = List.copyOf(functions);
        environment = List.copyOf(environment);
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
                lan,
                environment);
    }

    public VirtualHost withLan(IpOnNetdev address) {
        return new VirtualHost(index, functions, address, environment);
    }

    public VirtualHost withEnvironment(List<String> variables) {
        return new VirtualHost(index, functions, lan, variables);
    }

    /** The LAN's router. */
    public Ipv4Address router() {
        return lan.subnet().network().plus(1);
    }

    /** Every IPv4 address that the host answers for, on whatever netdev. */
    public List<IpOnNetdev> allAddresses() {
        return Stream.concat(functions.stream().flatMap(f -> f.addresses().stream()), Stream.of(lan))
                .toList();
    }
}
