package dev.kolo.lab.state;

import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.lab.layout.LabNames;
import dev.kolo.lab.layout.LabSpec;
import dev.kolo.lab.machine.Acceleration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A lab as its folder describes it ({@code lab.json}, schema {@code kolo.lab/1}).
 *
 * @param id its own id, hexadecimal digits, in the command line of each of its processes
 * @param name what users call it
 * @param spec what was wished for
 * @param sockets the private folder of its sockets
 * @param sshPorts the loopback port of each guest's ssh server, by host name, in host order
 * @param acceleration how guests run
 * @param kernel the release that they run
 * @param ready whether it came up whole
 */
public record LabState(
        String id,
        String name,
        LabSpec spec,
        Path sockets,
        Map<String, Integer> sshPorts,
        Acceleration acceleration,
        String kernel,
        boolean ready) {
    private static final String SCHEMA = "kolo.lab/1";

    public LabState {
        sshPorts = Collections.unmodifiableMap(new LinkedHashMap<>(sshPorts));
    }

    public LabState withReady() {
        return new LabState(id, name, spec, sockets, sshPorts, acceleration, kernel, true);
    }

    /** The text of {@code lab.json}. */
    public String json() {
        JsonWriter json = new JsonWriter(JsonWriter.Layout.INDENTED)
                .beginObject()
                .field("schema", SCHEMA)
                .field("id", id)
                .field("name", name)
                .field("ready", ready)
                .field("sockets", sockets.toString())
                .field("acceleration", acceleration.word())
                .field("kernel", kernel)
                .field("shape", spec.shape().word())
                .field("hosts", spec.hosts())
                .field("cables", spec.cables())
                .field("planes", spec.planes())
                .field("mtuBytes", spec.mtuBytes())
                .field("addressed", spec.addressed())
                .field("swapped", spec.swapped())
                .field("memoryMib", spec.memoryMib())
                .name("hostNames")
                .beginInlineArray();
        spec.names().hosts().forEach(json::string);
        json.end().name("portNames").beginArray();
        for (LabNames.PortName port : spec.names().ports()) {
            json.beginInlineObject()
                    .field("plane", port.plane())
                    .field("port", port.port())
                    .field("netdev", port.netdev())
                    .field("device", port.device())
                    .end();
        }
        json.end().name("sshPorts").beginObject();
        sshPorts.forEach(json::field);
        return json.end().end().text();
    }

    /** Reads {@link #json}; empty when the text is not whole or of another schema. */
    public static Optional<LabState> read(String text) {
        if (!(JsonReader.read(text) instanceof JsonReading.Whole whole)) {
            return Optional.empty();
        }
        return whole.root()
                .asObject()
                .filter(object -> object.string("schema").equals(Optional.of(SCHEMA)))
                .flatMap(LabState::read);
    }

    private static Optional<LabState> read(JsonObject object) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        object.object("sshPorts")
                .ifPresent(given -> given.fields().forEach((host, port) -> {
                    int number = port.asNumber().map(n -> n.asInt().orElse(0)).orElse(0);
                    ports.put(host, number);
                }));
        Optional<Shape.Kind> shape = object.string("shape").flatMap(Shape.Kind::ofWord);
        Optional<String> id = object.string("id").filter(LabState::isId);
        Optional<String> sockets = object.string("sockets");
        if (shape.isEmpty() || id.isEmpty() || sockets.isEmpty()) {
            return Optional.empty();
        }
        LabSpec spec = new LabSpec(
                shape.get(),
                object.integer("hosts").orElse(0),
                object.integer("cables").orElse(1),
                object.integer("planes").orElse(0),
                object.integer("mtuBytes").orElse(0),
                object.bool("addressed").orElse(true),
                object.integer("swapped"),
                names(object),
                object.integer("memoryMib").orElse(0));
        if (spec.problem().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new LabState(
                id.get(),
                object.string("name").orElse(""),
                spec,
                Path.of(sockets.get()),
                ports,
                object.string("acceleration").equals(Optional.of(Acceleration.KVM.word()))
                        ? Acceleration.KVM
                        : Acceleration.EMULATION,
                object.string("kernel").orElse(""),
                object.bool("ready").orElse(false)));
    }

    private static LabNames names(JsonObject object) {
        List<LabNames.PortName> ports = new ArrayList<>();
        for (JsonObject port : object.objects("portNames")) {
            ports.add(new LabNames.PortName(
                    number(port.integer("plane")),
                    number(port.integer("port")),
                    port.string("netdev").orElse(""),
                    port.string("device").orElse("")));
        }
        return new LabNames(object.strings("hostNames"), ports);
    }

    private static int number(OptionalInt value) {
        return value.orElse(0);
    }

    /** Whether a text is an id of a lab: only such ones may choose which processes are ended. */
    public static boolean isId(String text) {
        return text.matches("[0-9a-f]{16}");
    }
}
