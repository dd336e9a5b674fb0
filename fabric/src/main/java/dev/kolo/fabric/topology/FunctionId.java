package dev.kolo.fabric.topology;

import dev.kolo.fabric.facts.NaturalOrder;

/**
 * Names one function of the fabric.
 *
 * @param host host name
 * @param name netdev name, or RDMA device name when no netdev was seen
 */
public record FunctionId(String host, String name) implements Comparable<FunctionId> {
    @Override
    public int compareTo(FunctionId other) {
        int byHost = NaturalOrder.compare(host, other.host);
        return byHost != 0 ? byHost : NaturalOrder.compare(name, other.name);
    }

    @Override
    public String toString() {
        return host.isEmpty() ? name : host + ":" + name;
    }
}
