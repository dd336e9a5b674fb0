package dev.kolo.fabric.topology;

import dev.kolo.fabric.facts.Evidence;
import java.util.List;

/**
 * Two functions that reach each other directly, over one cable. {@code a} is the smaller end.
 *
 * @param a one end
 * @param b the other end
 * @param basis how it is known, the strongest way
 * @param evidence the lines that show it
 */
public record Link(FunctionId a, FunctionId b, Basis basis, List<Evidence> evidence) implements Comparable<Link> {
    /** Ways of knowing a link, strongest first. The first three are physical: they cannot lie about the plug. */
    public enum Basis {
        LLDP,
        /** A fresh neighbour entry: the MAC of the other end seen on this netdev. */
        NEIGHBOUR,
        /** A stale neighbour entry: seen once, perhaps before a plug was moved. */
        STALE_NEIGHBOUR,
        /** Both ends have an address in one subnet that nobody else uses. */
        SUBNET,
        /** A person said so. */
        STATED;

        public boolean isPhysical() {
            return this.compareTo(SUBNET) < 0;
        }
    }

    public Link {
        if (a.compareTo(b) > 0) {
            FunctionId swap = a;
            a = b;
            b = swap;
        }
        evidence = List.copyOf(evidence);
    }

    /** The other end. */
    public FunctionId peerOf(FunctionId end) {
        return end.equals(a) ? b : a;
    }

    public boolean joins(String host, String otherHost) {
        return a.host().equals(host) && b.host().equals(otherHost)
                || a.host().equals(otherHost) && b.host().equals(host);
    }

    @Override
    public int compareTo(Link other) {
        int order = a.compareTo(other.a);
        order = order != 0 ? order : b.compareTo(other.b);
        return order != 0 ? order : basis.compareTo(other.basis);
    }

    @Override
    public String toString() {
        return a + " - " + b;
    }
}
