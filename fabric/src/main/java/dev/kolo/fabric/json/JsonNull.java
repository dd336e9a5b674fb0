package dev.kolo.fabric.json;

/**
 * The word {@code null}.
 *
 * @param at where it stands
 */
public record JsonNull(Json.Position at) implements Json {}
