package dev.kolo.cli;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.SystemFacts;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Segment;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.ring.RingDrawing;
import dev.kolo.page.ring.Sketch;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.page.text.Table.Cell;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** What a scan found, as tables for people: hosts, functions, links, shape, and what could not be seen. */
final class ScanText {
    private static final String UNKNOWN = "?";

    private final Inventory inventory;
    private final Fabric fabric;
    private final Screen screen;
    private final List<String> lines = new ArrayList<>();

    ScanText(Inventory inventory, Screen screen) {
        this.inventory = inventory;
        this.fabric = Fabric.of(inventory);
        this.screen = screen;
    }

    List<String> lines() {
        section("Hosts", hosts());
        section("Functions", functions());
        section("Links", links());
        section("Switched segments", segments());
        shape();
        section("Not seen", notSeen());
        section("Not read", unreachable());
        return lines;
    }

    private void section(String heading, Table table) {
        if (!table.isEmpty()) {
            heading(heading);
            lines.addAll(table.lines(screen));
        }
    }

    private void heading(String heading) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add(screen.paint(Paint.STRONG, heading));
    }

    private Table hosts() {
        Table table = new Table("Host", "Kernel", "Memory", "Netdevs", "RDMA devices", "Fabric functions")
                .alignRight(2)
                .alignRight(3)
                .alignRight(4)
                .alignRight(5);
        for (NodeFacts host : inventory.hosts()) {
            SystemFacts system = host.system();
            table.row(
                    host.displayName(),
                    system.kernelRelease().orElse(UNKNOWN),
                    Optional.ofNullable(system.memoryKib().get("MemTotal"))
                            .map(ScanText::memory)
                            .orElse(UNKNOWN),
                    Integer.toString(host.netdevs().size()),
                    Integer.toString(host.rdmaDevices().size()),
                    Integer.toString(fabric.functionsOf(host.host()).size()));
        }
        return table;
    }

    private static String memory(long kib) {
        return kib < 8 << 20 ? kib / 1024 + " MiB" : (kib + (1 << 19)) / (1 << 20) + " GiB";
    }

    private Table functions() {
        Table table =
                new Table("Host", "Port", "Plane", "Netdev", "RDMA device", "Link", "MTU", "Addresses").alignRight(6);
        for (Function function : fabric.functions()) {
            table.row(List.of(
                    Cell.of(shown(function.host())),
                    Cell.of(function.port().label().replace("port ", "p")),
                    Cell.of(Integer.toString(function.plane())),
                    Cell.of(function.netdev().map(n -> n.name()).orElse(UNKNOWN)),
                    Cell.of(function.device().map(d -> d.name()).orElse(UNKNOWN)),
                    link(function),
                    Cell.of(mtu(function)),
                    Cell.of(addresses(function))));
        }
        return table;
    }

    private static Cell link(Function function) {
        String rate = function.netdev()
                .map(n -> n.speedMbps())
                .filter(OptionalInt::isPresent)
                .map(mbps -> " " + mbps.getAsInt() / 1000 + "G")
                .orElse("");
        return switch (function.linkState()) {
            case UP -> new Cell("up" + rate, Paint.GOOD);
            case DOWN -> new Cell("down", Paint.CAUTION);
            case UNKNOWN -> Cell.of(UNKNOWN);
        };
    }

    private static String mtu(Function function) {
        OptionalInt mtu = function.netdev().map(n -> n.mtu()).orElse(OptionalInt.empty());
        return mtu.isPresent() ? Integer.toString(mtu.getAsInt()) : UNKNOWN;
    }

    private static String addresses(Function function) {
        List<NetAddress> addresses = function.ipv4Addresses();
        if (addresses.isEmpty()) {
            boolean observed =
                    function.netdev().filter(n -> n.addressesObserved()).isPresent();
            return observed ? "none" : UNKNOWN;
        }
        return addresses.stream()
                .map(a -> a + (a.origin() == NetAddress.Origin.CONFIGURED ? " (configured)" : ""))
                .collect(Collectors.joining(", "));
    }

    private Table links() {
        Table table = new Table("One end", "Other end", "Plane", "Known by");
        for (Link link : fabric.links()) {
            String plane = fabric.function(link.a())
                    .map(f -> Integer.toString(f.plane()))
                    .orElse(UNKNOWN);
            table.row(List.of(
                    Cell.of(link.a().toString()),
                    Cell.of(link.b().toString()),
                    Cell.of(plane),
                    new Cell(words(link.basis()), link.basis().isPhysical() ? Paint.GOOD : Paint.CAUTION)));
        }
        return table;
    }

    private static String words(Link.Basis basis) {
        return switch (basis) {
            case LLDP -> "LLDP";
            case NEIGHBOUR -> "the neighbour's MAC";
            case STALE_NEIGHBOUR -> "the neighbour's MAC, some time ago";
            case SUBNET -> "addresses only";
            case STATED -> "a description only";
        };
    }

    private Table segments() {
        Table table = new Table("Segment", "Functions", "Known by");
        for (Segment segment : fabric.segments()) {
            table.row(
                    segment.name(),
                    segment.members().stream().map(Object::toString).collect(Collectors.joining(", ")),
                    words(segment.basis()));
        }
        return table;
    }

    private void shape() {
        if (fabric.functions().isEmpty()) {
            heading("Shape");
            lines.add("No function of a fabric NIC was seen: no RDMA device, and no netdev of one.");
            return;
        }
        Shape shape = fabric.shape();
        heading("Shape: " + screen.quote(shape.kind().word())
                + (shape.reason().isEmpty() ? "" : " (" + screen.quote(shape.reason()) + ")"));
        RingDrawing drawing = new RingDrawing(Sketch.of(fabric, List.of()), screen);
        lines.addAll(drawing.lines());
        lines.addAll(drawing.legend());
    }

    /** Not seen is not absent: each topic whose answer is missing or partial, with the hosts and the reason. */
    private Table notSeen() {
        Table table = new Table("What", "Hosts", "Why", "Would show it");
        for (Topic topic : Topic.values()) {
            Map<Observation, List<String>> byReason = new EnumMap<>(Observation.class);
            for (NodeFacts host : inventory.hosts()) {
                Optional.ofNullable(host.observed().get(topic))
                        .filter(o -> o != Observation.OBSERVED)
                        .ifPresent(o -> byReason.computeIfAbsent(o, k -> new ArrayList<>())
                                .add(host.displayName()));
            }
            byReason.forEach((reason, hosts) -> table.row(
                    topic.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    hosts.size() == inventory.hosts().size() && hosts.size() > 1 ? "all" : String.join(", ", hosts),
                    words(reason),
                    topic.command()));
        }
        return table;
    }

    private static String words(Observation observation) {
        return switch (observation) {
            case OBSERVED -> "seen";
            case PARTIAL -> "seen in part";
            case TOOL_MISSING -> "not installed there";
            case DENIED -> "needs root";
            case FAILED -> "failed";
        };
    }

    private Table unreachable() {
        Table table = new Table("Host", "Why");
        inventory
                .unreachable()
                .forEach(host -> table.row(List.of(Cell.of(host.host()), new Cell(host.reason(), Paint.WRONG))));
        return table;
    }

    private static String shown(String host) {
        return host.isEmpty() ? "this host" : host;
    }
}
