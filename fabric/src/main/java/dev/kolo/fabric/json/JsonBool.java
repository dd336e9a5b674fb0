package dev.kolo.fabric.json;

/**
 * {@code true} or {@code false}.
 *
 * @param value which of the two
 * @param at where it stands
 */
public record JsonBool(boolean value, Json.Position at) implements Json {}
