package dev.kolo.doctor.check;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the addresses of functions as the checks need them. */
public final class Addressing {
    private Addressing() {}

    /** IPv4 addresses that the kernel holds now, link-local ones included. */
    public static List<NetAddress> live(Function function) {
        return function.netdev().map(Netdev::addresses).orElse(List.of()).stream()
                .filter(a -> a.origin() == NetAddress.Origin.LIVE)
                .filter(a -> a.ipv4().isPresent() && !a.address().isLoopback())
                .toList();
    }

    /** IPv4 addresses that can name an end of a link: neither link-local nor loopback; live before configured. */
    public static List<NetAddress> routable(Function function) {
        return function.ipv4Addresses().stream()
                .filter(a -> !a.address().isLinkLocal())
                .toList();
    }

    /** True when the list of addresses is known to be complete, so that a missing one is missing. */
    public static boolean isKnown(Function function) {
        return function.netdev().filter(Netdev::addressesObserved).isPresent();
    }

    /** The address that lies in the peer's network, and the peer's in it: both prefix lengths agree that they are one link. */
    public static boolean meet(Function a, Function b) {
        return a.subnets().stream().anyMatch(s -> b.subnets().contains(s)) || seeEachOther(a, b);
    }

    /** Each end has an address inside a network of the other, whatever the prefix lengths. */
    public static boolean seeEachOther(Function a, Function b) {
        return reaches(a, b) && reaches(b, a);
    }

    private static boolean reaches(Function from, Function to) {
        return from.subnets().stream()
                .anyMatch(s ->
                        routable(to).stream().flatMap(x -> x.ipv4().stream()).anyMatch(s::contains));
    }

    /** The addresses as text: "10.10.0.10/24", "no IPv4". */
    public static String text(Function function) {
        List<NetAddress> all = function.ipv4Addresses();
        return all.isEmpty()
                ? "no IPv4"
                : Phrase.list(all.stream().map(NetAddress::toString).toList());
    }

    /** The name and the addresses: "spark1:enp1s0f0np0 10.10.0.10/24". */
    public static String describe(Function function) {
        return function.id() + " " + text(function);
    }

    /** Where the addresses were read. */
    public static List<Evidence> evidence(Function function) {
        List<Evidence> lines = new ArrayList<>();
        function.ipv4Addresses().forEach(a -> lines.add(a.evidence()));
        if (lines.isEmpty()) {
            lines.add(function.evidence());
        }
        return lines;
    }

    /** The address of the function in a network. */
    public static Optional<NetAddress> in(Function function, Subnet subnet) {
        return routable(function).stream()
                .filter(a -> a.ipv4().filter(subnet::contains).isPresent())
                .findFirst();
    }

    /** A host address in the network that is not one of those taken: the suggestion of a fix. */
    public static Optional<Ipv4Address> free(Subnet subnet, Set<Ipv4Address> taken, int preferredHostPart) {
        int size = subnet.prefixLength() >= 31 ? 1 << (32 - subnet.prefixLength()) : 256;
        int first = subnet.prefixLength() >= 31 ? 0 : 1;
        int last =
                subnet.prefixLength() >= 31 ? size - 1 : (int) Math.min(254, (1L << (32 - subnet.prefixLength())) - 2);
        if (preferredHostPart >= first && preferredHostPart <= last) {
            Ipv4Address preferred = subnet.network().plus(preferredHostPart);
            if (!taken.contains(preferred)) {
                return Optional.of(preferred);
            }
        }
        for (int i = first; i <= last; i++) {
            Ipv4Address candidate = subnet.network().plus(i);
            if (!taken.contains(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }
}
