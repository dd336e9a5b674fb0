package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.topology.Function;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Suggests the address that puts one end of a cable into the subnet of the other. */
final class Readdressing {
    private final Context context;
    private final Set<Ipv4Address> taken = new HashSet<>();

    Readdressing(Context context) {
        this.context = context;
        context.fabric().functions().stream()
                .flatMap(f -> f.ipv4Addresses().stream())
                .flatMap(x -> x.ipv4().stream())
                .forEach(taken::add);
    }

    /** The change for the end that is more likely wrong: the one whose subnet other functions use, else the second. */
    String oneSubnet(Function a, Function b) {
        boolean changeA = isSharedElsewhere(a) && !isSharedElsewhere(b);
        return changeA ? change(a, b) : change(b, a);
    }

    private boolean isSharedElsewhere(Function function) {
        return !context.claimsOf(function.id()).isEmpty();
    }

    private String change(Function wrong, Function right) {
        Subnet subnet = right.subnets().getFirst();
        int part = Addressing.routable(wrong).stream()
                .flatMap(x -> x.ipv4().stream())
                .map(x -> x.bits() & ~Subnet.mask(subnet.prefixLength()))
                .findFirst()
                .orElse(0);
        Optional<Ipv4Address> free = Addressing.free(subnet, taken, part);
        String old = Phrase.list(
                Addressing.routable(wrong).stream().map(NetAddress::toString).toList());
        return Phrase.on(wrong.host())
                + free.map(f -> "give " + wrong.name() + " the address " + f + "/" + subnet.prefixLength()
                                + " instead of " + old)
                        .orElse("give " + wrong.name() + " a free address in " + subnet + " instead of " + old);
    }
}
