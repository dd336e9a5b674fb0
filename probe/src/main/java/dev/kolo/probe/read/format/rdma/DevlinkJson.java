package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonBool;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.JsonOrigin;
import dev.kolo.probe.read.format.JsonShape;
import dev.kolo.probe.read.format.Scope;
import java.util.Optional;

/** {@code devlink -j dev param show} ("param" by PCI function) and {@code devlink -j dev eswitch show} ("dev"). */
public final class DevlinkJson implements JsonShape {
    @Override
    public Claim read(Json value, JsonOrigin origin, Scope scope) {
        Optional<JsonObject> root = value.asObject();
        Optional<JsonObject> parameters = root.flatMap(r -> r.object("param"));
        Optional<JsonObject> devices = root.flatMap(r -> r.object("dev"));
        boolean devlink = root.isPresent()
                && (parameters.isPresent() || devices.isPresent())
                && parameters.or(() -> devices).get().fields().keySet().stream().allMatch(k -> k.indexOf('/') > 0);
        if (!devlink) {
            return Claim.NO;
        }
        parameters.ifPresent(p ->
                p.fields().forEach((name, list) -> pci(name).ifPresent(pci -> parameters(pci, list, origin, scope))));
        devices.ifPresent(d -> d.fields()
                .forEach((name, device) -> pci(name)
                        .ifPresent(pci -> device.asObject()
                                .flatMap(o -> o.string("mode"))
                                .ifPresent(mode -> scope.ofPci(
                                        pci, "eswitch", mode, origin.evidence(device, name + ": mode " + mode))))));
        scope.facts().observe(Topic.DEVLINK, Observation.PARTIAL);
        scope.understood(parameters.isPresent() ? "devlink parameters" : "devlink eswitch");
        return Claim.READ;
    }

    private static Optional<PciAddress> pci(String name) {
        return name.startsWith("pci/") ? PciAddress.parse(name.substring(4)) : Optional.empty();
    }

    private static void parameters(PciAddress pci, Json list, JsonOrigin origin, Scope scope) {
        for (JsonObject parameter : list.asArray().map(JsonArray::objects).orElse(java.util.List.of())) {
            Optional<String> name = parameter.string("name");
            for (JsonObject setting : parameter.objects("values")) {
                Optional<String> value = setting.get("value").flatMap(DevlinkJson::text);
                if (name.isPresent() && value.isPresent()) {
                    Evidence evidence =
                            origin.evidence(parameter, "pci/" + pci + " name " + name.get() + " value " + value.get());
                    scope.ofPci(pci, name.get(), value.get(), evidence);
                }
            }
        }
    }

    private static Optional<String> text(Json value) {
        return value instanceof JsonBool bool ? Optional.of(Boolean.toString(bool.value())) : value.asText();
    }
}
