package dev.kolo.cli.wire.beside;

import dev.kolo.fabric.json.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Under what conditions figures came about: without them a receipt is worth nothing.
 *
 * @param processor the CPU's name
 * @param processors how many of them this process may use
 * @param kernel operating system and its release
 * @param java the Java runtime
 * @param loadBefore the load average of the minute before the start; empty where the system does not say
 * @param others processes that others ran while it began, as the load tells: {@code quiet} or {@code busy}
 */
public record Conditions(
        String processor, int processors, String kernel, String java, Optional<Double> loadBefore, String others) {
    /** A machine that does nothing shows less than this. */
    private static final double QUIET_LOAD = 0.3;

    /** As they are now. */
    public static Conditions now() {
        Optional<Double> load = load();
        return new Conditions(
                line(Path.of("/proc/cpuinfo"), "model name").orElse(System.getProperty("os.arch", "unknown")),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name", "") + " " + System.getProperty("os.version", ""),
                System.getProperty("java.vm.name", "") + " " + System.getProperty("java.runtime.version", ""),
                load,
                load.map(l -> l <= QUIET_LOAD ? "quiet" : "busy").orElse("unknown"));
    }

    /** A sentence when the machine was not quiet, so that nobody takes the figures for a receipt. */
    public Optional<String> warning() {
        return loadBefore
                .filter(load -> load > QUIET_LOAD)
                .map(load -> "The load average before the start was " + load
                        + ": these figures are no receipt. Take it on a quiet machine (load below " + QUIET_LOAD
                        + ").");
    }

    private static Optional<Double> load() {
        try {
            return Optional.of(Double.parseDouble(
                    Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0]));
        } catch (IOException | NumberFormatException unknown) {
            return Optional.empty();
        }
    }

    private static Optional<String> line(Path file, String key) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            return lines.stream()
                    .filter(l -> l.startsWith(key))
                    .map(l -> l.substring(l.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** As an object of JSON. */
    void write(JsonWriter json) {
        json.beginObject()
                .field("processor", processor)
                .field("processors", processors)
                .field("kernel", kernel)
                .field("java", java)
                .field("machine_before_start", others);
        loadBefore.ifPresent(load -> json.name("load_average_before_start").number(load));
        json.end();
    }
}
