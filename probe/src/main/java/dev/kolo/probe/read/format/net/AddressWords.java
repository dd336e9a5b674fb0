package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Addresses as tools print them: "10.0.0.1/24", "fe80::1/64", or bare. */
public final class AddressWords {
    private AddressWords() {}

    /** An address that the kernel holds. */
    public static Optional<NetAddress> live(String word, Optional<Boolean> dynamic, Evidence evidence) {
        return read(word, NetAddress.Origin.LIVE, dynamic, evidence);
    }

    /** An address that a file asks for. */
    public static Optional<NetAddress> configured(String word, Evidence evidence) {
        return read(word, NetAddress.Origin.CONFIGURED, Optional.empty(), evidence);
    }

    /** True for an address with its prefix length. */
    public static boolean isWithPrefix(String word) {
        return word.indexOf('/') > 0
                && live(word, Optional.empty(), Evidence.NONE).isPresent();
    }

    private static Optional<NetAddress> read(
            String word, NetAddress.Origin origin, Optional<Boolean> dynamic, Evidence evidence) {
        int slash = word.indexOf('/');
        String text = slash < 0 ? word : word.substring(0, slash);
        OptionalInt prefix = slash < 0 ? OptionalInt.empty() : Words.number(word.substring(slash + 1));
        Optional<IpAddress> address = Names.ip(text);
        boolean fits = slash < 0
                || prefix.isPresent()
                        && address.filter(a -> prefix.getAsInt() <= a.width()).isPresent();
        return fits ? address.map(a -> new NetAddress(a, prefix, origin, dynamic, evidence)) : Optional.empty();
    }

    /** Whether iproute2's flags call an address dynamic; absent when they say nothing. */
    static Optional<Boolean> dynamic(List<String> words) {
        return words.contains("dynamic") ? Optional.of(true) : Optional.empty();
    }
}
