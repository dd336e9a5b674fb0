package dev.kolo.probe.read.format.host;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.JsonOrigin;
import dev.kolo.probe.read.format.JsonShape;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.format.state.EngineNames;
import java.util.List;
import java.util.Optional;

/** {@code docker inspect CONTAINER}: the environment that the container's process really got, and its network mode. */
public final class DockerJson implements JsonShape {
    @Override
    public Claim read(Json value, JsonOrigin origin, Scope scope) {
        List<JsonObject> containers = value.asArray()
                .map(JsonArray::objects)
                .orElseGet(() -> value.asObject().map(List::of).orElse(List.of()));
        boolean docker = containers.stream()
                .anyMatch(c -> c.object("Config").filter(o -> o.has("Env")).isPresent());
        if (!docker) {
            return Claim.NO;
        }
        for (JsonObject container : containers) {
            container.object("Config").flatMap(c -> c.array("Env")).ifPresent(env -> environment(env, origin, scope));
            container.object("HostConfig").ifPresent(h -> host(h, origin, scope));
            serving(container, origin, scope);
        }
        scope.facts().observe(Topic.ENVIRONMENT, Observation.PARTIAL);
        scope.facts().observe(Topic.CONTAINERS, origin.whole() ? Observation.OBSERVED : Observation.PARTIAL);
        scope.understood("docker inspect");
        return Claim.READ;
    }

    private static void environment(JsonArray env, JsonOrigin origin, Scope scope) {
        for (Json item : env.items()) {
            String text = item.asString().orElse("");
            int equals = text.indexOf('=');
            if (equals > 0 && EnvironmentReader.isInteresting(text)) {
                Evidence evidence = origin.evidence(item, text);
                scope.setting(text.substring(0, equals), text.substring(equals + 1), Setting.Source.PROCESS, evidence);
            }
        }
    }

    /** A container that runs an engine now. */
    private static void serving(JsonObject container, JsonOrigin origin, Scope scope) {
        boolean running = container
                .object("State")
                .flatMap(s -> s.bool("Running"))
                .filter(r -> r)
                .isPresent();
        Optional<JsonObject> config = container.object("Config");
        Optional<String> engine = config.flatMap(c -> c.string("Image"))
                .flatMap(EngineNames::ofImage)
                .or(() -> config.flatMap(c -> c.array("Cmd"))
                        .flatMap(c -> EngineNames.ofCommand(String.join(" ", strings(c)))));
        if (running && engine.isPresent()) {
            scope.remark(
                    Remark.Kind.SERVING,
                    engine.get(),
                    origin.evidence(
                            container, "running: " + container.string("Name").orElse("container")));
        }
    }

    private static List<String> strings(JsonArray array) {
        return array.items().stream().flatMap(i -> i.asString().stream()).toList();
    }

    /** {@code "Ulimits": [{"Name": "memlock", "Soft": -1, "Hard": -1}]}; −1 is unlimited, otherwise bytes. */
    private static void memlock(JsonObject config, JsonOrigin origin, Scope scope) {
        for (JsonObject limit : config.array("Ulimits").map(JsonArray::objects).orElse(List.of())) {
            Optional<String> soft = limit.text("Soft");
            if (limit.string("Name").filter("memlock"::equals).isPresent() && soft.isPresent()) {
                scope.setting(
                        "container.memlock",
                        soft.get().startsWith("-") ? "unlimited" : soft.get(),
                        Setting.Source.PROCESS,
                        origin.evidence(limit, "memlock " + soft.get()));
            }
        }
    }

    private static void host(JsonObject config, JsonOrigin origin, Scope scope) {
        for (String name : new String[] {"NetworkMode", "IpcMode", "ShmSize"}) {
            Optional<String> value = config.text(name);
            value.ifPresent(v -> scope.setting(
                    "container." + name, v, Setting.Source.PROCESS, origin.evidence(config, name + ": " + v)));
        }
        memlock(config, origin, scope);
        config.bool("Privileged")
                .ifPresent(p -> scope.setting(
                        "container.Privileged",
                        Boolean.toString(p),
                        Setting.Source.PROCESS,
                        origin.evidence(config, "Privileged: " + p)));
    }
}
