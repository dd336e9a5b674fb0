package dev.kolo.fabric.topology;

import java.util.List;

/**
 * What joins two ports, with the links that run over it (two on a Spark, one a PCIe half). {@code a} is the smaller end.
 *
 * @param a one plug
 * @param b the other plug
 * @param links its links, in plane order
 */
public record Cable(Port a, Port b, List<Link> links) implements Comparable<Cable> {
    public Cable {
        links = List.copyOf(links);
    }

    /** True when something physical shows it, as against addresses that only claim it. */
    public boolean isSeen() {
        return links.stream().anyMatch(l -> l.basis().isPhysical());
    }

    public Port end(String host) {
        return a.host().equals(host) ? a : b;
    }

    public String peerOf(String host) {
        return a.host().equals(host) ? b.host() : a.host();
    }

    public boolean joins(String host, String otherHost) {
        return a.host().equals(host) && b.host().equals(otherHost)
                || a.host().equals(otherHost) && b.host().equals(host);
    }

    @Override
    public int compareTo(Cable other) {
        int order = a.compareTo(other.a);
        return order != 0 ? order : b.compareTo(other.b);
    }

    @Override
    public String toString() {
        return a + " - " + b;
    }
}
