package dev.kolo.config;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the text of a {@code kolo.yaml}. Finds everything that is wrong with it, not only the first. */
public final class ConfigReader {
    private static final List<String> SECTIONS = List.of("hosts", "fabric", "wire");
    private static final List<String> LATER_SECTIONS = List.of("engine");
    private static final List<String> HOST_KEYS = List.of("name", "ssh", "management");
    private static final List<String> FABRIC_KEYS = List.of("shape", "planes", "mtu", "pools");
    private static final List<String> SHAPES = List.of("auto", "pair", "path", "ring", "switched");

    private static final int MAX_HOSTS = 1024;

    /** A plane of sixteen hosts needs sixteen cables of four addresses each. */
    private static final int LONGEST_POOL_PREFIX = 26;

    private final Problems problems;
    private final Map<String, Node> places = new HashMap<>();

    private ConfigReader(String file) {
        problems = new Problems(file);
    }

    /**
     * Reads a text.
     *
     * @param file the name of the file, for messages
     * @param text its content
     */
    public static ConfigReading read(String file, String text) {
        ConfigReader reader = new ConfigReader(file);
        KoloConfig config = reader.read(new YamlText(file).compose(text, reader.problems));
        return reader.problems.isEmpty()
                ? new ConfigReading.Sound(config)
                : new ConfigReading.Bad(reader.problems.inOrder());
    }

    private KoloConfig read(Optional<Node> root) {
        if (root.isEmpty() || Section.isNull(root.get())) {
            if (problems.isEmpty()) {
                problems.add(0, 0, "the file says nothing: it needs at least \"hosts:\" with a list of names");
            }
            return new KoloConfig(List.of(), FabricPolicy.AUTO, Map.of());
        }
        Optional<Section> file = Section.of(root.get(), "a cluster file", SECTIONS, LATER_SECTIONS, problems);
        List<HostConfig> hosts = file.map(this::hosts).orElse(List.of());
        FabricPolicy fabric = file.flatMap(f -> f.node("fabric"))
                .flatMap(node -> Section.of(node, "fabric", FABRIC_KEYS, List.of(), problems))
                .map(section -> fabric(section, hosts))
                .orElse(FabricPolicy.AUTO);
        Map<String, PlacedText> wire = file.flatMap(f -> f.node("wire"))
                .flatMap(node -> Section.of(node, "wire", WireKeys.ALL, List.of(), problems))
                .map(this::wire)
                .orElse(Map.of());
        return new KoloConfig(hosts, fabric, wire);
    }

    private Map<String, PlacedText> wire(Section wire) {
        Map<String, PlacedText> values = new TreeMap<>();
        for (String key : WireKeys.ALL) {
            wire.node(key).ifPresent(node -> {
                Optional<String> text = node instanceof SequenceNode list && key.equals("devices")
                        ? Optional.of(devices(list))
                        : Section.text(node, key, problems);
                text.ifPresent(t -> values.put(key, new PlacedText(t, problems.place(node))));
            });
        }
        return values;
    }

    private String devices(SequenceNode list) {
        return list.getValue().stream()
                .flatMap(item -> Section.text(item, "a device", problems).stream())
                .collect(Collectors.joining(","));
    }

    private List<HostConfig> hosts(Section file) {
        List<Node> items = file.list("hosts");
        if (items.size() > MAX_HOSTS) {
            problems.add(items.get(MAX_HOSTS), "there are more than " + MAX_HOSTS + " hosts");
            return List.of();
        }
        List<HostConfig> hosts = new ArrayList<>();
        items.forEach(item -> host(item).ifPresent(hosts::add));
        return hosts;
    }

