package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.JsonOrigin;
import dev.kolo.probe.read.format.JsonShape;
import dev.kolo.probe.read.format.Scope;
import java.util.List;
import java.util.Optional;

/** {@code rdma -j link} and {@code rdma -j dev}: lists of objects with an ifname and a port or a node_guid. */
public final class RdmaJson implements JsonShape {
    @Override
    public Claim read(Json value, JsonOrigin origin, Scope scope) {
        Optional<JsonArray> array = value.asArray();
        if (array.isEmpty()) {
            return Claim.NO;
        }
        List<JsonObject> rows = array.get().objects();
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
