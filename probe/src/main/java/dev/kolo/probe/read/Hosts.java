package dev.kolo.probe.read;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.probe.read.HostText.Named;
import dev.kolo.probe.read.text.Names;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which parts of which texts speak of one machine. A name in the text goes before a folder's name, and nothing
 * goes before MAC addresses: two parts that name one netdev but two MACs are two machines, whatever they are called.
 */
final class Hosts {
    private final List<ReadResult.Problem> problems = new ArrayList<>();
    private final Map<String, List<Part>> byKey = new LinkedHashMap<>();
    private final Map<String, String> displayNames = new LinkedHashMap<>();
    private int parts;

    /**
     * What one text says of one host.
     *
     * @param index its place among all parts
     * @param pciFacts properties of PCI functions in it
     * @param source the text's name
     * @param facts its facts
     * @param identity what tells machines apart
     */
    private record Part(
            int index, List<HostText.PciFact> pciFacts, SourceText source, NodeFacts facts, Identity identity) {}

    /** Parts that speak of one machine. */
    private static final class Machine {
        final List<Part> parts = new ArrayList<>();

        boolean accepts(Part part) {
            return parts.stream().noneMatch(p -> p.identity.contradicts(part.identity));
        }

        /** True when a part of it lay in the same folder, or in the same loose text. */
        boolean isFrom(SourceText source) {
            return parts.stream()
                    .anyMatch(p -> source.host().isPresent()
                            ? p.source.host().equals(source.host())
                            : p.source.name().equals(source.name()));
        }

        boolean shares(Part part) {
            return parts.stream().anyMatch(p -> p.identity.agrees(part.identity));
        }
    }

    /** The hosts of all texts, with unique names. */
    List<NodeFacts> join(List<TextReading> texts) {
        Map<String, List<TextReading>> groups = new LinkedHashMap<>();
        for (TextReading text : texts) {
            if (text.source().naming() == SourceText.Naming.GIVEN) {
                // Whoever was asked by name speaks for no loose file beside it.
                place("", List.of(text));
                continue;
            }
            boolean folder = text.source().naming() == SourceText.Naming.FOLDER;
            groups.computeIfAbsent(folder ? text.source().host().orElse("") : "", g -> new ArrayList<>())
                    .add(text);
        }
        groups.forEach(this::place);
        List<NodeFacts> hosts = new ArrayList<>();
        byKey.forEach((key, ofOneName) -> build(key, machines(ofOneName), hosts));
        return hosts;
    }

    /** Adds a host of an inventory: it is joined with what texts say of it, unless it is another machine. */
    void add(NodeFacts facts, SourceText source) {
        put(facts.host(), new Part(parts++, List.of(), source, facts, Identity.of(facts)));
    }

    List<ReadResult.Problem> problems() {
        return problems;
    }

    /** Gives each part of one folder's texts its host's name. */
    private void place(String folder, List<TextReading> texts) {
        Optional<String> only = onlyName(texts);
        for (TextReading text : texts) {
            text.report().inventories().forEach(i -> i.hosts().forEach(h -> add(h, text.source())));
            Optional<String> within = onlyName(List.of(text));
            for (HostText host : text.hosts().all()) {
                NodeFacts facts = host.facts().build();
                if (host.facts().isEmpty() && host.pciFacts().isEmpty()) {
                    continue;
                }
                String name = host.named() != Named.NOT
                        ? host.name()
                        : within.or(() -> only).orElse(folder);
                put(name, new Part(parts++, host.pciFacts(), text.source(), facts, Identity.of(facts)));
            }
        }
    }

    /** The one host that texts name, when a host named itself there and nobody names another. */
    private static Optional<String> onlyName(List<TextReading> texts) {
        Set<String> keys = new LinkedHashSet<>();
        Optional<String> name = Optional.empty();
        boolean byItself = false;
        for (TextReading text : texts) {
            for (HostText host : text.hosts().all()) {
                if (host.named() != Named.NOT && !host.facts().isEmpty() || host.named() == Named.BY_ITSELF) {
                    keys.add(Names.hostKey(host.name()));
                    name = name.isPresent() ? name : Optional.of(host.name());
                    byItself |= host.named() == Named.BY_ITSELF;
                }
            }
        }
        return byItself && keys.size() == 1 ? name : Optional.empty();
    }

    private void put(String name, Part part) {
        String key = name.isEmpty() ? "" : Names.hostKey(name);
        displayNames.putIfAbsent(key, name);
        byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(part);
    }

    /** Sorts the parts of one name into machines: those that show who they are first, the others after their folder. */
    private static List<Machine> machines(List<Part> parts) {
        List<Machine> machines = new ArrayList<>();
        for (Part part : parts) {
            if (!part.identity.isEmpty()) {
                machineOf(part, machines).parts.add(part);
            }
        }
        for (Part part : parts) {
            if (part.identity.isEmpty()) {
                machines.stream()
                        .filter(m -> m.isFrom(part.source))
                        .findFirst()
                        .or(() -> machines.stream().findFirst())
                        .orElseGet(() -> added(machines))
                        .parts
                        .add(part);
            }
        }
        machines.forEach(m -> m.parts.sort(Comparator.comparingInt(Part::index)));
        machines.sort(Comparator.comparingInt(m -> m.parts.get(0).index));
        return machines;
    }

