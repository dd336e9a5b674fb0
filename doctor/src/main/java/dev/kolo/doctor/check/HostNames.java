package dev.kolo.doctor.check;

import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the host that a name or an address means: job lists write either, with or without a domain. */
public final class HostNames {
    private final Map<String, String> byName = new HashMap<>();
    private final Map<String, String> byAddress = new HashMap<>();

    public HostNames(Context context) {
        Set<String> ambiguous = new HashSet<>();
        for (NodeFacts facts : context.inventory().hosts()) {
            byName.put(plain(facts.host()), facts.host());
            for (Netdev netdev : facts.netdevs()) {
                for (NetAddress address : netdev.addresses()) {
                    String text = address.address().toString();
                    String known = byAddress.put(text, facts.host());
                    if (address.address().isLoopback() || known != null && !known.equals(facts.host())) {
                        ambiguous.add(text);
                    }
                }
            }
        }
        byAddress.keySet().removeAll(ambiguous);
        context.remarks(Remark.Kind.HOST_ADDRESS).stream()
                .filter(r -> !r.host().isEmpty())
                .forEach(r -> byAddress.putIfAbsent(r.value(), r.host()));
    }

    /** The host's name in the inventory; empty when nothing tells. */
    public Optional<String> resolve(String nameOrAddress) {
        String text = nameOrAddress.trim();
        return Optional.ofNullable(byAddress.get(text)).or(() -> Optional.ofNullable(byName.get(plain(text))));
    }

    private static String plain(String host) {
        int dot = host.indexOf('.');
        boolean isName = dot > 0 && !Character.isDigit(host.charAt(0));
        return (isName ? host.substring(0, dot) : host).toLowerCase(Locale.ROOT);
    }
}
