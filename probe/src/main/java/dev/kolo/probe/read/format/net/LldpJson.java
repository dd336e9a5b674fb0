package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.LldpNeighbour;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.JsonOrigin;
import dev.kolo.probe.read.format.JsonShape;
import dev.kolo.probe.read.format.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code lldpctl -f json}: an object "lldp" whose "interface" is a list of objects by netdev, or one such object. */
public final class LldpJson implements JsonShape {
    @Override
    public Claim read(Json value, JsonOrigin origin, Scope scope) {
        Optional<JsonObject> lldp = value.asObject().flatMap(o -> o.object("lldp"));
        if (lldp.isEmpty()) {
            return Claim.NO;
        }
        List<JsonObject> interfaces = new ArrayList<>(lldp.get().objects("interface"));
        lldp.get().object("interface").ifPresent(interfaces::add);
        for (JsonObject byName : interfaces) {
            for (Map.Entry<String, Json> entry : byName.fields().entrySet()) {
                entry.getValue().asObject().ifPresent(o -> neighbour(entry.getKey(), o, origin, scope));
            }
        }
        scope.facts().observe(Topic.LLDP, origin.whole() ? Observation.OBSERVED : Observation.PARTIAL);
        scope.understood("lldpctl -f json");
        return Claim.READ;
    }

    private static void neighbour(String netdev, JsonObject entry, JsonOrigin origin, Scope scope) {
        Optional<JsonObject> chassis = entry.object("chassis");
        // The far system's name is the key; without a name the id stands right there.
        Optional<String> name = chassis.filter(c -> !c.has("id"))
                .flatMap(c -> c.fields().keySet().stream().findFirst());
        Optional<JsonObject> body = name.isPresent() ? chassis.flatMap(c -> c.object(name.get())) : chassis;
        Optional<JsonObject> port = entry.object("port");
        Optional<JsonObject> portId = port.flatMap(p -> p.object("id"));
        Optional<MacAddress> chassisMac = body.flatMap(b -> b.object("id")).flatMap(LldpJson::mac);
        Optional<MacAddress> portMac = portId.flatMap(LldpJson::mac);
        Optional<String> portName = portId.filter(
                        i -> i.string("type").filter("ifname"::equals).isPresent())
                .flatMap(i -> i.string("value"))
                .or(() -> port.flatMap(p -> p.string("descr")).flatMap(LldpReader::netdevName));
        if (name.isEmpty() && chassisMac.isEmpty() && portMac.isEmpty()) {
            return;
        }
        String words = "LLDP on " + netdev + ": " + name.orElse("unnamed system")
                + portName.map(p -> " " + p).orElse("")
                + portMac.map(m -> " " + m).orElse("");
        scope.facts()
                .lldp(new LldpNeighbour(netdev, name, chassisMac, portMac, portName, origin.evidence(entry, words)));
    }

    private static Optional<MacAddress> mac(JsonObject id) {
        return id.string("type").filter("mac"::equals).isPresent()
                ? id.string("value").flatMap(MacAddress::parse)
                : Optional.empty();
    }
}
