package dev.kolo.fabric.topology;

import dev.kolo.fabric.facts.NaturalOrder;

/**
 * A QSFP cage of a host: what a plug goes into. On a Spark it shows two functions, one a PCIe half.
 *
 * @param host host name
 * @param card index of the card on its host, 0 first; hosts with one card only have 0
 * @param number the number printed in device names: port 0 is the one next to the RJ45 socket on a Spark
 */
public record Port(String host, int card, int number) implements Comparable<Port> {
    /** "port 0", or "card 1 port 0" on hosts with several cards. */
    public String label() {
        return card == 0 ? "port " + number : "card " + card + " port " + number;
    }

    @Override
    public int compareTo(Port other) {
        int order = NaturalOrder.compare(host, other.host);
        order = order != 0 ? order : Integer.compare(card, other.card);
        return order != 0 ? order : Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return host.isEmpty() ? label() : host + " " + label();
    }
}