    /** A name alone, or keys of which {@code name} must be there. */
    private Optional<HostConfig> host(Node item) {
        if (!(item instanceof MappingNode)) {
            return Section.text(item, "a host", problems)
                    .filter(name -> isFreeName(name, item))
                    .map(name -> new HostConfig(name, Optional.empty(), Optional.empty()));
        }
        Section host =
                Section.of(item, "a host", HOST_KEYS, List.of(), problems).orElseThrow();
        Optional<String> name = host.text("name");
        if (host.node("name").isEmpty()) {
            problems.add(item, "a host needs a name: write \"name: …\"");
        }
        Optional<String> ssh = host.text("ssh").filter(target -> isSshTarget(target, host));
        Optional<IpAddress> management =
                host.parsed("management", "an address without a prefix length, like 192.168.1.11", IpAddress::parse);
        management.ifPresent(address -> claim("management address", address.toString(), host.node("management")));
        return name.filter(n -> isFreeName(n, host.node("name").orElse(item)))
                .map(n -> new HostConfig(n, ssh, management));
    }

    private boolean isFreeName(String name, Node at) {
        boolean sound = name.matches("[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,252}");
        if (!sound) {
            problems.add(
                    at,
                    "a host's name has letters, digits, \".\", \"-\" and \"_\" only, and this is "
                            + Section.describe(at));
        }
        return sound && claim("name", name, Optional.of(at));
    }

    /** True when nobody before had the value. */
    private boolean claim(String what, String value, Optional<Node> at) {
        Node place = at.orElseThrow();
        Node earlier = places.putIfAbsent(what + " " + value, place);
        if (earlier != null) {
            problems.add(
                    place,
                    "two hosts have the " + what + " \"" + value + "\": the first is in line "
                            + Problems.line(earlier));
        }
        return earlier == null;
    }

    private boolean isSshTarget(String target, Section host) {
        boolean sound = target.matches("(ssh://)?[\\p{L}\\p{N}_\\[:][\\p{L}\\p{N}._+@:%\\[\\]-]{0,250}")
                && !target.contains("@-");
        if (!sound) {
            problems.add(
                    host.node("ssh").orElseThrow(),
                    "ssh must be what ssh takes as a host (spark1, owner@spark1, ssh://owner@spark1:2222), and this is "
                            + host.node("ssh").map(Section::describe).orElse("nothing"));
        }
        return sound;
    }

    private FabricPolicy fabric(Section fabric, List<HostConfig> hosts) {
        Optional<Shape.Kind> shape = Shape.Kind.ofWord(fabric.word("shape", SHAPES, "auto"));
        OptionalInt planes = fabric.integer("planes", 1, 2);
        OptionalInt mtu = fabric.integer("mtu", 1280, 65535);
        return new FabricPolicy(shape, planes, mtu, pools(fabric, planes.orElse(2), hosts));
    }

    private List<Subnet> pools(Section fabric, int planes, List<HostConfig> hosts) {
        List<Node> items = fabric.list("pools");
        List<Subnet> pools = new ArrayList<>();
        for (Node item : items) {
            Optional<Subnet> pool = Section.parsed(
                    item,
                    "a pool",
                    "an IPv4 network of at most " + LONGEST_POOL_PREFIX + " bits, like 10.10.0.0/16",
                    text -> Subnet.parse(text).filter(s -> s.prefixLength() <= LONGEST_POOL_PREFIX),
                    problems);
            pool.filter(p -> isApart(p, item, pools, hosts)).ifPresent(pools::add);
        }
        if (items.size() > planes) {
            problems.add(
                    items.get(planes),
                    "there are " + items.size() + " pools for " + planes + (planes == 1 ? " plane" : " planes")
                            + ": one a plane");
        }
        return pools;
    }

    private boolean isApart(Subnet pool, Node at, List<Subnet> before, List<HostConfig> hosts) {
        Optional<Subnet> overlapped = before.stream().filter(pool::overlaps).findFirst();
        overlapped.ifPresent(other ->
                problems.add(at, "the pools " + other + " and " + pool + " overlap: each plane needs its own"));
        Optional<HostConfig> inside = hosts.stream()
                .filter(host -> host.management()
                        .filter(a -> a instanceof Ipv4Address v4 && pool.contains(v4))
                        .isPresent())
                .findFirst();
        inside.ifPresent(host -> problems.add(
                at,
                "the management address of " + host.name() + " lies in the pool " + pool
                        + ": the fabric needs addresses of its own"));
        return overlapped.isEmpty() && inside.isEmpty();
    }
}
