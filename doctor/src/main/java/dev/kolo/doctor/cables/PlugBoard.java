package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Context;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Port;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The plugs as they are, on which moves can be tried before anyone touches a cable. A move is good only if afterwards
 * every cable that it touches joins ports whose addresses fit.
 */
final class PlugBoard {
    private final Context context;

    PlugBoard(Context context) {
        this.context = context;
    }

    /**
     * Moves plugs: what was in one port goes into the other, and the reverse. An empty port is a move of one plug.
     *
     * @param a one port
     * @param b another port, of the same host or not
     */
    record Exchange(Port a, Port b) {
        boolean isOnOneHost() {
            return a.host().equals(b.host());
        }
    }

    /**
     * Two functions of one plane at the two ends of a cable.
     *
     * @param a at one end
     * @param b at the other end
     */
    record Ends(Function a, Function b) {}

    /** True when the addresses of two ports, in each plane where both have one, name one link. */
    boolean fits(Port a, Port b) {
        return misfits(a, b).isEmpty();
    }

    /** The halves of two ports that have addresses but share no subnet. */
    List<Ends> misfits(Port a, Port b) {
        List<Ends> misfits = new ArrayList<>();
        for (Function here : context.functionsAt(a)) {
            for (Function there : context.functionsAt(b)) {
                boolean known = !here.subnets().isEmpty() && !there.subnets().isEmpty();
                if (here.plane() == there.plane() && known && !Addressing.meet(here, there)) {
                    misfits.add(new Ends(here, there));
                }
            }
        }
        return misfits;
    }

    /** The cables that something physical shows and whose addresses do not fit. */
    List<Cable> misfits() {
        return context.fabric().cables().stream()
                .filter(Cable::isSeen)
                .filter(c -> !fits(c.a(), c.b()))
                .toList();
    }

    /** Cables grouped so that cables of one group share hosts, and different groups share none. */
    List<List<Cable>> groups(List<Cable> cables) {
        Map<String, String> parent = new HashMap<>();
        for (Cable cable : cables) {
            String a = root(parent, cable.a().host());
            String b = root(parent, cable.b().host());
            if (!a.equals(b)) {
                parent.put(b, a);
            }
        }
        Map<String, List<Cable>> groups = new LinkedHashMap<>();
        cables.forEach(c -> groups.computeIfAbsent(root(parent, c.a().host()), r -> new ArrayList<>())
                .add(c));
        return List.copyOf(groups.values());
    }

    private static String root(Map<String, String> parent, String host) {
        String at = host;
        String up = parent.getOrDefault(at, at);
        while (!up.equals(at)) {
            at = up;
            up = parent.getOrDefault(at, at);
        }
        return at;
    }

    /** True when after the exchanges every cable of the group, and every other cable touched, fits. */
    boolean heals(Collection<Cable> group, List<Exchange> exchanges) {
        Map<Port, Port> now = new TreeMap<>();
        Set<Cable> judged = new LinkedHashSet<>(group);
        for (Exchange exchange : exchanges) {
            now.put(exchange.a(), exchange.b());
            now.put(exchange.b(), exchange.a());
            judged.addAll(context.cablesAt(exchange.a()));
            judged.addAll(context.cablesAt(exchange.b()));
        }
        for (Cable cable : judged) {
            Port a = now.getOrDefault(cable.a(), cable.a());
            Port b = now.getOrDefault(cable.b(), cable.b());
            boolean exists =
                    !context.functionsAt(a).isEmpty() && !context.functionsAt(b).isEmpty();
            if (!exists || a.host().equals(b.host()) || !fits(a, b)) {
                return false;
            }
        }
        return true;
    }

    /** The fewest exchanges that heal a group; empty when none of those tried does. */
    List<Exchange> heal(List<Cable> group) {
        List<Exchange> own = ownExchanges(group);
        for (Exchange exchange : own) {
            if (heals(group, List.of(exchange))) {
                return List.of(exchange);
            }
        }
        for (Exchange exchange : farExchanges(group)) {
            if (heals(group, List.of(exchange))) {
                return List.of(exchange);
            }
        }
        return own.size() > MAX_TRIED ? List.of() : severalExchanges(group, own);
    }

    /** Beyond this many candidates, trying two and three at once would take too long to be worth it. */
    private static final int MAX_TRIED = 24;

    private List<Exchange> severalExchanges(List<Cable> group, List<Exchange> own) {
        for (int i = 0; i < own.size(); i++) {
            for (int j = i + 1; j < own.size(); j++) {
                List<Exchange> two = List.of(own.get(i), own.get(j));
                if (isSeparate(two) && heals(group, two)) {
                    return two;
                }
            }
        }
        for (int i = 0; i < own.size(); i++) {
            for (int j = i + 1; j < own.size(); j++) {
                for (int k = j + 1; k < own.size(); k++) {
                    List<Exchange> three = List.of(own.get(i), own.get(j), own.get(k));
                    if (isSeparate(three) && heals(group, three)) {
                        return three;
                    }
                }
            }
        }
        return List.of();
    }

    private static boolean isSeparate(List<Exchange> exchanges) {
        Set<Port> ports = new TreeSet<>();
        return exchanges.stream().allMatch(e -> ports.add(e.a()) && ports.add(e.b()));
    }

    /** Exchanges of two ports of one host, for each host of the group. */
    private List<Exchange> ownExchanges(List<Cable> group) {
        Set<String> hosts = new LinkedHashSet<>();
        group.forEach(c -> {
            hosts.add(c.a().host());
            hosts.add(c.b().host());
        });
        List<Exchange> exchanges = new ArrayList<>();
        for (String host : hosts) {
            List<Port> ports = context.portsOf(host);
            for (int i = 0; i < ports.size(); i++) {
                for (int j = i + 1; j < ports.size(); j++) {
                    exchanges.add(new Exchange(ports.get(i), ports.get(j)));
                }
            }
        }
        return exchanges;
    }

    /** Exchanges of plugs of two hosts, among the ends of the group. */
    private static List<Exchange> farExchanges(List<Cable> group) {
        Set<Port> ends = new TreeSet<>();
        group.forEach(c -> {
            ends.add(c.a());
            ends.add(c.b());
        });
        List<Port> ports = List.copyOf(ends);
        List<Exchange> exchanges = new ArrayList<>();
        if (ports.size() > MAX_TRIED) {
            return exchanges;
        }
        for (int i = 0; i < ports.size(); i++) {
            for (int j = i + 1; j < ports.size(); j++) {
                if (!ports.get(i).host().equals(ports.get(j).host())) {
                    exchanges.add(new Exchange(ports.get(i), ports.get(j)));
                }
            }
        }
        return exchanges;
    }

    /** The instruction for the person at the rack. */
    String instruction(Exchange exchange) {
        boolean aEmpty = context.cablesAt(exchange.a()).isEmpty();
        boolean bEmpty = context.cablesAt(exchange.b()).isEmpty();
        if (exchange.isOnOneHost()) {
            String on =
                    exchange.a().host().isEmpty() ? "" : "on " + exchange.a().host() + " ";
            if (aEmpty || bEmpty) {
                Port from = aEmpty ? exchange.b() : exchange.a();
                Port to = aEmpty ? exchange.a() : exchange.b();
                return on + "move the plug from " + from.label() + " to " + to.label();
            }
            return on + "exchange the plugs of " + exchange.a().label() + " and "
                    + exchange.b().label();
        }
        return "exchange the plug in " + exchange.a() + " with the plug in " + exchange.b();
    }
}
