package dev.kolo.fabric.codec;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.LldpNeighbour;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.facts.SystemFacts;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decodes the facts of one host, and stated cables. Fields, topics and remarks that it does not know are passed over. */
final class NodeDecoder {
    static final String IP_ADDRESS = "an IPv4 or IPv6 address";
    static final String MAC = "a MAC address like 4c:bb:47:2e:29:d2";

    private NodeDecoder() {}

    static NodeFacts decode(Cursor host) {
        return new NodeFacts(
                host.requiredString("host"),
                observed(host),
                host.list("netdevs", DeviceDecoder::netdev),
                host.list("rdmaDevices", DeviceDecoder::rdmaDevice),
                host.list("routes", NodeDecoder::route),
                host.list("neighbours", NodeDecoder::neighbour),
                host.list("lldp", NodeDecoder::lldp),
                host.list("filters", NodeDecoder::filter),
                host.list("settings", NodeDecoder::setting),
                remarks(host),
                host.child("system").map(NodeDecoder::system).orElse(SystemFacts.UNKNOWN));
    }

    private static Map<Topic, Observation> observed(Cursor host) {
        Map<Topic, Observation> observed = new EnumMap<>(Topic.class);
        host.child("observed")
                .ifPresent(topics -> topics.object().fields().keySet().forEach(word -> {
                    Optional<Topic> topic = Cursor.find(word, Topic.values());
                    topic.ifPresent(
                            known -> observed.put(known, topics.word(word, Observation.values(), Observation.FAILED)));
                }));
        return observed;
    }

    private static List<Remark> remarks(Cursor host) {
        return host.children("remarks").stream()
                .flatMap(remark -> Cursor.find(remark.requiredString("kind"), Remark.Kind.values()).stream()
                        .map(kind -> new Remark(kind, remark.stringOrEmpty("value"), evidence(remark))))
                .toList();
    }

    static Evidence evidence(Cursor owner) {
        return owner.child("evidence")
                .map(e ->
                        new Evidence(e.stringOrEmpty("file"), e.integer("line").orElse(0), e.stringOrEmpty("text")))
                .orElse(Evidence.NONE);
    }

    static StatedCable statedCable(Cursor cable) {
        return new StatedCable(
                end(cable.requiredChild("a")),
                end(cable.requiredChild("b")),
                cable.parsed("subnet", "a subnet like 10.10.0.0/30", Subnet::parse),
                evidence(cable));
    }

    private static StatedCable.End end(Cursor end) {
        return new StatedCable.End(end.requiredString("host"), end.integer("port"), end.string("netdev"));
    }

    private static Route route(Cursor route) {
        return new Route(
                route.requiredString("destination"),
                route.string("netdev"),
                route.parsed("via", IP_ADDRESS, IpAddress::parse),
                route.parsed("source", IP_ADDRESS, IpAddress::parse),
                route.string("protocol"),
                route.string("scope"),
                route.integer("metric"),
                evidence(route));
    }

    private static Neighbour neighbour(Cursor neighbour) {
        return new Neighbour(
                neighbour.requiredParsed("address", IP_ADDRESS, IpAddress::parse),
                neighbour.requiredString("netdev"),
                neighbour.parsed("mac", MAC, MacAddress::parse),
                neighbour.word("state", Neighbour.State.values(), Neighbour.State.UNKNOWN),
                neighbour.string("protocol"),
                evidence(neighbour));
    }

    private static LldpNeighbour lldp(Cursor neighbour) {
        return new LldpNeighbour(
                neighbour.requiredString("netdev"),
                neighbour.string("systemName"),
                neighbour.parsed("chassisMac", MAC, MacAddress::parse),
                neighbour.parsed("portMac", MAC, MacAddress::parse),
                neighbour.string("portName"),
                evidence(neighbour));
    }

    private static TcFilter filter(Cursor filter) {
        return new TcFilter(
                filter.requiredString("netdev"),
                filter.requiredString("hook"),
                filter.requiredString("protocol"),
                filter.requiredInteger("preference"),
                filter.requiredString("kind"),
                filter.stringOrEmpty("handle"),
                filter.stringMap("keys"),
                filter.list("actions", NodeDecoder::action),
                evidence(filter));
    }

    private static TcFilter.Action action(Cursor action) {
        return new TcFilter.Action(
                action.requiredString("kind"),
                action.stringMap("attributes"),
                action.limit("packets").orElse(-1),
                action.limit("drops").orElse(-1));
    }

    private static Setting setting(Cursor setting) {
        return new Setting(
                setting.requiredString("name"),
                setting.stringOrEmpty("value"),
                setting.word("source", Setting.Source.values(), Setting.Source.UNKNOWN),
                evidence(setting));
    }

    private static SystemFacts system(Cursor system) {
        return new SystemFacts(
                system.string("kernelRelease"),
                system.string("architecture"),
                system.longMap("memoryKib"),
                system.limit("memlockKib"),
                system.string("containerEngine"),
                system.bool("inContainer"),
                system.string("rdmaNamespaceMode"),
                system.stringMap("libraries"));
    }
}
