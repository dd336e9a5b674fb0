package dev.kolo.fabric.json;

/**
 * A JSON string.
 *
 * @param value its text, escapes resolved
 * @param at where it begins
 */
public record JsonString(String value, Json.Position at) implements Json {}