    private static Machine machineOf(Part part, List<Machine> machines) {
        List<Machine> fitting = machines.stream().filter(m -> m.accepts(part)).toList();
        return fitting.stream()
                .filter(m -> m.shares(part))
                .findFirst()
                .or(() -> fitting.stream().filter(m -> m.isFrom(part.source)).findFirst())
                .or(() -> fitting.stream().findFirst())
                .orElseGet(() -> added(machines));
    }

    private static Machine added(List<Machine> machines) {
        Machine machine = new Machine();
        machines.add(machine);
        return machine;
    }

    private void build(String key, List<Machine> machines, List<NodeFacts> hosts) {
        String name = displayNames.getOrDefault(key, key);
        if (machines.size() > 1) {
            report(name, machines);
        }
        for (int i = 0; i < machines.size(); i++) {
            String display =
                    i == 0 && !(name.isEmpty() && machines.size() > 1) ? name : numbered(name, i, machines.get(i));
            FactsBuilder all = new FactsBuilder(unique(display, hosts));
            for (Part part : machines.get(i).parts) {
                all.add(part.facts);
            }
            for (Part part : machines.get(i).parts) {
                PciFacts.apply(part.pciFacts, all);
            }
            if (!all.isEmpty()) {
                hosts.add(all.build());
            }
        }
    }

    /** A second machine of one name gets a number; an unnamed one is called after its file. */
    private static String numbered(String name, int index, Machine machine) {
        return name.isEmpty() ? stem(machine.parts.get(0).source.name()) : name + " (" + (index + 1) + ")";
    }

    private static String unique(String name, List<NodeFacts> hosts) {
        String candidate = name;
        int count = 1;
        while (isTaken(candidate, hosts)) {
            count++;
            candidate = name + " (" + count + ")";
        }
        return candidate;
    }

    private static boolean isTaken(String name, List<NodeFacts> hosts) {
        return hosts.stream().anyMatch(h -> h.host().equals(name));
    }

    private static String stem(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private void report(String name, List<Machine> machines) {
        Part first = machines.get(0).parts.get(0);
        for (int i = 1; i < machines.size(); i++) {
            Part other = machines.get(i).parts.get(0);
            String difference = machines.get(0).parts.stream()
                    .flatMap(p -> p.identity.difference(other.identity).stream())
                    .findFirst()
                    .orElse("they differ");
            String called = name.isEmpty()
                    ? "no host is named, and different machines are described: each is called after its file; put the output of"
                            + " each machine into a folder or under a heading with its name"
                    : "two different machines are called \"" + name + "\": the second is shown as \"" + name + " ("
                            + (i + 1) + ")\"; rename one of them or its folder";
            problems.add(new ReadResult.Problem(
                    other.source.name(), 0, called + " (" + difference + " in " + first.source.name() + " and here)"));
        }
    }

    /**
     * What tells one machine from another.
     *
     * @param macs MAC by netdev, physical netdevs only
     * @param guids node GUID by RDMA device
     */
    record Identity(Map<String, MacAddress> macs, Map<String, String> guids) {
        static Identity of(NodeFacts facts) {
            Map<String, MacAddress> macs = new LinkedHashMap<>();
            facts.netdevs()
                    .forEach(n -> n.mac()
                            .filter(m -> !m.isZero() && n.kind().isEmpty() && !isMadeUp(n.name()))
                            .ifPresent(m -> macs.put(n.name(), m)));
            Map<String, String> guids = new LinkedHashMap<>();
            facts.rdmaDevices().forEach(d -> d.nodeGuid().ifPresent(g -> guids.put(d.name(), g.toString())));
            return new Identity(macs, guids);
        }

        boolean isEmpty() {
            return macs.isEmpty() && guids.isEmpty();
        }

        /** Virtual netdevs get a new MAC at each start. */
        private static boolean isMadeUp(String netdev) {
            for (String stem :
                    new String[] {"docker", "br", "veth", "virbr", "tap", "tun", "dummy", "cni", "flannel"}) {
                if (netdev.startsWith(stem)) {
                    return true;
                }
            }
            return false;
        }

        boolean agrees(Identity other) {
            return macs.entrySet().stream().anyMatch(e -> e.getValue().equals(other.macs.get(e.getKey())))
                    || guids.entrySet().stream().anyMatch(e -> e.getValue().equals(other.guids.get(e.getKey())));
        }

        boolean contradicts(Identity other) {
            return !agrees(other) && difference(other).isPresent();
        }

        Optional<String> difference(Identity other) {
            for (Map.Entry<String, MacAddress> mine : macs.entrySet()) {
                MacAddress theirs = other.macs.get(mine.getKey());
                if (theirs != null && !theirs.equals(mine.getValue())) {
                    return Optional.of(mine.getKey() + " has the MAC " + mine.getValue() + " and " + theirs);
                }
            }
            for (Map.Entry<String, String> mine : guids.entrySet()) {
                String theirs = other.guids.get(mine.getKey());
                if (theirs != null && !theirs.equals(mine.getValue())) {
                    return Optional.of(mine.getKey() + " has the node GUID " + mine.getValue() + " and " + theirs);
                }
            }
            return Optional.empty();
        }
    }
}
