package dev.kolo.cli.report;

import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.page.html.HtmlPage;
import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** The facts of each host, unjudged: functions, other netdevs, GIDs, neighbours, settings, and what was not seen. */
final class HostSections {
    private static final String UNKNOWN = "?";
    private static final int MOST_OPEN = 2;
    private static final int MOST_ROWS = 60;

    private final Inventory inventory;
    private final Fabric fabric;

    HostSections(Inventory inventory, Fabric fabric) {
        this.inventory = inventory;
        this.fabric = fabric;
    }

    /** Adds the section, unless there is no host. */
    void addTo(HtmlPage page) {
        if (inventory.hosts().isEmpty()) {
            return;
        }
        Markup out = new Markup();
        out.open("div", "class", "hosts").line();
        boolean open = inventory.hosts().size() <= MOST_OPEN;
        for (NodeFacts host : inventory.hosts()) {
            out.open("details", open ? new String[] {"open", "open"} : new String[0]);
            out.leaf("summary", (host.host().isEmpty() ? "the unnamed host" : host.displayName()) + head(host));
            tables(out, host);
            out.close().line();
        }
        page.section("hosts", "Host by host", out.close());
    }

    private static String head(NodeFacts host) {
        List<String> parts = new ArrayList<>();
        host.system().kernelRelease().ifPresent(k -> parts.add("kernel " + k));
        host.system().architecture().ifPresent(parts::add);
        Long memory = host.system().memoryKib().get("MemTotal");
        if (memory != null) {
            parts.add(memory < 8 << 20 ? memory / 1024 + " MiB" : (memory + (1 << 19)) / (1 << 20) + " GiB");
        }
        return parts.isEmpty() ? "" : " · " + String.join(" · ", parts);
    }

    private void tables(Markup out, NodeFacts host) {
        List<Function> functions = fabric.functionsOf(host.host());
        add(out, "Functions of the fabric", functions(functions));
        add(out, "Other netdevs", netdevs(host, functions));
        add(out, "GIDs that are not empty", gids(host));
        add(out, "Neighbours", neighbours(host));
        add(out, "Settings", settings(host));
        Table notSeen = notSeen(host);
        add(out, "Not seen", notSeen);
    }

    private static void add(Markup out, String heading, Table table) {
        if (!table.isEmpty()) {
            out.leaf("h3", heading, "class", "sub").add(HtmlTable.of(table));
        }
    }

    private static Table functions(List<Function> functions) {
        Table table =
                new Table("Port", "Plane", "Netdev", "RDMA device", "Link", "MTU", "Addresses", "MAC").alignRight(5);
        for (Function f : functions) {
            table.row(List.of(
                    Table.Cell.of(f.port().label()),
                    Table.Cell.of(Integer.toString(f.plane())),
                    Table.Cell.of(f.netdev().map(Netdev::name).orElse(UNKNOWN)),
                    Table.Cell.of(f.device().map(RdmaDevice::name).orElse(UNKNOWN)),
                    link(f),
                    Table.Cell.of(f.netdev().map(n -> number(n.mtu())).orElse(UNKNOWN)),
                    Table.Cell.of(f.netdev().map(HostSections::addresses).orElse(UNKNOWN)),
                    Table.Cell.of(f.netdev()
                            .flatMap(Netdev::mac)
                            .map(Object::toString)
                            .orElse(UNKNOWN))));
        }
        return table;
    }

    private static Table.Cell link(Function f) {
        OptionalInt speed = f.netdev().map(Netdev::speedMbps).orElse(OptionalInt.empty());
        String rate = speed.isPresent() && speed.getAsInt() > 0 ? " " + speed.getAsInt() / 1000 + " Gb/s" : "";
        return switch (f.linkState()) {
            case UP -> new Table.Cell("up" + rate, Paint.GOOD);
            case DOWN -> new Table.Cell("down", Paint.CAUTION);
            case UNKNOWN -> Table.Cell.of(UNKNOWN);
        };
    }

    private static String addresses(Netdev netdev) {
        if (netdev.addresses().isEmpty()) {
            return netdev.addressesObserved() ? "none" : UNKNOWN;
        }
        return netdev.addresses().stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String number(OptionalInt value) {
        return value.isPresent() ? Integer.toString(value.getAsInt()) : UNKNOWN;
    }

    private static Table netdevs(NodeFacts host, List<Function> functions) {
        Table table = new Table("Netdev", "Kind", "Link", "MTU", "Addresses").alignRight(3);
        for (Netdev netdev : host.netdevs().stream().limit(MOST_ROWS).toList()) {
            boolean ofFabric = functions.stream()
                    .anyMatch(f -> f.netdev()
                            .filter(n -> n.name().equals(netdev.name()))
                            .isPresent());
            if (!ofFabric && !netdev.name().equals("lo")) {
                table.row(
                        netdev.name(),
                        netdev.kind().orElse(""),
                        netdev.state().name().toLowerCase(Locale.ROOT),
                        number(netdev.mtu()),
                        addresses(netdev));
            }
        }
        return table;
    }

    private static Table gids(NodeFacts host) {
        Table table = new Table("Device", "Index", "GID", "Address", "Type").alignRight(1);
        for (RdmaDevice device : host.rdmaDevices()) {
            for (GidEntry entry : device.gids()) {
                if (!entry.gid().isZero() && table.rows().size() < MOST_ROWS) {
                    table.row(
                            device.name(),
                            Integer.toString(entry.index()),
                            entry.gid().toString(),
                            entry.gid().ipv4().map(Object::toString).orElse(""),
                            switch (entry.type()) {
                                case ROCE_V1 -> "RoCE v1";
                                case ROCE_V2 -> "RoCE v2";
                                case UNKNOWN -> UNKNOWN;
                            });
                }
            }
        }
        return table;
    }

    private static Table neighbours(NodeFacts host) {
        Table table = new Table("Netdev", "Address", "MAC", "State");
        for (Neighbour n : host.neighbours().stream().limit(MOST_ROWS).toList()) {
            table.row(
                    n.netdev(),
                    n.address().toString(),
                    n.mac().map(Object::toString).orElse("none"),
                    n.state().name().toLowerCase(Locale.ROOT));
        }
        return table;
    }

    private static Table settings(NodeFacts host) {
        Table table = new Table("Name", "Value", "Where it counts");
        for (Setting s : host.settings().stream().limit(MOST_ROWS).toList()) {
            table.row(
                    s.name(),
                    s.value(),
                    switch (s.source()) {
                        case PROCESS -> "in the process";
                        case PLANNED -> "planned";
                        case FILE -> "a file";
                        case SHELL -> "a shell";
                        case KERNEL -> "the kernel";
                        case UNKNOWN -> UNKNOWN;
                    });
        }
        return table;
    }

    /** Not seen is not absent. */
    private static Table notSeen(NodeFacts host) {
        Table table = new Table("What", "Why", "Would show it");
        for (Topic topic : Topic.values()) {
            Observation seen = host.observed().get(topic);
            if (seen != null && seen != Observation.OBSERVED) {
                table.row(
                        topic.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        switch (seen) {
                            case OBSERVED -> "seen";
                            case PARTIAL -> "seen in part";
                            case TOOL_MISSING -> "not installed there";
                            case DENIED -> "needs root";
                            case FAILED -> "failed";
                        },
                        topic.command());
            }
        }
        return table;
    }
}
