package dev.kolo.probe.read;

import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.probe.read.HostText.Named;
import dev.kolo.probe.read.Machine.Part;
import dev.kolo.probe.read.text.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which parts of which texts speak of one machine. A name in the text goes before a folder's name, and nothing
 * goes before MAC addresses and GUIDs: two parts that name one netdev but two MACs are two machines, whatever they are
 * called, and two names whose devices are all the same are one machine.
 */
final class Hosts {
    /** Devices that must be the same before two names are taken for one machine. */
    private static final int SURE_AGREEMENTS = 2;

    private final List<ReadResult.Problem> problems = new ArrayList<>();
    private final Map<String, List<Part>> byKey = new LinkedHashMap<>();
    private final Map<String, String> displayNames = new LinkedHashMap<>();
    private int parts;

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
        Map<String, List<Machine>> machines = new LinkedHashMap<>();
        byKey.forEach((key, ofOneName) -> machines.put(key, Machine.of(ofOneName)));
        joinAddressNames(machines);
        joinSameMachines(machines);
        return build(machines);
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

    /** A host that is only known by an address is the one host that has this address. */
    private static void joinAddressNames(Map<String, List<Machine>> machines) {
        Map<String, List<Machine>> owners = new LinkedHashMap<>();
        machines.forEach((key, ofOneName) -> {
            if (Names.ip(key).isEmpty()) {
                ofOneName.forEach(m -> addresses(m)
                        .forEach(a -> owners.computeIfAbsent(a, k -> new ArrayList<>())
                                .add(m)));
            }
        });
        for (String key : List.copyOf(machines.keySet())) {
            List<Machine> owner = Names.ip(key).isPresent() ? owners.getOrDefault(key, List.of()) : List.of();
            List<Machine> named = machines.getOrDefault(key, List.of());
            if (owner.size() == 1 && named.size() == 1) {
                owner.get(0).absorb(named.get(0));
                owner.get(0).sort();
                machines.remove(key);
            }
        }
    }

    /** Addresses by which a machine is known: stated ones, and its own. */
    private static Set<String> addresses(Machine machine) {
        Set<String> addresses = new LinkedHashSet<>();
        for (NodeFacts facts : machine.facts()) {
            facts.remarks().stream()
                    .filter(r -> r.kind() == Remark.Kind.HOST_ADDRESS)
                    .forEach(r -> addresses.add(r.value()));
            facts.netdevs().stream()
                    .flatMap(n -> n.addresses().stream())
                    .filter(a -> a.origin() == NetAddress.Origin.LIVE
                            && !a.address().isLoopback()
                            && !a.address().isLinkLocal())
                    .forEach(a -> addresses.add(a.address().toString()));
        }
        return addresses;
    }

    /** Two names whose devices are the same are one machine; an unnamed one takes the other's name without a word. */
    private void joinSameMachines(Map<String, List<Machine>> machines) {
        Map<String, Map.Entry<String, Machine>> owners = new LinkedHashMap<>();
        List<String> keys = new ArrayList<>(machines.keySet());
        if (keys.remove("")) {
            keys.add("");
        }
        for (String key : keys) {
            List<Machine> kept = new ArrayList<>();
            for (Machine machine : machines.getOrDefault(key, List.of())) {
                Optional<Map.Entry<String, Machine>> same = machine.identity().marks().entrySet().stream()
                        .flatMap(e -> Optional.ofNullable(owners.get(e.getKey() + e.getValue())).stream())
                        .filter(o -> isSame(o.getValue(), machine))
                        .findFirst();
                if (same.isPresent()) {
                    say(key, same.get().getKey(), machine);
                    same.get().getValue().absorb(machine);
                    same.get().getValue().sort();
                } else {
                    kept.add(machine);
                    machine.identity().marks().forEach((k, v) -> owners.putIfAbsent(k + v, Map.entry(key, machine)));
                }
            }
            machines.put(key, kept);
        }
    }

    private static boolean isSame(Machine one, Machine other) {
        return one.identity().agreements(other.identity()) >= SURE_AGREEMENTS
                && one.identity().difference(other.identity()).isEmpty();
    }

    private void say(String key, String kept, Machine machine) {
        if (!key.isEmpty() && !key.equals(kept)) {
            String mark = machine.identity().marks().entrySet().stream()
                    .findFirst()
                    .map(e -> e.getKey() + " " + e.getValue())
                    .orElse("");
            problems.add(new ReadResult.Problem(
                    machine.first().source().name(),
                    0,
                    "\"" + display(kept) + "\" and \"" + display(key) + "\" are one machine (" + mark
                            + " under both names): it is shown as \"" + display(kept) + "\""));
        }
    }

    private String display(String key) {
        return displayNames.getOrDefault(key, key);
    }

    private List<NodeFacts> build(Map<String, List<Machine>> machines) {
        List<NodeFacts> hosts = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        machines.forEach((key, ofOneName) -> {
            String name = display(key);
            if (ofOneName.size() > 1) {
                report(name, ofOneName);
            }
            for (int i = 0; i < ofOneName.size(); i++) {
                boolean ownName = i == 0 && (!name.isEmpty() || ofOneName.size() == 1);
                String wanted = ownName ? name : numbered(name, i, ofOneName.get(i));
                FactsBuilder all = ofOneName.get(i).build(unique(wanted, taken));
                if (!all.isEmpty()) {
                    taken.add(all.host());
                    hosts.add(all.build());
                }
            }
        });
        return hosts;
    }

    /** A second machine of one name gets a number; an unnamed one is called after its file. */
    private static String numbered(String name, int index, Machine machine) {
        return name.isEmpty() ? stem(machine.first().source().name()) : name + " (" + (index + 1) + ")";
    }

    private static String unique(String name, Set<String> taken) {
        String candidate = name;
        for (int count = 2; taken.contains(candidate); count++) {
            candidate = name + " (" + count + ")";
        }
        return candidate;
    }

    private static String stem(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private void report(String name, List<Machine> machines) {
        Machine first = machines.get(0);
        for (int i = 1; i < machines.size(); i++) {
            Machine other = machines.get(i);
            String difference = first.identity().difference(other.identity()).orElse("they differ");
            String called = name.isEmpty()
                    ? "no host is named, and different machines are described: each is called after its file; put the output of"
                            + " each machine into a folder or under a heading with its name"
                    : "two different machines are called \"" + name + "\": the second is shown as \"" + name + " ("
                            + (i + 1) + ")\"; rename one of them or its folder";
            problems.add(new ReadResult.Problem(
                    other.first().source().name(),
                    0,
                    called + " (" + difference + " in " + first.first().source().name() + " and here)"));
        }
    }
}
