package dev.kolo.plan.artefact.script;

import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.RelaySection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that a plan adds to one host, in the order of adding: offload, routes, neighbours, hooks, relay rules, marks.
 * What forwards is there before what sends into it.
 */
public final class HostObjects {
    private final PlannedHost host;
    private final RelaySection relays;
    private final List<RelayObject> wanted;
    private final List<ScriptObject> objects = new ArrayList<>();

    private HostObjects(PlannedHost host, RelaySection relays) {
        this.host = host;
        this.relays = relays;
        // Groups may need the same object; the plan's order is by kind, then netdev.
        Set<RelayObject> distinct = new TreeSet<>(RelayObject.ORDER);
        relays.objects().stream().filter(o -> o.host().equals(host.name())).forEach(distinct::add);
        this.wanted = List.copyOf(distinct);
    }

    /** The objects of a host. */
    public static HostObjects of(PlannedHost host, RelaySection relays) {
        HostObjects made = new HostObjects(host, relays);
        made.collect();
        return made;
    }

    private void collect() {
        Set<String> relaying = new TreeSet<>(relayingNetdevs());
        Set<String> hooked = new TreeSet<>();
        if (relays.backend() == Backend.HARDWARE) {
            relaying.forEach(n -> objects.add(new ScriptObject.Offload(n)));
        }
        for (RelayObject object : wanted) {
            switch (object) {
                case RelayObject.Route r -> objects.add(new ScriptObject.Route(r));
                case RelayObject.Neighbour n -> objects.add(new ScriptObject.Neighbour(n));
                case RelayObject.Filter f -> hooked.add(f.ingress());
                case RelayObject.PairFilter f -> hooked.add(f.ingress());
                case RelayObject.Marker m when relays.backend() == Backend.KERNEL -> hooked.add(m.netdev());
                case RelayObject.Marker _, RelayObject.PortMarker _ -> {}
            }
        }
        hooked.forEach(n -> objects.add(new ScriptObject.Clsact(n)));
        wanted.forEach(this::addRule);
        addMarkers();
    }

    private void addRule(RelayObject object) {
        switch (object) {
            case RelayObject.Filter f ->
                objects.add(new ScriptObject.Relay(
                        f.ingress(), f.relaysLeft(), relays.backend(), Optional.empty(), f.nextHop(), f.egress()));
            case RelayObject.PairFilter f ->
                objects.add(new ScriptObject.Relay(
                        f.ingress(),
                        1,
                        relays.backend(),
                        Optional.of(new ScriptObject.Relay.MacPair(f.source(), f.destination())),
                        f.nextHop(),
                        f.egress()));
            case RelayObject.Route _, RelayObject.Neighbour _, RelayObject.Marker _, RelayObject.PortMarker _ -> {}
        }
    }

    private void addMarkers() {
        Map<String, List<RelayObject.Marker>> byDevice = new TreeMap<>();
        Set<String> byPort = new TreeSet<>();
        for (RelayObject object : wanted) {
            if (object instanceof RelayObject.Marker m) {
                byDevice.computeIfAbsent(m.device(), d -> new ArrayList<>()).add(m);
            } else if (object instanceof RelayObject.PortMarker m) {
                byPort.add(m.device());
            }
        }
        if (relays.backend() == Backend.KERNEL) {
            byDevice.values().forEach(rules -> rules.forEach(m -> objects.add(new ScriptObject.Mark(m))));
            return;
        }
        String program = relays.marker().orElse("");
        byDevice.forEach((device, rules) -> objects.add(ScriptObject.MarkerProcess.of(program, device, rules)));
        byPort.forEach(device -> objects.add(ScriptObject.MarkerProcess.ofPort(program, device)));
    }

    /** Netdevs of this host through which frames of others pass. */
    private Set<String> relayingNetdevs() {
        Set<String> netdevs = new LinkedHashSet<>();
        for (RelayObject object : wanted) {
            switch (object) {
                case RelayObject.Filter f -> {
                    netdevs.add(f.ingress());
                    netdevs.add(f.egress());
                }
                case RelayObject.PairFilter f -> {
                    netdevs.add(f.ingress());
                    netdevs.add(f.egress());
                }
                case RelayObject.Route _, RelayObject.Neighbour _, RelayObject.Marker _, RelayObject.PortMarker _ -> {}
            }
        }
        return netdevs;
    }

    /** Functions of this host through whose hairpin queues frames of others pass. */
    public List<PlannedFunction> relaying() {
        Set<String> netdevs = relayingNetdevs();
        return host.functions().stream()
                .filter(f -> netdevs.contains(f.netdev()))
                .toList();
    }

    /** Devices that get a marker process; none with the kernel backend. */
    public List<String> markedDevices() {
        return objects.stream()
                .filter(o -> o instanceof ScriptObject.MarkerProcess)
                .map(o -> ((ScriptObject.MarkerProcess) o).device())
                .toList();
    }

    public boolean isEmpty() {
        return objects.isEmpty();
    }

    List<ScriptObject> inOrder() {
        return objects;
    }
}
