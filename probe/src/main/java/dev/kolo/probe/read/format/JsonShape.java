package dev.kolo.probe.read.format;

import dev.kolo.fabric.json.Json;

/** Reads one shape of JSON: what a tool prints with {@code -j}. */
public interface JsonShape {
    /** Takes a value when it has this shape. Parts of a broken-off value may be missing. */
    Claim read(Json value, JsonOrigin origin, Scope scope);
}
