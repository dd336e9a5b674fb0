package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonNumber;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.JsonOrigin;
import dev.kolo.probe.read.format.JsonShape;
import dev.kolo.probe.read.format.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code rdma -j link} and {@code rdma -j dev}: lists of objects with an ifname and a port or a node_guid. */
public final class RdmaJson implements JsonShape {
    @Override
    public Claim read(Json value, JsonOrigin origin, Scope scope) {
        Optional<JsonArray> array = value.asArray();
        if (array.isEmpty()) {
            return Claim.NO;
        }
        List<JsonObject> rows = array.get().objects();
        boolean statistics = rows.stream()
                .anyMatch(r -> r.has("ifname")
                        && r.has("port")
                        && !r.has("state")
                        && !counters(r).isEmpty());
        if (statistics) {
            rows.forEach(r -> statistic(r, origin, scope));
            scope.understood("rdma -j statistic");
            return Claim.READ;
        }
        boolean links = rows.stream().anyMatch(r -> r.has("ifname") && r.has("port"));
        boolean devices = rows.stream().anyMatch(r -> r.has("ifname") && r.has("node_guid"));
        if (!links && !devices) {
            return Claim.NO;
        }
        for (JsonObject row : rows) {
            row.string("ifname").ifPresent(name -> device(name, row, origin, scope));
        }
        if (links) {
            scope.facts().observe(Topic.RDMA_PORTS, origin.whole() ? Observation.OBSERVED : Observation.PARTIAL);
        }
        scope.understood(links ? "rdma -j link" : "rdma -j dev");
        return Claim.READ;
    }

    private static void statistic(JsonObject row, JsonOrigin origin, Scope scope) {
        row.string("ifname").ifPresent(name -> {
            RdmaDeviceBuilder device = scope.facts().rdmaDevice(name, origin.evidence(row, "link " + name));
            counters(row).forEach(device::counter);
            scope.facts().observe(Topic.COUNTERS, Observation.PARTIAL);
        });
    }

    /** The numbers of a row, but for its place. */
    private static Map<String, Long> counters(JsonObject row) {
        Map<String, Long> counters = new TreeMap<>();
        row.fields().forEach((name, value) -> {
            boolean place = name.equals("port") || name.equals("ifindex");
            if (!place && value instanceof JsonNumber number && RdmaStatisticReader.isName(name)) {
                number.asUnsigned().ifPresent(v -> counters.put(name, v));
            }
        });
        return counters;
    }

    private static void device(String name, JsonObject row, JsonOrigin origin, Scope scope) {
        String words = "link " + name
                + row.integer("port").stream()
                        .mapToObj(p -> "/" + p)
                        .findFirst()
                        .orElse("")
                + row.string("state").map(s -> " state " + s).orElse("")
                + row.string("physical_state").map(s -> " physical_state " + s).orElse("")
                + row.string("netdev").map(s -> " netdev " + s).orElse("");
        RdmaDeviceBuilder device = scope.facts().rdmaDevice(name, origin.evidence(row, words));
        row.integer("port").ifPresent(device::port);
        row.string("state").ifPresent(s -> device.state(RdmaWords.state(s)));
        row.string("physical_state").ifPresent(p -> device.physicalState(RdmaLinkReader.physical(p)));
        row.string("netdev").ifPresent(device::netdev);
        row.string("fw").ifPresent(device::firmware);
        row.string("node_guid").flatMap(Guid::parse).ifPresent(device::nodeGuid);
        row.string("sys_image_guid").flatMap(Guid::parse).ifPresent(device::systemImageGuid);
    }
}
